import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { passkeySite } from '../../../../src/server/features/sign-in/passkeys.ts'
import { auditEntries } from '../../../../src/server/platform/database/schema/audit.ts'
import { factors } from '../../../../src/server/platform/database/schema/factors.ts'
import { sessions } from '../../../../src/server/platform/database/schema/users.ts'
import { testApp } from '../../../support/app.ts'
import { createAuthenticator } from '../../../support/authenticator.ts'
import { androidKeyChain } from '../../../support/certificates.ts'
import { passPassword, storeTotp } from '../../../support/factors.ts'
import { type SignedIn, signInAs, storeUser } from '../../../support/people.ts'

const PUBLIC_URL = 'https://cartelera.example/panel'
const SITE = { id: 'cartelera.example', origin: 'https://cartelera.example' }
const server = testApp({ config: { publicUrl: PUBLIC_URL } })

let ana: SignedIn
const key = createAuthenticator(SITE)

const begin = async (person: SignedIn) => {
  const { body } = await person.post('/api/me/factors', { kind: 'passkey' })
  return body.options as { challenge: string; excludeCredentials: unknown[]; user: { id: string } }
}
const add = async (person: SignedIn, authenticator = key) =>
  person.post('/api/me/factors/verify', {
    attestation: authenticator.create(await begin(person)),
    name: 'Llave',
  })

beforeEach(async () => {
  ana = await signInAs(server, await storeUser(server, 'sa', { name: 'ana' }))
})

