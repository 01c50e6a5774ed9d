import type { Config } from '../config.ts'
import { describeError } from '../database/describe-error.ts'

/** How the log is written: one JSON line each, never with what opens a session. */
export const loggerOptions = (level: Config['logLevel']) => ({
  level,
  serializers: { err: describeError },
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
