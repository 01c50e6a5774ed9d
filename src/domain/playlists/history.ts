import type { BatchState } from '../batches/batch.ts'
import { UNDO_DAYS, undoableSince } from '../batches/undo.ts'

/** State of a past import: undoable, undone, or past the deadline. */
export const IMPORT_STATES = ['done', 'undone', 'expired'] as const
type ImportState = (typeof IMPORT_STATES)[number]

export const MAX_SOURCE = 200

export const HISTORY_MESSAGES = {
  missing: 'La importación no existe.',
  undone: 'La importación ya se deshizo.',
  partly: 'La importación se deshizo solo en parte: vea sus tareas.',
  expired: `La importación tiene más de ${UNDO_DAYS} días: ya no se puede deshacer.`,
} as const

export const importState = ({ date, state }: { date: Date; state: BatchState }, now: Date): ImportState => {
  if (state === 'undoing' || state === 'undone') return 'undone'
  return date < undoableSince(now) ? 'expired' : 'done'
}
