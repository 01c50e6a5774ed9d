import { recordChange } from '../../../platform/audit/record-change.ts'
import type { Caller } from '../../../platform/auth/permissions.ts'
import type { Tx } from '../../../platform/database/open.ts'

/** Writes an import, or its undoing, into the trail: as a whole, since its batch tells what each channel was before. */
export const recordImport = (
  tx: Tx,
  caller: Caller,
  date: Date,
  action: 'import' | 'undo-import',
  counts: Readonly<Record<string, unknown>>,
): Promise<void> =>
  recordChange(tx, caller, date, {
    action,
    resource: 'channels',
    record: { _id: null, name: 'Lista de reproducción' },
    after: counts,
  })
