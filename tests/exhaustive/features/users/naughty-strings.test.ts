import { expect, test } from 'vitest'
import { cleanPhone, withoutMargins } from '../../../../src/domain/validation/contact.ts'
import naughty from '../../../data/blns.json' with { type: 'json' }
import { type Row, testApp } from '../../../support/app.ts'
import { writeTexts } from '../../../support/naughty.ts'
import { people, storeUser } from '../../../support/people.ts'

const server = testApp()
const SECRET = 'password'
const TEXTS = ['name', 'fullName', 'email', 'address', 'telePhone', 'celPhone', 'comment', 'platform', SECRET]

/** Normalised forms in which fields are stored (rules U11, U12). */
const STORED: Readonly<Record<string, (text: string) => string>> = {
  name: (name) => name.normalize('NFKC').trim(),
  email: withoutMargins,
  telePhone: cleanPhone,
  celPhone: cleanPhone,
}

const normalised = (texts: Row): Row =>
  Object.fromEntries(
    Object.entries(texts).map(([field, text]) => [field, STORED[field]?.(String(text)) ?? text]),
  )

test('every text field of a user stores or rejects each awkward string', async () => {
  const { sa } = await people(server)
  const neighbour = await storeUser(server, 'app', { name: 'vecina', comment: 'intacta' })
  const user = await storeUser(server, 'app')
  const path = `/api/users/${user._id}`
  const before = (await sa.get(`/api/users/${neighbour._id}`)).body
  for (const value of naughty) {
    const texts = Object.fromEntries(TEXTS.map((field) => [field, value]))
    await writeTexts(sa, path, texts, [SECRET], normalised)
  }
  expect((await sa.get(`/api/users/${neighbour._id}`)).body).toEqual(before)
  expect((await sa.get('/api/users/size')).body).toEqual({ count: 7 })
})

test('sign-in, search and filters accept or reject each awkward string', async () => {
  const { sa } = await people(server)
  for (const value of naughty) {
    const credentials = { name: value, password: value }
    const answer = await server.anonymous.post('/auth/local', credentials)
    expect([401, 422, 429], value).toContain(answer.status)
    const text = encodeURIComponent(value)
    for (const query of [`search=${text}`, `platform=${text}&dateBeging=${text}&sort=${text}&${text}=1`]) {
      const found = await sa.get(`/api/users/short?${query}`)
      expect([200, 422], query).toContain(found.status)
    }
    expect([404, 414, 422]).toContain((await sa.get(`/api/users/${text || 'x'}`)).status)
  }
})
