import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { WEBHOOK_MESSAGES } from '../../../../src/domain/outbox/webhook.ts'
import { ConfigError } from '../../../../src/server/config.ts'
import { discardSecrets, sealSecrets } from '../../../../src/server/features/outbox/webhook-secrets.ts'
import { discardSeeds, sealSeeds } from '../../../../src/server/features/sign-in/stored-seeds.ts'
import { auditEntries } from '../../../../src/server/platform/database/schema/audit.ts'
import {
  challenges,
  factors,
  recoveryCodes,
} from '../../../../src/server/platform/database/schema/factors.ts'
import { webhooks } from '../../../../src/server/platform/database/schema/outbox.ts'
import {
  oldWebhookSecret,
  Sealer,
  sealingKeyId,
  webhookSecret,
} from '../../../../src/server/platform/sealing/sealer.ts'
import { requireKeys, storedKeyIds } from '../../../../src/server/platform/sealing/stored-keys.ts'
import { testApp } from '../../../support/app.ts'
import { MINUTE } from '../../../support/clock.ts'
import { codeAt, passPassword, storeTotp } from '../../../support/factors.ts'
import { type SignedIn, signedIn, storeUser } from '../../../support/people.ts'

const KEY = Buffer.alloc(32, 1)
const OTHER = Buffer.alloc(32, 2)
const keys = { factorKeys: [KEY] }
const sealer = new Sealer(keys)
const server = testApp({ config: keys })
const keyId = sealingKeyId(sealer.seal('', webhookSecret(''))) ?? ''

let sa: SignedIn

beforeEach(async () => {
  sa = await signedIn(server, 'sa')
})

const code = (seed: unknown) => codeAt(String(seed), server.clock.now())
const seeds = async () => (await server.db.select().from(factors)).map(({ seed }) => seed ?? '')
const enter = async (name: string, seed: string) => {
  const { challenge } = await passPassword(server.anonymous, name)
  return server.anonymous.post('/auth/second-factor', { challenge, code: code(seed) })
}
const newWebhook = async () =>
  (await sa.post('/api/webhooks', { name: 'CRM', url: 'https://crm.example/', events: ['user.created'] }))
    .body
const inTx = <T>(work: (tx: Parameters<Parameters<typeof server.db.transaction>[0]>[0]) => Promise<T>) =>
  server.db.transaction(work)

test('the seed of an enrolment is sealed while it is pending and once it is enrolled', async () => {
  const begun = await sa.post('/api/me/factors', { kind: 'totp' })
  const { secret } = begun.body
  const [pending] = await server.db.select().from(challenges)
  expect(sealingKeyId(pending?.data.seed ?? '')).toBe(keyId)
  expect((await sa.post('/api/me/factors/verify', { code: code(secret) })).status).toBe(200)
  expect((await seeds()).map(sealingKeyId)).toEqual([keyId])
  server.clock.advance(MINUTE)
  expect((await enter(sa.name, String(secret))).status).toBe(200)
})

test('a seed in plain text is accepted, and sealed when it is used', async () => {
  const { _id } = await storeUser(server, 'sa', { name: 'ana' })
  const { seed } = await storeTotp(server, _id)
  expect(await storedKeyIds(server.db)).toEqual([])
  expect((await enter('ana', seed)).status).toBe(200)
  expect((await seeds()).map(sealingKeyId)).toEqual([keyId])
  server.clock.advance(MINUTE)
  expect((await enter('ana', seed)).status).toBe(200)
})

test('a sealed seed cannot be opened in the row of another user', async () => {
  const [ana, luis] = await Promise.all([storeUser(server, 'sa', { name: 'ana' }), storeUser(server, 'sa')])
  const { seed } = await storeTotp(server, ana._id)
  await storeTotp(server, luis._id)
  await inTx((tx) => sealSeeds(tx, keys))
  const [own] = await server.db.select().from(factors).where(eq(factors.user, ana._id))
  await server.db.update(factors).set({ seed: own?.seed }).where(eq(factors.user, luis._id))
  expect((await enter(luis.name, seed)).status).toBe(500)
})

