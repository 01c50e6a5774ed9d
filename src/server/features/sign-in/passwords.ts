import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import {
  PASSWORD_MESSAGES,
  type PasswordStrength,
  passwordForms,
  staffPasswordError,
  storedForm,
} from '../../../domain/users/password.ts'
import { windowLimit } from '../../platform/auth/window-limit.ts'
import type { Context } from '../../platform/http/context.ts'
import { Overloaded } from '../../platform/http/errors.ts'
import type { Sandbox } from '../../platform/sandbox/sandbox.ts'
import type { estimateStrength } from './estimate-strength.ts'
import { HashQueue } from './hash-queue.ts'

/** argon2id, the library's default, at the cost that OWASP recommends. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes run in libuv's thread pool, where files, DNS and compression need a free thread. */
const threads = Number(process.env.UV_THREADPOOL_SIZE) || 4

/** Concurrent hashes: more than the number of cores would only slow down other requests. */
export const MAX_HASHES = Math.max(1, Math.min(availableParallelism(), threads - 1))

/** Some seconds of work: longer queues are refused. */
export const MAX_WAITING_SIGN_INS = 500
export const MAX_WAITING_OF_USER = 100

export const hashing = new HashQueue({
  atOnce: MAX_HASHES,
  mostSignIns: MAX_WAITING_SIGN_INS,
  mostOfUser: MAX_WAITING_OF_USER,
})

/**
 * Hashes a password in the queue of the user who sets it, or of the server itself; never call it within a transaction,
 * which would hold its locks meanwhile. Throws Overloaded if too many hashes are queued, as do the functions below.
 */
export const hashPassword = (password: string, user = ''): Promise<string> =>
  hashing.ofUser(user, () => hash(storedForm(password), cost))

/** Hashes a password of an import, after everybody who waits for an answer. */
export const hashInBackground = (password: string): Promise<string> =>
  hashing.background(() => hash(storedForm(password), cost))

/** Always verifies each form of the typed password, so that the time does not tell which one is stored. */
const matchesAnyForm = async (stored: string, password: string): Promise<boolean> => {
  let matches = false
  for (const form of passwordForms(password)) matches = (await verify(stored, form)) || matches
  return matches
}

/** Verifies the password of a sign-in. */
export const verifyPassword = (stored: string, password: string): Promise<boolean> =>
  hashing.signIn(() => matchesAnyForm(stored, password))

/** Verifies a password that a signed-in user typed, in the queue of that user. */
export const verifyPasswordFor = (user: string, stored: string, password: string): Promise<boolean> =>
  hashing.ofUser(user, () => matchesAnyForm(stored, password))

/** A hash at the same cost, of a discarded password. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$lWMWR9VR9rTVwgjkdxpqMg$eRWOx3+nTlr1M/yX3/HghcxdKBdhCah+QUrWbGzWHRQ'

/** Takes as long as a real verification, so that response times do not reveal which names exist. */
export const verifyDummy = async (password: string): Promise<false> => {
  await verifyPassword(DUMMY_HASH, password)
  return false
}

const COMMON_COUNT = 10_000

/** Loaded on first use: the dictionaries take some megabytes. */
const loadCommonPasswords = async (): Promise<ReadonlySet<unknown>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set<unknown>(dictionary['passwords-common'].slice(0, COMMON_COUNT))
}
let commonPasswords: ReturnType<typeof loadCommonPasswords> | undefined

const isCommonPassword = async (password: string): Promise<boolean> => {
  commonPasswords ??= loadCommonPasswords()
  return (await commonPasswords).has(password.toLowerCase())
}

/** Estimates the strength of a password, one at a time for each user; it is neither stored nor logged. */
export const rateStrength = async (
  sandbox: Sandbox,
  user: string,
  password: string,
): Promise<PasswordStrength> => ({
  score: await sandbox.parse<typeof estimateStrength>('strength', { password }, { user: user, stopped }),
  isCommon: await isCommonPassword(password),
})

const stopped = (): Error => new Overloaded(1)

/** Why STRICT_PASSWORDS refuses a staff password; undefined if accepted, or without the setting. */
export const strictPasswordError = async (
  { strictPasswords }: Pick<Context['config'], 'strictPasswords'>,
  password: string,
): Promise<string | undefined> =>
  strictPasswords
    ? staffPasswordError(storedForm(password), await isCommonPassword(storedForm(password)))
    : undefined

/** Limits the estimates of each user: typing a password takes a few. */
export const createStrengthLimit = () =>
  windowLimit({ most: 60, milliseconds: 60_000, message: PASSWORD_MESSAGES.tooManyChecks })
