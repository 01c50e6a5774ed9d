import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { Overloaded } from '../../platform/http/errors.ts'

/** argon2id, which is this library's own default, at the cost that OWASP recommends. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes run in libuv's thread pool: files, DNS and compression need a thread that no hash holds. */
const threads = Number(process.env.UV_THREADPOOL_SIZE) || 4

/** Hashes under way at once: more than the cores would only take the processor from all other requests. */
export const MOST_HASHES = Math.max(1, Math.min(availableParallelism(), threads - 1))

/** Several seconds of work: clients do not wait longer for an answer. */
export const MOST_WAITING_HASHES = 500
const retryAfterSeconds = 5

export const hashing = pLimit(MOST_HASHES)

const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  if (hashing.pendingCount >= MOST_WAITING_HASHES) throw new Overloaded(retryAfterSeconds)
  return hashing(work)
}

/** Throws Overloaded when too many hashes wait, as the functions below do. */
export const hashPassword = async (password: string): Promise<string> => inTurn(() => hash(password, cost))

export const verifyPassword = async (stored: string, password: string): Promise<boolean> =>
  inTurn(() => verify(stored, password))

/** A hash at the same cost, of a discarded password. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$lWMWR9VR9rTVwgjkdxpqMg$eRWOx3+nTlr1M/yX3/HghcxdKBdhCah+QUrWbGzWHRQ'

/** Takes as long as a verification, so that response times do not reveal which names exist. */
export const verifyDummy = async (password: string): Promise<false> => {
  await verifyPassword(DUMMY_HASH, password)
  return false
}