test('secrets of webhooks are sealed, and returned in plain text once', async () => {
  const { _id, secret } = await newWebhook()
  const { body } = await sa.post(`/api/webhooks/${_id}/secret`)
  const [row] = await server.db.select().from(webhooks)
  const id = String(_id)
  expect(sealer.open(row?.secret ?? '', webhookSecret(id))).toBe(body.secret)
  expect(sealer.open(row?.oldSecret ?? '', oldWebhookSecret(id))).toBe(secret)
  expect([row?.secret, row?.oldSecret].map((each) => sealingKeyId(each ?? ''))).toEqual([keyId, keyId])
})

describe('keys', () => {
  /** A factor and a webhook in plain text. */
  const storePlain = async () => {
    const { _id } = await storeUser(server, 'sa', { name: 'ana' })
    await newWebhook()
    const plain = { secret: 'whsec_c2VjcmV0bw==', oldSecret: 'whsec_dmllam8=' }
    await server.db.update(webhooks).set(plain)
    return { ...(await storeTotp(server, _id)), plain }
  }
  const sealAll = (factorKeys: readonly Buffer[]) =>
    inTx(async (tx) => [await sealSeeds(tx, { factorKeys }), await sealSecrets(tx, { factorKeys })])

  test('seal everything stored in plain text, once', async () => {
    const { seed, plain } = await storePlain()
    expect(await sealAll([KEY])).toEqual([1, 1])
    expect(await sealAll([KEY])).toEqual([0, 0])
    expect(await storedKeyIds(server.db)).toEqual([keyId])
    const [row] = await server.db.select().from(webhooks)
    expect(sealer.open(row?.secret ?? '', webhookSecret(row?._id ?? ''))).toBe(plain.secret)
    expect(sealer.open(row?.oldSecret ?? '', oldWebhookSecret(row?._id ?? ''))).toBe(plain.oldSecret)
    expect((await enter('ana', seed)).status).toBe(200)
  })

  test('can be rotated while the old one still opens', async () => {
    const { seed } = await storePlain()
    await sealAll([OTHER])
    await expect(requireKeys(server.db, { factorKeys: [KEY, OTHER] })).resolves.toBeUndefined()
    expect(await sealAll([KEY, OTHER])).toEqual([1, 1])
    expect(await storedKeyIds(server.db)).toEqual([keyId])
    expect((await enter('ana', seed)).status).toBe(200)
  })

  test.each([
    ['none', []],
    ['another one', [KEY]],
  ])('must include those of stored seals; a start with %s fails', async (_name, factorKeys) => {
    await requireKeys(server.db, { factorKeys })
    await storePlain()
    await requireKeys(server.db, { factorKeys })
    await sealAll([OTHER])
    const missed = requireKeys(server.db, { factorKeys })
    await expect(missed).rejects.toThrow(ConfigError)
    await expect(missed).rejects.toThrow(new RegExp(`^FACTOR_KEY: .*${(await storedKeyIds(server.db))[0]}`))
  })

  test('that were lost invalidate only what they sealed', async () => {
    await storePlain()
    await sealAll([OTHER])
    const { _id } = await storeUser(server, 'agent')
    const kept = await storeTotp(server, _id)
    await newWebhook()
    const now = server.clock.now()
    expect(await inTx((tx) => discardSeeds(tx, keys, now))).toEqual(['ana'])
    expect(await inTx((tx) => discardSecrets(tx, keys, now))).toEqual(['CRM'])
    await requireKeys(server.db, keys)
    expect(await seeds()).toEqual([kept.seed])
    expect(await server.db.select().from(recoveryCodes).where(eq(recoveryCodes.user, _id))).toHaveLength(10)
    expect(await server.db.select().from(recoveryCodes)).toHaveLength(10)
    const hooks = await server.db.select().from(webhooks).orderBy(webhooks._id)
    expect(hooks).toMatchObject([
      { isOn: false, oldSecret: null, message: WEBHOOK_MESSAGES.lostKey },
      { isOn: true, message: '' },
    ])
    const [reset] = await server.db.select().from(auditEntries).where(eq(auditEntries.action, 'factor-reset'))
    expect(reset).toMatchObject({ user: null })
    // Ana signs in with the password alone.
    expect((await passPassword(server.anonymous, 'ana')).answer.status).toBe(200)
  })
})
