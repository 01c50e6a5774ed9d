import type { Config } from '../config.ts'
import { describeError } from '../database/describe-error.ts'

/** What is thrown need not be an Error. */
const describeThrown = (error: unknown) => ({
  ...(describeError(error) ?? { type: typeof error, message: String(error), stack: '' }),
})

/** How the log is written: one JSON line each, never with what opens a session. */
export const loggerOptions = (level: Config['logLevel']) => ({
  level,
  serializers: { err: describeThrown },
  redact: {
    paths: [
      'req.headers.authorization',
      'req.headers.cookie',
      'headers.authorization',
      'headers.cookie',
      '*.password',
      '*.oldPassword',
      '*.newPassword',
      'password',
      'token',
    ],
    censor: '[oculto]',
  },
})
