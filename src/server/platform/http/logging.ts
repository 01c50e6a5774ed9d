import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import { describeError, type ErrorDescription } from '../database/errors.ts'

type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>

/** Thrown values need not be Errors. */
const describeThrown = (error: unknown): ErrorDescription => {
  const described = describeError(error)
  return described
    ? withoutSecrets(described)
    : {
        type: typeof error,
        message: scrub(String(error)),
        stack: '',
        code: undefined,
        constraint: undefined,
        cause: undefined,
      }
}

const withoutSecrets = (described: ErrorDescription): ErrorDescription => ({
  ...described,
  message: scrub(described.message),
  cause: described.cause && withoutSecrets(described.cause),
})

/** Removes query strings and passwords from the URLs in a text. */
const scrub = (text: string): string =>
  text.replace(/\?[^\s"'<>)\]]+/g, '?…').replace(/\/\/[^\s/@"']{1,300}@/g, '//…@')

/** Removes them from each log argument, preserving number and types. */
const scrubArguments = <Words extends unknown[]>(words: Words): Words =>
  words.map((word) => (typeof word === 'string' ? scrub(word) : word)) as Words

/** Path parameters that contain ids; others contain names and titles. */
const isIdName = (name: string): boolean => /^(id|\w+Id)$/.test(name)

/** The route's pattern with its ids filled in, but never search texts or names. */
const loggedRoute = ({ routeOptions, params }: FastifyRequest): string | undefined =>
  routeOptions?.url?.replace(/:(\w+)/g, (part, name: string) => {
    const value: unknown =
      typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined
    return isIdName(name) && typeof value === 'string' && /^[\w-]{1,64}$/.test(value) ? value : part
  })

/** The names of known query parameters; unknown names could themselves be secrets. */
const queryNames = ({ routeOptions, query }: FastifyRequest): string[] => {
  const schema = routeOptions?.schema?.querystring
  if (!(schema instanceof z.ZodObject) || typeof query !== 'object' || query === null) return []
  return Object.keys(query).filter((name) => Object.hasOwn(schema.shape, name))
}

const describeRequest = (request: FastifyRequest) => ({
  method: request.method,
  route: loggedRoute(request),
  query: queryNames(request),
  remoteAddress: request.ip,
})

const describeReply = ({ statusCode = 0 }: { statusCode?: number }) => ({ statusCode })

/** One JSON line per entry, without credentials and user input: URLs are logged as their route, without the query. */
export const loggerOptions = (level: Config['logLevel']): LoggerOptions => ({
  level,
  serializers: {
    err: (error: unknown) => ({ ...describeThrown(error) }),
    req: describeRequest,
    res: describeReply,
  },
  hooks: {
    // The framework puts some URLs into its messages.
    logMethod(words, method) {
      method.apply(this, scrubArguments(words))
    },
  },
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
