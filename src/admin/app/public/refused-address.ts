const REASONS = {
  forbidden: 'No tiene permiso para abrir esa pantalla.',
  unknown: 'La dirección no existe.',
} as const

type Refusal = keyof typeof REASONS

/** The history state that tells the home page why somebody was sent there. */
export const refusedBecause = (refused: Refusal): { refused: Refusal } => ({ refused })

const hasRefusal = (state: unknown): state is { refused: unknown } =>
  typeof state === 'object' && state !== null && 'refused' in state

/** Why the address that was asked for was not opened; undefined for who came home by themselves. */
export const refusalText = (state: unknown): string | undefined => {
  if (!hasRefusal(state)) return undefined
  return state.refused === 'forbidden' || state.refused === 'unknown' ? REASONS[state.refused] : undefined
}
