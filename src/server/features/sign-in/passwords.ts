import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import {
  PASSWORD_MESSAGES,
  type PasswordStrength,
  staffPasswordError,
} from '../../../domain/users/password.ts'
import type { Context } from '../../platform/http/context.ts'
import { Overloaded, TooManyRequests } from '../../platform/http/errors.ts'

/** argon2id, the library's default, at the cost that OWASP recommends. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes run in libuv's thread pool, where files, DNS and compression need a free thread. */
const threads = Number(process.env.UV_THREADPOOL_SIZE) || 4

/** Concurrent hashes: more than the number of cores would only slow down other requests. */
export const MOST_HASHES = Math.max(1, Math.min(availableParallelism(), threads - 1))

/** Several seconds of work: longer queues are refused. */
export const MOST_WAITING_HASHES = 500
const retryAfterSeconds = 5

export const hashing = pLimit(MOST_HASHES)

const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  if (hashing.pendingCount >= MOST_WAITING_HASHES) throw new Overloaded(retryAfterSeconds)
  return hashing(work)
}

/** Throws Overloaded if too many hashes are queued, as do the functions below. */
export const hashPassword = async (password: string): Promise<string> => inTurn(() => hash(password, cost))

export const verifyPassword = async (stored: string, password: string): Promise<boolean> =>
  inTurn(() => verify(stored, password))

/** A hash at the same cost, of a discarded password. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$lWMWR9VR9rTVwgjkdxpqMg$eRWOx3+nTlr1M/yX3/HghcxdKBdhCah+QUrWbGzWHRQ'

/** Takes as long as a real verification, so that response times do not reveal which names exist. */
export const verifyDummy = async (password: string): Promise<false> => {
  await verifyPassword(DUMMY_HASH, password)
  return false
}

const COMMONEST = 10_000
/** The cost of estimates grows faster than the length; further characters never make a password weaker. */
const LOOKED_AT = 64

/** Loaded on first use: the dictionaries take some megabytes. */
const load = async () => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const words = ['clave', 'contraseña', 'contrasena', 'cartelera', 'usuario', 'administrador', 'hola']
  const factory = new ZxcvbnFactory({
    dictionary: { ...dictionary, spanish: words },
    graphs: adjacencyGraphs,
    maxLength: LOOKED_AT,
  })
  return { factory, commonest: new Set<unknown>(dictionary['passwords-common'].slice(0, COMMONEST)) }
}
let loaded: ReturnType<typeof load> | undefined

/** Estimates the strength of a password, which is neither stored nor logged. */
export const judge = async (password: string): Promise<PasswordStrength> => {
  loaded ??= load()
  const { factory, commonest } = await loaded
  const isCommon = commonest.has(password.toLowerCase())
  return { score: factory.check(password.slice(0, LOOKED_AT)).score, isCommon }
}

/** Why STRICT_PASSWORDS refuses a staff password; undefined if accepted, or without the setting. */
export const strictPasswordError = async (
  { strictPasswords }: Pick<Context['config'], 'strictPasswords'>,
  password: string,
): Promise<string | undefined> =>
  strictPasswords ? staffPasswordError(password, (await judge(password)).isCommon) : undefined

/** Estimates per user and minute: typing a password takes a few. */
const MOST_A_MINUTE = 60
const MINUTE = 60_000
/** Users tracked at once; beyond that, the least recent ones are evicted. */
const MOST_USERS = 10_000

/** `rate-limiter-flexible` and `@fastify/rate-limit` use the system clock instead of the injected one. */
export const createStrengthLimit = () => {
  const asked = new LRUCache<string, { until: number; count: number }>({ max: MOST_USERS })
  return (user: string, now: number): void => {
    const known = asked.get(user)
    const window = known !== undefined && known.until > now ? known : { until: now + MINUTE, count: 0 }
    asked.set(user, window)
    if (++window.count > MOST_A_MINUTE)
      throw new TooManyRequests(Math.ceil((window.until - now) / 1000), PASSWORD_MESSAGES.tooManyChecks)
  }
}
