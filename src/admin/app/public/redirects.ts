import { WHOM_TO_ASK } from '../../../domain/access/whom-to-ask.ts'

const REASONS = {
  forbidden: `No tiene permiso para abrir esa pantalla. ${WHOM_TO_ASK}`,
  unknown: 'La dirección no existe.',
} as const

type Reason = keyof typeof REASONS

/** History state with the reason why the user was redirected to the home page. */
export const redirectState = (refused: Reason): { refused: Reason } => ({ refused })

const hasRefusal = (state: unknown): state is { refused: unknown } =>
  typeof state === 'object' && state !== null && 'refused' in state

/** Why the requested screen was not opened; undefined without a redirect. */
export const redirectMessage = (state: unknown): string | undefined => {
  if (!hasRefusal(state)) return undefined
  return state.refused === 'forbidden' || state.refused === 'unknown' ? REASONS[state.refused] : undefined
}
