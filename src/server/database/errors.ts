/** The database cannot be used: unreachable, locked by another process, or restarting. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
}

const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ENOENT',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
])
const awayMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after|Query read timeout/

/** Whether an error says that the database is away (a 503), rather than that the statement is wrong. */
export function isUnavailable(error: unknown): boolean {
  return causes(error).some(
    (cause) =>
      cause instanceof DatabaseError ||
      awayCodes.has(codeOf(cause)) ||
      codeOf(cause).startsWith('08') ||
      awayMessages.test(cause.message),
  )
}

/** Gives the name of the unique constraint or index that a write ran into, or undefined. */
export function uniqueViolation(error: unknown): string | undefined {
  return constraintOf(error, '23505')
}

/** Gives the name of the foreign key that a write ran into, or undefined. */
export function foreignKeyViolation(error: unknown): string | undefined {
  return constraintOf(error, '23503')
}

/** Gives the name of the CHECK that a write ran into, or undefined. */
export function checkViolation(error: unknown): string | undefined {
  return constraintOf(error, '23514')
}

/** Whether the same transaction may succeed when it is run again: a serialisation failure or a deadlock. */
export function isRetryable(error: unknown): boolean {
  return causes(error).some((cause) => codeOf(cause) === '40001' || codeOf(cause) === '40P01')
}

/** Whether a statement was ended because it took longer than it may. */
export function isTimedOut(error: unknown): boolean {
  return causes(error).some((cause) => codeOf(cause) === '57014')
}

/** Whether a statement gave up waiting for a lock, as it was told to. */
export function isLockTimeout(error: unknown): boolean {
  return causes(error).some((cause) => codeOf(cause) === '55P03')
}

function constraintOf(error: unknown, code: string): string | undefined {
  const violation = causes(error).find((cause) => codeOf(cause) === code)
  if (!violation) return undefined
  return 'constraint' in violation && typeof violation.constraint === 'string' ? violation.constraint : ''
}

/** An error with everything below it: Drizzle puts the driver's own error on `cause`. */
function causes(error: unknown): Error[] {
  const found: Error[] = []
  let next = error
  while (next instanceof Error && !found.includes(next)) {
    found.push(next)
    next = next.cause
  }
  return found
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
