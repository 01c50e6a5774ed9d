/** The answer to a request that asks its user to confirm who they are; `code` is part of the contract. */
export const CONFIRMATION = {
  code: 'CONFIRM',
  message: 'Confirme su identidad para continuar.',
} as const

/** Milliseconds for which a sign-in or a confirmation counts (rule P17). */
const VALID_MS = 10 * 60_000

/** Most users sold to, or imported, in one request without a confirmation (rule P17). */
export const MOST_UNCONFIRMED = 20

export const isConfirmed = (confirmedAt: Date, now: Date): boolean =>
  now.getTime() - confirmedAt.getTime() < VALID_MS
