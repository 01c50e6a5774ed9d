import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { LOGO_MESSAGES } from '../../../../src/domain/settings/logo.ts'
import { CONTROL } from '../../../../src/domain/validation/fields.ts'
import { auditEntries, auditPersonal } from '../../../../src/server/platform/database/schema/audit.ts'
import { testApp, validationErrorsOf } from '../../../support/app.ts'
import { people, type SignedIn, signedInWith } from '../../../support/people.ts'
import { pngOf } from '../../../support/png.ts'

const server = testApp()
const PATH = '/api/logo'
const SETTINGS = '/api/settings'

const upload = async ({ token }: SignedIn, payload: Buffer, type = 'image/png') => {
  const answer = await server.app.inject({
    method: 'PUT',
    url: PATH,
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    payload,
  })
  return { status: answer.statusCode, body: answer.json() }
}

const picture = async (): Promise<string> => String((await server.anonymous.get('/api/sign-in')).body.picture)

test('a logo is shown to visitors byte for byte, as an image that browsers keep', async () => {
  const { admin, agent } = await people(server)
  const file = pngOf({ width: 60, height: 30 })
  const { status, body } = await upload(admin, file)
  expect([status, body]).toEqual([
    200,
    { path: expect.stringMatching(/^\/api\/logo\/[\da-f]{16}$/), width: 60, height: 30, size: file.length },
  ])
  expect(await picture()).toBe(body.path)
  expect((await agent.get(SETTINGS)).body.businessLogo).toEqual(body)
  const shown = await server.app.inject({ url: body.path })
  expect(shown.rawPayload.equals(file)).toBe(true)
  expect(shown.headers).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(file.length),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'public, max-age=31536000, immutable',
  })
})

test('a replaced logo has another address; the old one shows it without being kept', async () => {
  const { admin } = await people(server)
  const first = (await upload(admin, pngOf({ grey: 1 }))).body
  const second = (await upload(admin, pngOf({ grey: 2 }), 'application/octet-stream')).body
  expect(second.path).not.toBe(first.path)
  const outdated = await server.app.inject({ url: first.path })
  expect(outdated.rawPayload.equals(pngOf({ grey: 2 }))).toBe(true)
  expect(outdated.headers['cache-control']).toBe('no-store')
})

test('a removed logo is gone, and removing it again changes nothing', async () => {
  const { admin } = await people(server)
  const { path } = (await upload(admin, pngOf())).body
  for (const _ of [1, 2]) expect((await admin.delete(PATH)).status).toBe(204)
  expect((await server.app.inject({ url: path })).statusCode).toBe(404)
  expect(await picture()).toBe('')
  expect((await admin.get(SETTINGS)).body.businessLogo).toBeNull()
})

test('files that are no allowed PNG leave the logo as it was', async () => {
  const { admin } = await people(server)
  const { path } = (await upload(admin, pngOf({ grey: 3 }))).body
  for (const [file, message] of [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), LOGO_MESSAGES.notPng],
    [pngOf().subarray(0, 60), LOGO_MESSAGES.damaged],
    [pngOf({ width: 2001 }), LOGO_MESSAGES.sides],
    [Buffer.alloc(0), LOGO_MESSAGES.empty],
  ] as const) {
    const answer = await upload(admin, file)
    expect([answer.status, answer.body.message]).toEqual([422, message])
  }
  expect((await upload(admin, pngOf({ padding: 200_000 }))).status).toBe(413)
  expect((await upload(admin, Buffer.from('{}'), 'application/json')).status).toBe(415)
  expect((await upload(admin, pngOf(), 'image/svg+xml')).status).toBe(415)
  expect(await picture()).toBe(path)
})

test('a logo is changed with modify of /setting only', async () => {
  const { admin, agent } = await people(server)
  const reader = await signedInWith(server, { settings: ['register', 'delete'], automation: ['modify'] })
  const { path } = (await upload(admin, pngOf({ grey: 4 }))).body
  for (const person of [agent, reader]) {
    expect((await upload(person, pngOf({ grey: 5 }))).status).toBe(403)
    expect((await person.delete(PATH)).status).toBe(403)
  }
  expect((await server.app.inject({ method: 'DELETE', url: PATH })).statusCode).toBe(401)
  expect(await picture()).toBe(path)
})

test('of two uploads at once one is the logo, whole', async () => {
  const { admin, sa } = await people(server)
  const files = [pngOf({ grey: 6 }), pngOf({ grey: 7 })]
  const answers = await Promise.all(files.map((file, index) => upload(index === 0 ? admin : sa, file)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const path = await picture()
  const shown = await server.app.inject({ url: path })
  const index = answers.findIndex(({ body }) => body.path === path)
  expect(shown.rawPayload.equals(files[index] ?? Buffer.alloc(0))).toBe(true)
})

test('a logo does not outdate a form of the settings that is being edited', async () => {
  const { admin } = await people(server)
  const { dateUpdate } = (await admin.get(SETTINGS)).body
  server.clock.advance(1_000)
  await upload(admin, pngOf({ grey: 8 }))
  expect((await admin.put(SETTINGS, { businessName: 'Caribe', dateUpdate })).status).toBe(200)
  expect((await admin.get(SETTINGS)).body.businessLogo).not.toBeNull()
})

test('changes of the logo are in the audit log', async () => {
  const { admin } = await people(server)
  await upload(admin, pngOf({ grey: 9 }))
  await admin.delete(PATH)
  const rows = await server.db
    .select({ name: auditPersonal.recordName, action: auditEntries.action, changes: auditEntries.changes })
    .from(auditEntries)
    .innerJoin(auditPersonal, eq(auditPersonal._id, auditEntries._id))
  const [removed, ...earlier] = rows.filter(({ name }) => name === 'Logotipo del negocio').reverse()
  expect(earlier.length).toBeGreaterThan(0)
  expect(removed?.action).toBe('update')
  expect(JSON.stringify(removed?.changes)).toContain('width')
})

test('texts of the business are single trimmed lines of limited length', async () => {
  const { admin } = await people(server)
  const { body } = await admin.put(SETTINGS, { businessName: '  Streaming del Caribe ', receiptThanks: '' })
  expect([body.businessName, body.receiptThanks]).toEqual(['Streaming del Caribe', ''])
  for (const businessName of ['Una\nDos', 'Una\tDos', 'Caribe\u202egnp', '\u2066Caribe', 'Uno\u2028Dos'])
    expect(validationErrorsOf(await admin.put(SETTINGS, { businessName }))).toEqual({ businessName: CONTROL })
  for (const field of ['businessName', 'businessPhone', 'businessTaxId', 'receiptThanks'])
    expect(validationErrorsOf(await admin.put(SETTINGS, { [field]: 'x'.repeat(10_000) }))).toHaveProperty(
      field,
    )
  expect(validationErrorsOf(await admin.put(SETTINGS, { askFromCredits: -1 }))).toHaveProperty(
    'askFromCredits',
  )
})
