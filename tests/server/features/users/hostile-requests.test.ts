import { describe, expect, inject, test } from 'vitest'
import { testApp, validationErrorsOf } from '../../../support/app.ts'
import { newUser, people, profileId, storeUser } from '../../../support/people.ts'

const server = testApp()
const api = '/api/users'

const TEXTS = [
  'name',
  'fullName',
  'email',
  'address',
  'telePhone',
  'celPhone',
  'comment',
  'platform',
  'profile',
]
const SWITCHES = ['mailNotify', 'useTvList']
const odd: unknown[] = [null, 1, -1, 1e308, true, [], {}, ['a'], { $gt: '' }]

/** All values when the tests run exhaustively, otherwise two in turn for each field. */
const oddFor = (index: number): unknown[] =>
  inject('isExhaustive') ? odd : odd.filter((_, place) => (place + 2 * index) % odd.length < 2)

describe('a value of the wrong kind', () => {
  test('is rejected in every text field, by name', async () => {
    const { sa } = await people(server)
    const profile = await profileId(server, 'app')
    const { _id } = await storeUser(server, 'app')
    for (const [index, field] of TEXTS.entries())
      for (const value of oddFor(index)) {
        const answers = [
          await sa.post(api, newUser(profile, { [field]: value })),
          await sa.put(`${api}/${_id}`, { [field]: value }),
        ]
        for (const answer of answers) {
          expect(answer.status, `${field} ${JSON.stringify(value)}`).toBe(422)
          expect(Object.keys(validationErrorsOf(answer))).toEqual([field])
        }
      }
  })

  test('is rejected in every boolean field', async () => {
    const { sa } = await people(server)
    const { _id } = await storeUser(server, 'app')
    for (const field of SWITCHES)
      for (const value of [null, 1, 0, 'true', '', [], {}]) {
        const answer = await sa.put(`${api}/${_id}`, { [field]: value })
        expect(Object.keys(validationErrorsOf(answer)), `${field} ${JSON.stringify(value)}`).toEqual([field])
      }
  })

  test.each([[null], [[]], ['texto'], [1], [true]])('is rejected as a body: %j', async (body) => {
    const { sa } = await people(server)
    const { _id } = await storeUser(server, 'app')
    const payload = JSON.stringify(body)
    for (const answer of [await sa.post(api, payload), await sa.put(`${api}/${_id}`, payload)]) {
      expect(answer.status).toBe(422)
      expect(answer.body.message).not.toMatch(/expected|Invalid/)
    }
  })
})

describe('a text that is too long or cannot be stored', () => {
  test.each([
    ['name', 61],
    ['fullName', 151],
    ['address', 301],
    ['comment', 2_001],
    ['platform', 151],
    ['password', 201],
  ])('is rejected: %s of %i characters', async (field, length) => {
    const { sa } = await people(server)
    const answer = await sa.post(
      api,
      newUser(await profileId(server, 'app'), { [field]: 'x'.repeat(length) }),
    )
    expect(Object.keys(validationErrorsOf(answer))).toEqual([field])
  })

  test.each(['a\u0000b', '\ud800', 'a\udfffb'])('is rejected: %j', async (value) => {
    const { sa } = await people(server)
    const { _id } = await storeUser(server, 'app')
    for (const field of ['name', 'fullName', 'address', 'comment']) {
      const answer = await sa.put(`${api}/${_id}`, { [field]: value })
      expect(validationErrorsOf(answer)).toEqual({ [field]: 'Contiene caracteres no permitidos.' })
    }
  })
})

test('messages are never in English', async () => {
  const { sa } = await people(server)
  const { _id } = await storeUser(server, 'app')
  const fields = [...TEXTS, ...SWITCHES, 'status', 'password', 'device', 'dateUpdate', 'otro']
  for (const [index, field] of fields.entries())
    for (const value of oddFor(index)) {
      const { text } = await sa.put(`${api}/${_id}`, { [field]: value })
      expect(text, field).not.toMatch(/Invalid|expected|Unrecognized|received|must/)
    }
})
