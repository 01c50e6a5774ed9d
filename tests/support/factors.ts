import { Secret, TOTP } from 'otpauth'
import { newSeed, renewRecoveryCodes } from '../../src/server/features/sign-in/factors.ts'
import { newId } from '../../src/server/platform/database/ids.ts'
import { factors } from '../../src/server/platform/database/schema/factors.ts'
import type { Answer, CallOptions, Client, TestApp } from './app.ts'
import { PASSWORD } from './people.ts'

/** The code that an authenticator app shows for a seed, `steps` of thirty seconds after `now`. */
export const codeAt = (seed: string, now: Date, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(seed) }).generate({ timestamp: now.getTime() + steps * 30_000 })

/** Stores an authenticator app for a user; returns its seed and recovery codes. */
export const storeTotp = async (
  { db, clock }: TestApp,
  user: string,
): Promise<{ seed: string; codes: string[] }> => {
  const seed = newSeed()
  const date = { dateCreate: clock.now() }
  await db.insert(factors).values({ _id: newId(), user, kind: 'totp', name: 'Teléfono', seed, ...date })
  return { seed, codes: await db.transaction((tx) => renewRecoveryCodes(tx, user)) }
}

/** Sends name and password; returns the response and its challenge. */
export const passPassword = async (
  client: Client,
  name: string,
  options: CallOptions = {},
): Promise<{ answer: Answer; challenge: string }> => {
  const answer = await client.post('/auth/local', { name, password: PASSWORD }, options)
  return { answer, challenge: String(answer.body.challenge) }
}
