import { DrizzleQueryError } from 'drizzle-orm'

/** The database cannot be used: unreachable, locked by another process, or restarting. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
}

/** Why a valid statement could not run. */
export type Unavailability = 'away' | 'too-slow' | 'read-only' | 'disk-full'

const UNAVAILABLE: Readonly<Record<string, Unavailability>> = {
  ECONNREFUSED: 'away',
  ECONNRESET: 'away',
  EHOSTUNREACH: 'away',
  ENETUNREACH: 'away',
  ENOTFOUND: 'away',
  ENOENT: 'away',
  EAI_AGAIN: 'away',
  EPIPE: 'away',
  ETIMEDOUT: 'away',
  // Too many connections.
  '53300': 'away',
  // Ended by an administrator, by a crash, still starting, idle for too long.
  '57P01': 'away',
  '57P02': 'away',
  '57P03': 'away',
  '57P05': 'away',
  // Statement or lock timeout.
  '57014': 'too-slow',
  '55P03': 'too-slow',
  // In a read-only transaction: a standby, or an administrator closed the database for writes.
  '25006': 'read-only',
  '53100': 'disk-full',
  ENOSPC: 'disk-full',
}
/** The driver's message for `query_timeout`. */
const QUERY_TIMEOUT = 'Query read timeout'
const awayMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after|Query read timeout/

/** The statement took longer than its limit, while the server responds. */
export class TooSlow extends Error {
  override name = 'TooSlow'
  readonly code = '57014'
  constructor(cause: unknown) {
    super('The statement took too long', { cause })
  }
}

/** True if a statement was not answered within its limit; not for a commit, which may have taken place. */
export function isQueryTimeout(error: unknown): boolean {
  const found = causes(error)
  return (
    found.some(({ message }) => message === QUERY_TIMEOUT) &&
    !found.some((cause) => cause instanceof DatabaseError)
  )
}

/** Why the database could not run a valid statement (a 503); undefined if the statement is wrong. */
export function unavailability(error: unknown): Unavailability | undefined {
  const found = causes(error)
  for (const cause of found) {
    const reason = UNAVAILABLE[causeCode(cause)]
    if (reason) return reason
  }
  const isAway = found.some(
    (cause) =>
      cause instanceof DatabaseError || causeCode(cause).startsWith('08') || awayMessages.test(cause.message),
  )
  return isAway ? 'away' : undefined
}

/** The name of the violated unique constraint or index, if any. */
export function uniqueViolation(error: unknown): string | undefined {
  return violatedConstraint(error, '23505')
}

/** The name of the violated foreign key, if any. */
export function foreignKeyViolation(error: unknown): string | undefined {
  return violatedConstraint(error, '23503')
}

/**
 * True if a retry of the transaction may succeed: after a serialisation failure, a deadlock or an unusable prepared
 * statement.
 */
export function isRetryable(error: unknown): boolean {
  return (
    staleStatement(error) !== undefined ||
    causes(error).some((cause) => causeCode(cause) === '40001' || causeCode(cause) === '40P01')
  )
}

/**
 * Why a prepared statement did not run: a migration changed its columns' types, or a pooler passed it to a connection
 * that doesn't know it or already uses its name. It can be sent again under another name or unnamed.
 */
export function staleStatement(error: unknown): 'changed' | 'lost' | undefined {
  for (const cause of causes(error)) {
    const code = causeCode(cause)
    if (code === '26000' || code === '42P05') return 'lost'
    if (code === '0A000' && stringProperty(cause, 'routine') === 'RevalidateCachedQuery') return 'changed'
  }
  return undefined
}

/** True if a statement ran into its lock timeout. */
export function isLockTimeout(error: unknown): boolean {
  return causes(error).some((cause) => causeCode(cause) === '55P03')
}

function violatedConstraint(error: unknown, code: string): string | undefined {
  const violation = causes(error).find((cause) => causeCode(cause) === code)
  if (!violation) return undefined
  return 'constraint' in violation && typeof violation.constraint === 'string' ? violation.constraint : ''
}

/** An error with all its causes: Drizzle wraps the driver's error. */
function causes(error: unknown): Error[] {
  const found: Error[] = []
  let next = error
  while (next instanceof Error && !found.includes(next)) {
    found.push(next)
    next = next.cause
  }
  return found
}

function causeCode(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

export interface ErrorDescription {
  type: string
  message: string
  stack: string
  code: string | undefined
  constraint: string | undefined
  cause: ErrorDescription | undefined
}

const MAX_CAUSES = 5

/**
 * The log entry of an error. Excludes a failed statement's parameters and the database's `detail`, which contain user
 * input, password hashes and session keys.
 */
export function describeError(error: unknown, depth = 0): ErrorDescription | undefined {
  if (!(error instanceof Error) || depth > MAX_CAUSES) return undefined
  return {
    type: error.name === 'Error' ? error.constructor.name : error.name,
    message: safeMessage(error),
    // The first lines of a stack repeat the message.
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    code: stringProperty(error, 'code'),
    constraint: stringProperty(error, 'constraint'),
    cause: describeError(error.cause, depth + 1),
  }
}

/** Removes the value that PostgreSQL quotes in errors of class 22. */
function safeMessage(error: Error): string {
  if (error instanceof DrizzleQueryError) return `Failed query: ${error.query}`
  const isOfData = /^22[0-9A-Z]{3}$/.test(stringProperty(error, 'code') ?? '')
  return isOfData ? error.message.replace(/".*"/s, '"…"') : error.message
}

function stringProperty(error: Error, name: string): string | undefined {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : undefined
}

/** The message of an error's cause, if it has one: that of a failed statement is only its SQL. */
export const causeMessage = (error: unknown): string => {
  const { message, cause } = describeError(error) ?? { message: String(error), cause: undefined }
  return cause?.message ?? message
}
