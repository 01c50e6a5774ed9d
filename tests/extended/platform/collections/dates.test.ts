import { beforeAll, describe, expect, test } from 'vitest'
import { type Row, testApp, validationErrorsOf } from '../../../support/app.ts'
import { ENTITIES } from '../../../support/entities.ts'
import { create } from '../../../support/films.ts'
import { type SignedIn, signedIn } from '../../../support/people.ts'

const server = testApp({ keep: true })
let sa: SignedIn
beforeAll(async () => {
  sa = await signedIn(server, 'sa')
})

interface Parameter {
  in: string
  name: string
  schema?: { format?: string }
}

/** Every date parameter of the contract. */
const dayParameters = async (): Promise<{ path: string; name: string }[]> => {
  const { paths } = (await server.anonymous.get('/api/openapi.json')).body
  const described: Record<string, { get?: { parameters?: Parameter[] } }> = Object.assign({}, paths)
  return Object.entries(described).flatMap(([path, { get: { parameters = [] } = {} }]) =>
    parameters
      .filter((each) => each.in === 'query' && each.schema?.format === 'date')
      .map(({ name }) => ({ path: path.replace(/\{\w+\}/, sa.id), name })),
  )
}

describe('a day to filter by', () => {
  test('is accepted until 9998-12-31 by every list, count and sum', async () => {
    const found = await dayParameters()
    expect(found.length).toBeGreaterThan(30)
    for (const { path, name } of found)
      for (const day of ['1000-01-01', '9998-12-31']) {
        const { status, text } = await sa.get(`${path}?${name}=${day}`)
        expect(status, `${path}?${name}=${day} ${text}`).toBe(200)
      }
  })

  test('out of range or invalid is a 422 that names it', async () => {
    const beyond = ['9999-01-01', '9999-12-30', '0000-01-01', '2026-02-29']
    const odd = ['9999-12-31', '10000-01-01', '%2B010000-01-01', '0999-12-31', '-000044-03-15', '']
    const found = await dayParameters()
    const [first] = found
    // All share one schema, so unusual values are tried on one of them.
    for (const { path, name } of found)
      for (const day of path === first?.path ? [...beyond, ...odd] : beyond) {
        const answer = await sa.get(`${path}?${name}=${day}`)
        expect([answer.status, ...Object.keys(validationErrorsOf(answer))], `${path}?${name}=${day}`).toEqual(
          [422, name],
        )
      }
  })

  test('limits a repair of many reports in the same way', async () => {
    const repair = (body: Row) => sa.post('/api/issues/changeAllToFixes', body)
    for (const field of ['dateBeging', 'dateFinish']) {
      expect((await repair({ [field]: '9998-12-31' })).status, field).toBe(200)
      for (const day of ['9999-12-30', '9999-12-31', '0000-01-01', '2026-02-29'])
        expect(Object.keys(validationErrorsOf(await repair({ [field]: day }))), `${field} ${day}`).toEqual([
          field,
        ])
    }
  })
})

describe('a date of a record', () => {
  const dated = Object.values(ENTITIES).filter(({ fields }) => fields.includes('released'))
  const impossible = [
    '9999-12-31',
    '1799-12-31',
    '0000-01-01',
    '2026-02-29',
    '2026-01-01T00:00:00+25:00',
    '-000044-03-15',
  ]

  test('is stored and returned in UTC for any offset', async () => {
    for (const { path, body } of dated) {
      const released = '2014-09-26T22:00:00-04:00'
      const { _id, ...stored } = await create(sa, path, { ...body, title: 'Con su hora', released })
      expect(stored.released, path).toBe('2014-09-27T02:00:00.000Z')
      const answer = await sa.put(`${path}/${_id}`, {
        released: '2014-09-26T01:00:00+05:45',
        dateCreate: '2020-02-29T23:00:00-01:30',
      })
      expect(answer.body, path).toMatchObject({
        released: '2014-09-25T19:15:00.000Z',
        dateCreate: '2020-03-01T00:30:00.000Z',
      })
      expect((await sa.get(`${path}/${_id}`)).body, path).toEqual(answer.body)
    }
    const { body } = await sa.put('/api/settings', { dateControl: '2030-12-31T22:00:00-04:00' })
    expect(body.dateControl).toBe('2031-01-01T02:00:00.000Z')
  })

  test('that is invalid is a 422 that names it', async () => {
    for (const { path, body } of dated) {
      const { _id } = await create(sa, path, { ...body, title: 'Sin fecha' })
      for (const value of impossible)
        for (const field of ['released', 'dateCreate', 'dateUpdate']) {
          const answer = await sa.put(`${path}/${_id}`, { [field]: value })
          expect(
            [answer.status, ...Object.keys(validationErrorsOf(answer))],
            `${path} ${field} ${value}`,
          ).toEqual([422, field])
        }
    }
    for (const dateControl of impossible)
      expect(
        Object.keys(validationErrorsOf(await sa.put('/api/settings', { dateControl }))),
        dateControl,
      ).toEqual(['dateControl'])
  })

  test('at the end of the range allows later edits', async () => {
    const { path, body } = ENTITIES.series
    const { _id } = await create(sa, path, { ...body, title: 'Del futuro' })
    for (const dateCreate of [
      '1800-01-01',
      '3000-12-31',
      '3000-12-31T23:59:59.999Z',
      '1800-01-01T00:00:00Z',
    ]) {
      expect((await sa.put(`${path}/${_id}`, { dateCreate })).status, dateCreate).toBe(200)
      const { status, text } = await sa.put(`${path}/${_id}`, { reference: dateCreate })
      expect(status, `${dateCreate} ${text}`).toBe(200)
    }
  })
})
