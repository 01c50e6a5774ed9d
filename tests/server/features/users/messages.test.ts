import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import said from '../../../data/messages-users.json' with { type: 'json' }
import { type Row, testApp, validationErrorsOf } from '../../../support/app.ts'
import { newUser, people, profileId, signedIn, storeUser } from '../../../support/people.ts'

const server = testApp()
const rules = readFileSync(new URL('../../../data/validation-rules.md', import.meta.url), 'utf8')
const blank = [undefined, null, '', '   ']

test('the messages are those of validation-rules.md verbatim', () => {
  for (const [heading, messages] of Object.entries(said)) {
    const section = rules.split(/\n(?=\*\*)/).find((part) => part.startsWith(`**${heading}`))
    for (const message of Object.values(messages)) expect(section, heading).toContain(`'${message}'`)
  }
})

describe('signing in reports', () => {
  const signIn = (body: object) => server.anonymous.post('/auth/local', body)
  const { name, password, both } = said.Login

  test('missing fields', async () => {
    expect(validationErrorsOf(await signIn({ password: 'x' }))).toEqual({ name })
    expect(validationErrorsOf(await signIn({ name: 'x' }))).toEqual({ password })
    const nothing = await signIn({})
    expect(nothing.body.message).toBe(both)
    expect(validationErrorsOf(nothing)).toEqual({ name, password })
  })
})

describe('creating and editing a user report', () => {
  const { name, fullName, address, email, phone, profile, password, credit } = said['User create/modify']

  test.each([
    ['name', name],
    ['fullName', fullName],
    ['address', address],
    ['profile', profile],
  ])('that %s is needed', async (field, message) => {
    const { sa } = await people(server)
    const app = await profileId(server, 'app')
    const { _id } = await storeUser(server, 'app')
    for (const value of blank) {
      expect(validationErrorsOf(await sa.post('/api/users', newUser(app, { [field]: value })))).toEqual({
        [field]: message,
      })
      if (value === undefined) continue
      expect(validationErrorsOf(await sa.put(`/api/users/${_id}`, { [field]: value }))).toEqual({
        [field]: message,
      })
    }
  })

  test('a missing platform', async () => {
    const { sa } = await people(server)
    const app = await profileId(server, 'app')
    for (const platform of blank)
      expect(
        Object.keys(validationErrorsOf(await sa.post('/api/users', newUser(app, { platform })))),
      ).toEqual(['platform'])
  })

  test('invalid e-mail addresses and phones', async () => {
    const { sa } = await people(server)
    const { _id } = await storeUser(server, 'app')
    const errorsOf = async (change: Row) => validationErrorsOf(await sa.put(`/api/users/${_id}`, change))
    for (const value of ['x', 'a@', '@b', 'a b@c.d', 'a@b', 'a@b..c', '<a@b.c>'])
      expect(await errorsOf({ email: value }), value).toEqual({ email })
    for (const value of ['x', '12', '809-555-CASA', '1'.repeat(16), '+'])
      for (const field of ['telePhone', 'celPhone'])
        expect(await errorsOf({ [field]: value }), value).toEqual({ [field]: phone })
  })

  test('nothing for empty e-mail and phones', async () => {
    const { sa } = await people(server)
    const app = await profileId(server, 'app')
    const empty = { email: '', telePhone: '', celPhone: '' }
    expect((await sa.post('/api/users', newUser(app, empty))).status).toBe(201)
  })

  test('a password of less than three characters, and a missing one when creating only', async () => {
    const { sa } = await people(server)
    const app = await profileId(server, 'app')
    for (const value of [undefined, null, '', 'ab'])
      expect(validationErrorsOf(await sa.post('/api/users', newUser(app, { password: value })))).toEqual({
        password,
      })
    expect((await sa.post('/api/users', newUser(app, { password: 'abc' }))).status).toBe(201)
    const { _id } = await storeUser(server, 'app')
    expect(validationErrorsOf(await sa.put(`/api/users/${_id}`, { password: 'ab' }))).toEqual({ password })
    expect((await sa.put(`/api/users/${_id}`, { password: '' })).status).toBe(200)
  })

  test('a reseller without credit', async () => {
    const agent = await signedIn(server, 'agent', { creditToResell: 0 })
    const answer = await agent.post('/api/users', newUser(await profileId(server, 'app')))
    expect(answer.body.message).toBe(credit)
  })
})

test('changing a password reports a wrong old password', async () => {
  const { agent } = await people(server)
  const change = { oldPassword: 'no', newPassword: 'nueva' }
  const answer = await agent.put(`/api/users/${agent.id}/password`, change)
  expect(validationErrorsOf(answer)).toEqual(said['Password change'])
})

describe('the settings report', () => {
  const { appVersionCode, periods, email, emailInvalid, emailDuplicate, alertMessage, url } = said.Settings

  test('each invalid field', async () => {
    const { sa } = await people(server)
    for (const [change, errors] of [
      [{ appVersionCode: null }, { appVersionCode }],
      [{ periods: [] }, { periods }],
      [{ mailsOrigin: [''] }, { 'mailsOrigin.0': email }],
      [{ mailsOrigin: ['x'] }, { 'mailsOrigin.0': emailInvalid }],
      [{ mailsOrigin: ['a@b.example', 'A@b.example'] }, { mailsOrigin: emailDuplicate }],
      [{ alertMessages: ['ok', ' '] }, { 'alertMessages.1': alertMessage }],
      [{ tvUrlBase: 'x' }, { tvUrlBase: url }],
      [{ contentUrlBase: 'ftp://x' }, { contentUrlBase: url }],
      [{ videoTutorialTv: 'javascript:1' }, { videoTutorialTv: url }],
    ])
      expect(validationErrorsOf(await sa.put('/api/settings', change))).toEqual(errors)
  })

  test('messages of more than 150 characters and dates out of range', async () => {
    const { sa } = await people(server)
    for (const change of [{ alertMessages: ['x'.repeat(151)] }, { dateControl: '1799-12-31' }])
      expect((await sa.put('/api/settings', change)).status).toBe(422)
    expect((await sa.put('/api/settings', { alertMessages: ['x'.repeat(150)] })).status).toBe(200)
  })
})

describe('profiles report', () => {
  const { name, duplicate, system } = said.Profile

  test('a missing, taken or system name', async () => {
    const { sa } = await people(server)
    for (const value of blank)
      expect(validationErrorsOf(await sa.post('/api/profiles', { name: value }))).toEqual({ name })
    const taken = await sa.post('/api/profiles', { name: 'demo' })
    expect(taken.body.message).toBe(`${duplicate} demo`)
    const rejected = await sa.delete(`/api/profiles/${await profileId(server, 'demo')}`)
    expect(rejected.body.message).toBe(system)
  })
})
