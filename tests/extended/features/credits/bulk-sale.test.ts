import { beforeEach, describe, expect, test } from 'vitest'
import { addMonths } from '../../../../src/domain/credits/transaction.ts'
import { reconcile } from '../../../../src/server/features/credits/reconcile.ts'
import { newId } from '../../../../src/server/platform/database/ids.ts'
import { auditEntries } from '../../../../src/server/platform/database/schema/audit.ts'
import { licenseTransactions } from '../../../../src/server/platform/database/schema/credits.ts'
import { type Answer, type Client, type Row, testApp, validationErrorsOf } from '../../../support/app.ts'
import { makeTransaction, saleOf } from '../../../support/credits.ts'
import {
  holdingsOf,
  type People,
  people,
  signedInWith,
  storeUser,
  storeUsers,
} from '../../../support/people.ts'
import { sentBy } from '../../../support/statements.ts'

const server = testApp()
const path = '/api/license_transactions/bulk'
let team: People
/** The agent's customers, in order of their expiry. */
let customers: string[]
const DAY = 24 * 60 * 60 * 1000

beforeEach(async () => {
  team = await people(server)
  await team.sa.put('/api/settings', { creditPriceMonthly: 350.5, creditPriceYearly: 3600 })
  customers = await customersOf(team.agent.id, 3)
})

const soon = (days: number): Date => new Date(server.clock.now().getTime() + days * DAY)

async function customersOf(createdBy: string, count: number): Promise<string[]> {
  const rows = await storeUsers(
    server,
    Array.from({ length: count }, (_, index) => [
      'app',
      { createdBy, fullName: `Cliente ${index + 1}`, dateExpire: soon(index) },
    ]),
  )
  return rows.map(({ _id }) => _id)
}

const terms = (changes: Row = {}): Row => ({ period: 'MESES', count: 1, ...changes })
const preview = (seller: Client, body: Row): Promise<Answer> => seller.post(`${path}/preview`, body)
const sell = (seller: Client, ids: readonly string[], changes: Row = {}, key = newId()): Promise<Answer> =>
  seller.post(path, terms({ ids, ...changes }), { headers: { 'idempotency-key': key } })
const balance = async (id: string) => (await holdingsOf(server, id)).creditToResell
const expiry = async (id: string) => (await holdingsOf(server, id)).dateExpire
const ledger = () => server.db.select().from(licenseTransactions).orderBy(licenseTransactions.posting)

