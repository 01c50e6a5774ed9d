import { DrizzleQueryError } from 'drizzle-orm'

export interface ErrorDescription {
  type: string
  message: string
  stack: string
  code: string | undefined
  constraint: string | undefined
  cause: ErrorDescription | undefined
}

const deepest = 5

/**
 * Gives what the log says of an error. A failed statement is told without its parameters and the database's
 * `detail`, which hold what people typed: password hashes and keys of sessions among them.
 */
export function describeError(error: unknown, depth = 0): ErrorDescription | undefined {
  if (!(error instanceof Error) || depth > deepest) return undefined
  return {
    type: error.name === 'Error' ? error.constructor.name : error.name,
    message: messageOf(error),
    // The first lines of a stack repeat the message.
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    code: textOf(error, 'code'),
    constraint: textOf(error, 'constraint'),
    cause: describeError(error.cause, depth + 1),
  }
}

/** PostgreSQL quotes the value that it could not read (class 22). */
function messageOf(error: Error): string {
  if (error instanceof DrizzleQueryError) return `Failed query: ${error.query}`
  const isOfData = /^22[0-9A-Z]{3}$/.test(textOf(error, 'code') ?? '')
  return isOfData ? error.message.replace(/".*"/s, '"…"') : error.message
}

function textOf(error: Error, name: string): string | undefined {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : undefined
}