describe('a passkey', () => {
  beforeEach(async () => {
    key.setCounter(0)
    expect((await add(ana)).status).toBe(200)
    await server.db.delete(sessions)
  })

  const pass = async () => (await passPassword(server.anonymous, 'ana')).challenge
  const options = async (challenge: string) => {
    const { body } = await server.anonymous.post('/auth/second-factor/options', { challenge })
    return body as {
      kinds: string[]
      passkey: { challenge: string; rpId: string; allowCredentials: unknown[] }
    }
  }
  const answer = (challenge: string, assertion: unknown) =>
    server.anonymous.post('/auth/second-factor', { challenge, assertion })

  test('ends a sign-in with the options of its challenge', async () => {
    const challenge = await pass()
    const { kinds, passkey } = await options(challenge)
    expect(kinds).toEqual(['passkey'])
    expect(passkey).toMatchObject({
      rpId: SITE.id,
      allowCredentials: [{ id: key.id, type: 'public-key', transports: ['usb'] }],
    })
    expect((await answer(challenge, key.get(passkey))).status).toBe(200)
    const [stored] = await server.db.select().from(factors)
    expect(stored).toMatchObject({ counter: 1, lastUse: server.clock.now() })
    const events = await server.db.select().from(auditEntries).where(eq(auditEntries.action, 'sign-in'))
    expect(events).toMatchObject([{ changes: [{ field: 'factor', after: 'Llave de acceso' }] }])
  })

  test('works again with a higher counter, and not with one that went back or stayed', async () => {
    const enter = async (counter: number) => {
      key.setCounter(counter - 1)
      const challenge = await pass()
      return answer(challenge, key.get((await options(challenge)).passkey))
    }
    expect((await enter(5)).status).toBe(200)
    expect((await enter(5)).body.code).toBe('WRONG_FACTOR')
    expect((await enter(4)).body.code).toBe('WRONG_FACTOR')
    expect((await enter(6)).status).toBe(200)
  })

  test('signs for the configured origin and domain only', async () => {
    for (const site of [
      { ...SITE, origin: 'https://cartelera.example.evil.test' },
      { ...SITE, origin: 'http://cartelera.example' },
      { ...SITE, id: 'evil.test' },
    ]) {
      const challenge = await pass()
      const assertion = key.get((await options(challenge)).passkey, site)
      expect((await answer(challenge, assertion)).body.code).toBe('WRONG_FACTOR')
    }
  })

  test('of another user is refused', async () => {
    const other = createAuthenticator(SITE)
    const luis = await signInAs(server, await storeUser(server, 'sa', { name: 'luis' }))
    expect((await add(luis, other)).status).toBe(200)
    const challenge = await pass()
    const assertion = other.get((await options(challenge)).passkey)
    expect((await answer(challenge, assertion)).body.code).toBe('WRONG_FACTOR')
  })

  test('that is unknown, or that is signed with another key, is refused', async () => {
    const challenge = await pass()
    const { passkey } = await options(challenge)
    const forger = createAuthenticator(SITE)
    const forged = { ...forger.get(passkey), id: key.id, rawId: key.id }
    expect((await answer(challenge, forger.get(passkey))).body.code).toBe('WRONG_FACTOR')
    expect((await answer(challenge, forged)).body.code).toBe('WRONG_FACTOR')
  })

  test('answers only the latest options, each once, of its own challenge', async () => {
    const challenge = await pass()
    const without = key.get({ challenge: 'eA' })
    expect((await answer(challenge, without)).body.code).toBe('WRONG_FACTOR')
    const old = await options(challenge)
    const { passkey } = await options(challenge)
    expect((await answer(challenge, key.get(old.passkey))).body.code).toBe('WRONG_FACTOR')
    // The wrong answer ended these options as well.
    expect((await answer(challenge, key.get(passkey))).body.code).toBe('WRONG_FACTOR')
    const foreign = await options(await pass())
    await options(challenge)
    expect((await answer(challenge, key.get(foreign.passkey))).body.code).toBe('WRONG_FACTOR')
    expect((await answer(challenge, key.get((await options(challenge)).passkey))).status).toBe(200)
  })

  test('with malformed data is a wrong answer, not an error', async () => {
    const challenge = await pass()
    await options(challenge)
    const response = { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' }
    const garbage = { id: key.id, rawId: key.id, type: 'public-key', response }
    expect((await answer(challenge, garbage)).body.code).toBe('WRONG_FACTOR')
    const none = await answer(challenge, { ...garbage, id: 'no válido' })
    expect(none.status).toBe(422)
  })

  test('cannot be registered twice, not even by another user', async () => {
    const luis = await signInAs(server, await storeUser(server, 'sa', { name: 'luis' }))
    const taken = await add(luis)
    expect(taken.status).toBe(409)
    expect(taken.body.message).toBe('Esa llave de acceso ya está registrada.')
    const again = await signInAs(server, await storeUser(server, 'sa', { name: 'eva' }))
    expect((await begin(again)).excludeCredentials).toEqual([])
  })
})

describe('adding a passkey', () => {
  test('excludes the user’s passkeys, and is limited to ten', async () => {
    await add(ana)
    expect((await begin(ana)).excludeCredentials).toMatchObject([{ id: key.id }])
    const [stored] = await server.db.select().from(factors)
    if (!stored) throw new Error('No passkey was stored')
    const copies = Array.from({ length: 9 }, (_, index) => ({
      ...stored,
      _id: `f${index}`,
      credentialId: `c${index}`,
    }))
    await server.db.insert(factors).values(copies)
    const refused = await ana.post('/api/me/factors', { kind: 'passkey' })
    expect(refused.status).toBe(409)
    expect(refused.body.message).toMatch(/máximo 10/)
  })

  test('accepts a self attestation, which some browsers send', async () => {
    const attestation = key.create(await begin(ana), SITE, ({ signature }) => ({
      format: 'packed',
      statement: new Map<string, number | Uint8Array>([
        ['alg', -7],
        ['sig', new Uint8Array(signature)],
      ]),
    }))
    const body = { attestation, name: 'Llave' }
    expect(await ana.post('/api/me/factors/verify', body)).toMatchObject({ status: 200 })
  })

  test('makes the server request no URL in its certificates', async () => {
    const asked: string[] = []
    const list = createServer(({ url = '' }, response) => {
      asked.push(url)
      response.end()
    })
    await once(list.listen(0, '127.0.0.1'), 'listening')
    const { port } = list.address() as AddressInfo
    const attestation = key.create(await begin(ana), SITE, ({ clientDataHash, signature }) => {
      const chain = androidKeyChain(key.publicKey, clientDataHash, `http://127.0.0.1:${port}/interno`)
      return {
        format: 'android-key',
        statement: new Map<string, number | Uint8Array | Uint8Array[]>([
          ['alg', -7],
          ['sig', new Uint8Array(signature)],
          ['x5c', chain.map((certificate) => new Uint8Array(certificate))],
        ]),
      }
    })
    const body = { attestation, name: 'Llave' }
    expect(await ana.post('/api/me/factors/verify', body)).toMatchObject({ status: 422 })
    expect(asked).toEqual([])
    list.close()
  })

  test('rejects an attestation of another site or of other options', async () => {
    for (const attestation of [
      key.create(await begin(ana), { ...SITE, origin: 'https://evil.test' }),
      key.create(await begin(ana), { ...SITE, id: 'evil.test' }),
      key.create({ challenge: 'eA' }),
    ]) {
      const answer = await ana.post('/api/me/factors/verify', { attestation })
      expect(answer.status).toBe(422)
    }
    expect(await server.db.select().from(factors)).toEqual([])
  })
})

test('a user with both kinds may use either', async () => {
  await add(ana)
  await storeTotp(server, ana.id)
  const { challenge } = await passPassword(server.anonymous, 'ana')
  const { body } = await server.anonymous.post('/auth/second-factor/options', { challenge })
  expect([body.kinds].flat().sort()).toEqual(['passkey', 'totp'])
})

describe('a PUBLIC_URL', () => {
  test.each([undefined, 'https://192.0.2.1', 'https://[2001:db8::1]', 'http://cartelera.example'])(
    'without a domain offers no passkeys: %s',
    (publicUrl) => {
      expect(passkeySite({ publicUrl })).toBeUndefined()
    },
  )
  test.each([
    ['https://cartelera.example/panel', 'cartelera.example', 'https://cartelera.example'],
    ['http://localhost:3000', 'localhost', 'http://localhost:3000'],
  ])('with a domain or localhost offers passkeys: %s', (publicUrl, id, origin) => {
    expect(passkeySite({ publicUrl })).toEqual({ id, origin })
  })

  test('without a domain makes every endpoint give the reason', async () => {
    await add(ana)
    const { challenge } = await passPassword(server.anonymous, 'ana')
    const { body } = await server.anonymous.post('/auth/second-factor/options', { challenge })
    const assertion = key.get(body.passkey as { challenge: string })
    const { config } = server.context
    const before = config.publicUrl
    config.publicUrl = undefined
    try {
      const message = /no están disponibles/
      const begun = await ana.post('/api/me/factors', { kind: 'passkey' })
      expect([begun.status, begun.body.message]).toEqual([409, expect.stringMatching(message)])
      const answered = await server.anonymous.post('/auth/second-factor', { challenge, assertion })
      expect([answered.status, answered.body.message]).toEqual([409, expect.stringMatching(message)])
      const options = await server.anonymous.post('/auth/second-factor/options', { challenge })
      expect(options.body).toEqual({ kinds: ['passkey'], passkey: null })
      const own = await ana.get('/api/me/factors')
      expect(own.body).toMatchObject({ kinds: ['totp'], notice: expect.stringMatching(message) })
    } finally {
      config.publicUrl = before
    }
    const [stored] = await server.db.select().from(factors).where(eq(factors.user, ana.id))
    expect(stored?.counter).toBe(0)
  })
})