describe('a bulk sale', () => {
  test('writes the same rows as single sales', async () => {
    const alone = await storeUser(server, 'app', { createdBy: team.agent.id, fullName: 'Cliente solo' })
    await makeTransaction(team.agent, saleOf(alone._id, { count: 2, description: 'Promoción' }))
    const answer = await sell(team.agent, customers, { count: 2, description: 'Promoción', total: 2103 })
    expect(answer.status).toBe(201)
    expect(answer.rows.map(({ userLicensed }) => userLicensed)).toEqual(customers)
    expect(answer.rows.map(({ reference }) => reference)).toEqual([2, 3, 4])
    const [single, ...several] = await ledger()
    const own = ['_id', 'reference', 'posting', 'idempotencyKey', 'userLicensed', 'userFullName', 'search']
    const dated = [...own, 'dateExpire', 'newDateExpire']
    const without = (row: object | undefined) =>
      Object.fromEntries(Object.entries(row ?? {}).filter(([name]) => !dated.includes(name)))
    expect(several).toHaveLength(3)
    for (const row of several) expect(without(row)).toEqual(without(single))
    expect(new Set(several.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(3)
    expect(await balance(team.agent.id)).toBe(24 - 2 - 6)
    for (const [index, id] of customers.entries()) expect(await expiry(id)).toEqual(addMonths(soon(index), 2))
    const events = await server.db.select().from(auditEntries)
    const processed = events.filter(({ action }) => action === 'process')
    expect(processed.map(({ record }) => record).sort()).toEqual(
      (await ledger()).map(({ _id }) => _id).sort(),
    )
    expect(new Set(processed.map(({ changes }) => changes.map(({ field }) => field).join())).size).toBe(1)
    // The stored balance of 24 comes from no transaction.
    expect((await reconcile(server.context)).sums.differences).toEqual([])
  })

  test('repeated with its key returns the same transactions; another sale with that key is rejected', async () => {
    const first = await sell(team.agent, customers, {}, 'una-clave')
    server.clock.advance(3_600_000)
    const again = await sell(team.agent, [...customers].reverse(), {}, 'una-clave')
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.rows).toEqual(first.rows)
    const others = [
      sell(team.agent, customers.slice(0, 2), {}, 'una-clave'),
      sell(team.agent, [...customers, newId()], {}, 'una-clave'),
      sell(team.agent, customers, { count: 2 }, 'una-clave'),
    ]
    for (const { status, body } of await Promise.all(others)) {
      expect(status).toBe(422)
      expect(body.message).toBe('La clave de la solicitud ya se usó para otra transacción.')
    }
    expect(await balance(team.agent.id)).toBe(21)
    // Keys are unique per seller.
    expect((await sell(team.admin, customers, {}, 'una-clave')).status).toBe(201)
  })

  test('sells to nobody if any user is refused, and names each refused one', async () => {
    const [foreign] = await customersOf(team.otherAgent.id, 1)
    const demo = await storeUser(server, 'demo', { createdBy: team.agent.id, fullName: 'Demo Uno' })
    const ids = [customers[0] ?? '', demo._id, foreign ?? '', newId()]
    const answer = await sell(team.agent, ids)
    expect(answer.body.message).toBe('No se puede vender a 3 de los 4 usuarios: no se vendió a ninguno.')
    expect(validationErrorsOf(answer)).toEqual({
      [`users.${demo._id}`]: 'Demo Uno: Es un demo: no compra licencias.',
      [`users.${foreign}`]: 'El registro no existe.',
      [`users.${ids[3]}`]: 'El registro no existe.',
    })
    expect(await ledger()).toEqual([])
    expect(await balance(team.agent.id)).toBe(24)
  })

  test('sells to nobody if the balance is insufficient; the preview refuses those whose licence ends last', async () => {
    const many = await customersOf(team.agent.id, 25)
    const shown = await preview(team.agent, terms({ ids: many, expected: 25 }))
    expect(shown.body).toMatchObject({ balance: { before: 24, after: 0 }, creditPrice: 350.5, total: 8412 })
    const refused = salesOf(shown).filter(({ message }) => message !== '')
    expect(refused).toMatchObject([
      {
        _id: many[24],
        newDateExpire: null,
        message: 'No tiene créditos suficientes: su balance de 24 no alcanza para todos.',
      },
    ])
    expect((await sell(team.agent, many)).status).toBe(422)
    expect(await ledger()).toEqual([])
    expect((await sell(team.agent, many.slice(0, 24))).status).toBe(201)
    expect(await balance(team.agent.id)).toBe(0)
  })

  test('is rejected if the total differs from the expected one', async () => {
    await team.sa.put('/api/settings', { creditPriceMonthly: 400 })
    expect(await sell(team.agent, customers, { total: 1051.5 })).toMatchObject({
      status: 409,
      body: { code: 'TOTAL', message: expect.stringContaining('1,200.00') },
    })
    expect(await ledger()).toEqual([])
  })

  test('reduces the balance of a reseller, but none for an administrator', async () => {
    await sell(team.superagent, customers)
    await sell(team.admin, customers)
    expect([await balance(team.superagent.id), await balance(team.agent.id)]).toEqual([21, 24])
    expect((await preview(team.admin, terms({ ids: customers, expected: 3 }))).body.balance).toBeNull()
    expect((await sell(team.otherAgent, customers)).status).toBe(422)
  })

  test('requires the permission to sell; the preview also requires that to list users', async () => {
    const reader = await signedInWith(server, { 'user-list': ['register', 'modify', 'delete'] })
    const seller = await signedInWith(server, { 'credit-list': ['register'] })
    const body = terms({ ids: customers, expected: 3 })
    expect([(await preview(reader, body)).status, (await sell(reader, customers)).status]).toEqual([403, 403])
    expect([(await preview(seller, body)).status, (await sell(seller, customers)).status]).toEqual([403, 201])
  })

  test('takes the same number of statements for 3 and for 300 users', async () => {
    const many = await customersOf(team.agent.id, 300)
    // The first request also reads settings and permissions.
    await sell(team.admin, customers)
    const few = await statementsOf(() => sell(team.admin, customers))
    expect(few).toBe(await statementsOf(() => sell(team.admin, many)))
    expect(few).toBeLessThanOrEqual(9)
    expect((await reconcile(server.context)).sums.differences).toEqual([])
  })
})

describe('a preview', () => {
  test('shows users, totals and new expiries, and writes nothing', async () => {
    const disabled = await storeUser(server, 'app', { createdBy: team.agent.id, status: 'disable' })
    const { status, body } = await preview(
      team.agent,
      terms({ ids: [disabled._id, ...customers], expected: 4, count: 3 }),
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({ creditPrice: 350.5, total: 4206, balance: { before: 24, after: 12 } })
    expect(body.sales).toMatchObject([
      ...customers.map((_id, index) => ({
        _id,
        fullName: `Cliente ${index + 1}`,
        status: 'enable',
        dateExpire: soon(index).toISOString(),
        newDateExpire: addMonths(soon(index), 3).toISOString(),
        total: 1051.5,
        message: '',
      })),
      { _id: disabled._id, status: 'disable', newDateExpire: addMonths(server.clock.now(), 3).toISOString() },
    ])
    expect(await ledger()).toEqual([])
  })

  test('accepts the filters of the list, and requires the expected number', async () => {
    await customersOf(team.otherAgent.id, 2)
    const days = { dateBeging: '2026-03-15', dateFinish: '2026-03-16', sort: 'dateExpire', page: '2' }
    const body = terms({ filter: days, expected: 2 })
    expect(salesOf(await preview(team.agent, body)).map(({ _id }) => _id)).toEqual(customers.slice(0, 2))
    expect(await preview(team.agent, { ...body, expected: 3 })).toMatchObject({
      status: 409,
      body: { code: 'COUNT' },
    })
    expect(await preview(team.otherAgent, terms({ ids: customers, expected: 3 }))).toMatchObject({
      status: 409,
      body: { code: 'COUNT' },
    })
    expect((await preview(team.agent, terms({ filter: { color: 'rojo' }, expected: 2 }))).status).toBe(422)
  })
})

test('rejects invalid bulk sales', async () => {
  const ids = 'Debe ser una lista de 1 a 500 usuarios distintos.'
  const count = 'La cantidad de créditos debe ser mayor que 0 y como máximo 9999.'
  const invalid: [Row, Record<string, string>][] = [
    [{ ids: [] }, { ids }],
    [{ ids: Array.from({ length: 501 }, newId) }, { ids }],
    [{ ids: ['a', 'a'] }, { ids }],
    [{ count: 0 }, { count }],
    [{ count: 1.5 }, { count }],
    [{ count: 10_000 }, { count }],
    [{ type: 3 }, { type: 'El campo no existe o no se puede modificar.' }],
  ]
  for (const [changes, errors] of invalid)
    expect(validationErrorsOf(await sell(team.agent, customers, changes))).toEqual(errors)
  const answer = await team.agent.post(path, terms({ ids: customers }))
  expect(answer).toMatchObject({ status: 422, body: { message: 'Debe enviar la clave de la solicitud.' } })
})

describe('an idempotency key belongs to one request', () => {
  const withKey = (key: string) => ({ headers: { 'idempotency-key': key } })
  const single = (key: string, target = String(customers[0])) =>
    team.agent.post('/api/license_transactions', saleOf(target), withKey(key))
  const reused = { status: 422, body: { message: expect.stringContaining('clave') } }

  test.each(['', '/1'])(
    'a bulk sale with the key of a single sale (%j) is refused, whether that is processed or not',
    async (end) => {
      const key = newId()
      const { body } = await single(`${key}${end}`)
      const [first = ''] = customers
      const sold = () => sell(team.agent, [first], {}, key)
      const expected = end === '' ? reused : { status: 201 }
      expect(await sold()).toMatchObject(expected)
      await team.agent.put(`/api/license_transactions/${body._id}`, { status: 'PROCESSED' })
      expect(await sold()).toMatchObject(end === '' ? reused : { status: 200 })
      expect((await ledger()).filter(({ status }) => status === 'PROCESSED')).toHaveLength(end === '' ? 1 : 2)
    },
  )

  test('a single sale with the key of a bulk sale is refused', async () => {
    const key = newId()
    expect((await sell(team.agent, [String(customers[0])], {}, key)).status).toBe(201)
    expect(await single(key)).toMatchObject(reused)
    expect(await single(key, String(customers[1]))).toMatchObject(reused)
    expect(await ledger()).toHaveLength(1)
  })
})

test('rejects more users than the limit of a bulk sale', async () => {
  await customersOf(team.agent.id, 500)
  expect((await preview(team.agent, terms({ filter: {}, expected: 500 }))).body.message).toBe(
    'Son demasiados usuarios: como máximo se vende a 500 a la vez. Use más filtros.',
  )
})

const salesOf = ({ body }: Answer): Row[] => (Array.isArray(body.sales) ? body.sales : [])

/** Number of statements sent by an action. */
const statementsOf = async (work: () => Promise<Answer>): Promise<number> => {
  const { answer, sent } = await sentBy(work)
  expect(answer.status).toBe(201)
  return sent.length
}
