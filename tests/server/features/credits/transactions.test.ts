import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { addMonths, TRANSACTION_MESSAGES } from '../../../../src/domain/credits/transaction.ts'
import { reconcile } from '../../../../src/server/features/credits/reconcile.ts'
import { newId } from '../../../../src/server/platform/database/ids.ts'
import { auditEntries } from '../../../../src/server/platform/database/schema/audit.ts'
import { licenseTransactions } from '../../../../src/server/platform/database/schema/credits.ts'
import { users } from '../../../../src/server/platform/database/schema/users.ts'
import { type Row, testApp, validationErrorsOf } from '../../../support/app.ts'
import { createTransaction, makeTransaction, process, saleOf, TYPE } from '../../../support/credits.ts'
import { holdingsOf, type People, people, signedInWith, storeUser } from '../../../support/people.ts'

const server = testApp()
const path = '/api/license_transactions'
let team: People
let customer: string

beforeEach(async () => {
  team = await people(server)
  await team.sa.put('/api/settings', { creditPriceMonthly: 350.5, creditPriceYearly: 3600 })
  customer = (
    await storeUser(server, 'app', { createdBy: team.agent.id, name: 'angela', fullName: 'Ángela Peña' })
  )._id
})

const balance = async (id: string) => (await holdingsOf(server, id)).creditToResell
const ledger = () => server.db.select().from(licenseTransactions).orderBy(licenseTransactions.reference)

describe('a sale', () => {
  test('has no effect when created, and changes expiry, balance and record when processed', async () => {
    const created = await createTransaction(team.agent, saleOf(customer, { count: 2 }))
    expect(created).toMatchObject({
      status: 201,
      body: {
        reference: 1,
        status: 'CREATED',
        type: 1,
        typeDescrition: 'Venta',
        userFullName: 'Ángela Peña',
        userName: 'angela',
        creditPrice: 350.5,
        total: 701,
        dateExpireRef: null,
        newDateExpire: addMonths(server.clock.now(), 2).toISOString(),
      },
    })
    expect(await balance(team.agent.id)).toBe(24)
    server.clock.advance(60_000)
    const processed = await process(team.agent, created.body._id)
    const expiry = addMonths(server.clock.now(), 2)
    expect(processed).toMatchObject({
      status: 200,
      body: { status: 'PROCESSED', newDateExpire: expiry.toISOString() },
    })
    expect(await balance(team.agent.id)).toBe(22)
    expect((await holdingsOf(server, customer)).dateExpire).toEqual(expiry)
    expect((await team.agent.get(`/api/users/${customer}`)).body).toMatchObject({ creditAmount: 2 })
  })

  test('in years counts each as twelve months', async () => {
    await team.sa.put('/api/settings', { periods: ['AÑOS'] })
    expect(await makeTransaction(team.agent, saleOf(customer, { period: 'AÑOS', count: 2 }))).toMatchObject({
      status: 200,
      body: { total: 7200 },
    })
    expect(await balance(team.agent.id)).toBe(0)
  })

  test('processed again changes nothing and returns the same record', async () => {
    const first = await makeTransaction(team.agent, saleOf(customer))
    server.clock.advance(3_600_000)
    const again = await process(team.agent, first.body._id)
    expect(again).toMatchObject({ status: 200, body: first.body })
    expect(await balance(team.agent.id)).toBe(23)
  })

  test('above the balance is rejected at its creation, and again at its processing', async () => {
    expect(validationErrorsOf(await createTransaction(team.agent, saleOf(customer, { count: 25 })))).toEqual({
      count: 'No tiene créditos suficientes, su balance es de 24.',
    })
    const [one, two] = [
      await createTransaction(team.agent, saleOf(customer, { count: 20 })),
      await createTransaction(team.agent, saleOf(customer, { count: 20 })),
    ]
    expect((await process(team.agent, one.body._id)).status).toBe(200)
    expect(validationErrorsOf(await process(team.agent, two.body._id))).toEqual({
      count: 'No tiene créditos suficientes, su balance es de 4.',
    })
    expect(await balance(team.agent.id)).toBe(4)
    expect((await ledger()).map(({ status }) => status)).toEqual(['PROCESSED', 'CREATED'])
  })

  test('cannot be processed after fifteen minutes', async () => {
    const created = await createTransaction(team.agent, saleOf(customer))
    server.clock.advance(15 * 60_000 + 1)
    expect(await process(team.agent, created.body._id)).toMatchObject({
      status: 409,
      body: { message: 'La transacción venció sin ser procesada. Realícela de nuevo.' },
    })
    expect(await balance(team.agent.id)).toBe(24)
  })

  test('keeps the price of its creation', async () => {
    const created = await createTransaction(team.agent, saleOf(customer))
    await team.sa.put('/api/settings', { creditPriceMonthly: 999 })
    expect((await process(team.agent, created.body._id)).body.total).toBe(350.5)
  })
})

describe('the other transactions', () => {
  test('a refund shortens the licence and changes no balance', async () => {
    await makeTransaction(team.agent, saleOf(customer, { count: 6 }))
    const refund = await makeTransaction(team.admin, saleOf(customer, { type: TYPE.REFUND, count: 2 }))
    expect(refund.body).toMatchObject({ type: 2, status: 'PROCESSED' })
    expect((await holdingsOf(server, customer)).dateExpire).toEqual(
      addMonths(addMonths(server.clock.now(), 6), -2),
    )
    expect(await balance(team.agent.id)).toBe(18)
  })

  test('a CREDIT is free', async () => {
    expect(
      (await makeTransaction(team.admin, saleOf(customer, { type: TYPE.CREDIT, count: 3 }))).body,
    ).toMatchObject({
      total: 0,
      creditPrice: 350.5,
    })
  })

  test('transfers move months between balances, and back', async () => {
    const transfer = (count: number, type: number = TYPE.TRANSFER) => saleOf(team.agent.id, { type, count })
    expect((await makeTransaction(team.superagent, transfer(10))).status).toBe(200)
    expect([await balance(team.superagent.id), await balance(team.agent.id)]).toEqual([14, 34])
    expect((await makeTransaction(team.admin, transfer(5))).status).toBe(200)
    expect((await makeTransaction(team.admin, transfer(39, TYPE.REFUND_TRANSFER))).status).toBe(200)
    expect(await balance(team.agent.id)).toBe(0)
    expect(validationErrorsOf(await makeTransaction(team.admin, transfer(1, TYPE.REFUND_TRANSFER)))).toEqual({
      count: 'No puede exceder el balance del usuario, que es de 0.',
    })
  })

  test('reject demo users, staff and oneself', async () => {
    const demo = await storeUser(server, 'demo', { createdBy: team.agent.id })
    for (const type of Object.values(TYPE))
      for (const target of [demo._id, team.sa.id, team.admin.id])
        expect((await createTransaction(team.admin, saleOf(target, { type }))).status).toBe(422)
    expect((await createTransaction(team.agent, saleOf(team.agent.id))).status).toBe(404)
    expect(
      (await createTransaction(team.agent, saleOf(team.superagent.id, { type: TYPE.TRANSFER }))).status,
    ).toBe(404)
    expect(
      (await createTransaction(team.superagent, saleOf(team.otherAgent.id, { type: TYPE.TRANSFER }))).status,
    ).toBe(404)
    expect(await ledger()).toEqual([])
  })
})

describe('hostile requests', () => {
  const AMOUNTS = [-1, 0, 0.5, '1e3', Number.NaN, 10_000, 2 ** 53, null, [], ' 5', undefined, true]

  test('with an invalid amount are rejected for each type', async () => {
    for (const [name, type] of Object.entries(TYPE)) {
      const target = type >= TYPE.TRANSFER ? team.agent.id : customer
      for (const count of AMOUNTS)
        expect(
          (await createTransaction(team.admin, saleOf(target, { type, count }))).status,
          `${name} ${count}`,
        ).toBe(422)
    }
    expect(await ledger()).toEqual([])
  })

  test('with an invalid type, period or customer are rejected', async () => {
    for (const [field, values] of [
      ['type', [0, 6, '1', null, 1.5, 'SALE']],
      ['period', ['MES', null, 'meses', undefined]],
      ['userLicensed', [null, '', 7, '../x']],
    ] as const)
      for (const value of values)
        expect(
          validationErrorsOf(await createTransaction(team.agent, saleOf(customer, { [field]: value }))),
        ).toHaveProperty(field)
  })

  test('cannot set the fields of the server', async () => {
    const fields = [
      'status',
      'total',
      'creditPrice',
      'reference',
      'newDateExpire',
      'userCreated',
      'date',
      '_id',
    ]
    for (const field of fields)
      expect(
        validationErrorsOf(await createTransaction(team.agent, saleOf(customer, { [field]: 1 }))),
      ).toHaveProperty(field)
  })

  test('for users outside of the scope are rejected', async () => {
    const foreign = await storeUser(server, 'app', { createdBy: team.otherAgent.id })
    for (const seller of [team.agent, team.superagent])
      expect((await createTransaction(seller, saleOf(foreign._id))).status).toBe(404)
    expect((await createTransaction(team.admin, saleOf(newId()))).status).toBe(404)
  })

  test('process neither another user’s transaction nor one whose customer left the scope', async () => {
    const { body } = await createTransaction(team.agent, saleOf(customer))
    for (const other of [team.superagent, team.admin, team.sa, team.otherAgent])
      expect((await process(other, body._id)).status).toBe(404)
    expect((await process(team.agent, newId())).status).toBe(404)
    await server.db.update(users).set({ createdBy: team.otherAgent.id }).where(eq(users._id, customer))
    expect((await process(team.agent, body._id)).status).toBe(404)
    expect(await balance(team.agent.id)).toBe(24)
  })

  test('change only the status of a transaction', async () => {
    const { body } = await createTransaction(team.agent, saleOf(customer))
    for (const changes of [{ status: 'CREATED' }, {}, { status: 'PROCESSED', total: 0 }])
      expect((await team.agent.put(`${path}/${body._id}`, changes)).status).toBe(422)
  })

  test('without the permission to sell or to read are rejected', async () => {
    const reader = await signedInWith(server, { 'credit-list': [] })
    const withoutCredits = await signedInWith(server, { 'movie-list': ['register'] })
    expect((await createTransaction(reader, saleOf(customer))).status).toBe(403)
    expect((await reader.get(path)).status).toBe(200)
    for (const address of [path, `${path}/size`, `${path}/totals`])
      expect((await withoutCredits.get(address)).status).toBe(403)
    expect((await server.anonymous.get(path)).status).toBe(401)
  })
})

describe('the idempotency key', () => {
  test('returns the first transaction again, and rejects a different one', async () => {
    const first = await createTransaction(team.agent, saleOf(customer), 'k-1')
    const again = await createTransaction(team.agent, saleOf(customer), 'k-1')
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.body).toEqual(first.body)
    expect(await createTransaction(team.agent, saleOf(customer, { count: 2 }), 'k-1')).toMatchObject({
      status: 422,
      body: { message: 'La clave de la solicitud ya se usó para otra transacción.' },
    })
    expect(await ledger()).toHaveLength(1)
  })

  test('is separate for each user', async () => {
    await createTransaction(team.agent, saleOf(customer), 'k-1')
    expect((await createTransaction(team.admin, saleOf(customer, { count: 3 }), 'k-1')).status).toBe(201)
  })
})

describe('the ledger', () => {
  test('is append-only: a processed row can be neither changed nor deleted', async () => {
    const { body } = await makeTransaction(team.agent, saleOf(customer))
    const own = eq(licenseTransactions._id, String(body._id))
    await expect(server.db.update(licenseTransactions).set({ total: 0 }).where(own)).rejects.toThrow()
    await expect(server.db.delete(licenseTransactions).where(own)).rejects.toThrow()
    await expect(server.db.execute(sql`delete from license_transactions`)).rejects.toThrow()
    expect(await ledger()).toHaveLength(1)
  })

  test('lists and sums the visible rows, and finds them by name and by reference', async () => {
    const other = (await storeUser(server, 'app', { createdBy: team.otherAgent.id, fullName: 'Otro' }))._id
    await makeTransaction(team.agent, saleOf(customer, { count: 2 }))
    await makeTransaction(team.otherAgent, saleOf(other))
    await makeTransaction(team.superagent, saleOf(team.agent.id, { type: TYPE.TRANSFER, count: 3 }))
    await makeTransaction(team.admin, saleOf(customer, { type: TYPE.REFUND }))
    await createTransaction(team.agent, saleOf(customer, { count: 9 }))
    const references = async (client: typeof team.agent, query = '') =>
      (await client.get(`${path}?sort=reference&order=asc&${query}`)).rows.map(({ reference }) => reference)
    expect(await references(team.sa)).toEqual([1, 2, 3, 4, 5])
    expect(await references(team.agent)).toEqual([1, 3, 4, 5])
    expect(await references(team.superagent)).toEqual([1, 3, 4, 5])
    expect(await references(team.otherAgent)).toEqual([2])
    expect(await references(team.sa, 'search=angela pena')).toEqual([1, 4, 5])
    expect(await references(team.sa, 'search=000003')).toEqual([3])
    expect(await references(team.agent, `type=1&userCreated=${team.agent.id}&status=PROCESSED`)).toEqual([1])
    expect((await team.agent.get(`${path}/size?type=1`)).body).toEqual({ count: 2 })
    expect((await team.agent.get(`${path}/totals`)).body).toEqual({
      sales: { count: 1, credits: 2, days: 0, total: 701 },
      refunds: { count: 1, credits: 1, days: 0, total: 350.5 },
      credits: { count: 0, credits: 0, days: 0, total: 0 },
      transfers: { count: 1, credits: 3, days: 0, total: 1051.5 },
      refundTransfers: { count: 0, credits: 0, days: 0, total: 0 },
    })
    expect((await team.otherAgent.get(`${path}/totals`)).body.sales).toEqual({
      count: 1,
      credits: 1,
      days: 0,
      total: 350.5,
    })
    const [first] = (await team.agent.get(`${path}?search=1`)).rows
    expect((await team.otherAgent.get(`${path}/${first?._id}`)).status).toBe(404)
  })

  test('sorts by every column in both directions', async () => {
    const other = (await storeUser(server, 'app', { createdBy: team.otherAgent.id, fullName: 'Óscar' }))._id
    await team.sa.put('/api/settings', { periods: ['MESES', 'AÑOS'] })
    await makeTransaction(team.agent, saleOf(customer, { count: 2 }))
    await makeTransaction(team.sa, saleOf(other, { period: 'AÑOS', count: 5 }))
    await makeTransaction(team.superagent, saleOf(team.agent.id, { type: TYPE.TRANSFER, count: 3 }))
    await makeTransaction(team.admin, saleOf(customer, { type: TYPE.REFUND }))
    await makeTransaction(team.sa, saleOf(other, { type: TYPE.CREDIT, count: 4 }))
    const rank = { MESES: 1, AÑOS: 0 }
    const sortedBy = (row: Row, field: string) =>
      field === 'period' ? rank[row.period === 'MESES' ? 'MESES' : 'AÑOS'] : row[field]
    const compare = (one: unknown, two: unknown) =>
      typeof one === 'number' && typeof two === 'number'
        ? one - two
        : String(one).localeCompare(String(two), 'es')
    for (const field of [
      'date',
      'reference',
      'userCreatedName',
      'userFullName',
      'typeDescrition',
      'period',
      'count',
      'creditPrice',
      'total',
    ])
      for (const order of ['asc', 'desc']) {
        const { rows } = await team.sa.get(`${path}?sort=${field}&order=${order}`)
        const values = rows.map((row) => sortedBy(row, field))
        const sorted = [...values].sort(compare)
        expect(values, `${field} ${order}`).toEqual(order === 'asc' ? sorted : sorted.reverse())
        expect(new Set(values).size, field).toBeGreaterThan(field === 'date' ? 0 : 1)
      }
  })

  test('is searched by description', async () => {
    const { body } = await makeTransaction(
      team.agent,
      saleOf(customer, { description: 'Pagó con Depósito 4471' }),
    )
    expect(body.saved).toBe(true)
    for (const words of ['deposito', 'PAGÓ 4471', 'angela deposito'])
      expect((await team.sa.get(`${path}?search=${encodeURIComponent(words)}`)).rows).toHaveLength(1)
    expect((await team.sa.get(`${path}?search=efectivo`)).rows).toEqual([])
  })

  test('filters by whole days of the service, both ends included', async () => {
    server.clock.set(new Date('2026-11-20T03:59:59.000Z'))
    const { admin } = await people(server)
    await makeTransaction(admin, saleOf(customer))
    server.clock.advance(1000)
    await makeTransaction(admin, saleOf(customer))
    const count = async (query: string) => (await admin.get(`${path}/size?${query}`)).body.count
    expect(await count('dateBeging=2026-11-20&dateFinish=2026-11-20')).toBe(1)
    expect(await count('dateFinish=2026-11-19')).toBe(1)
    expect((await admin.get(`${path}?type=9`)).status).toBe(422)
    expect((await admin.get(`${path}?status=X`)).status).toBe(422)
  })
})

describe('a transaction in days', () => {
  const DAY = 86_400_000
  const inDays = (days: number) => new Date(server.clock.now().getTime() + days * DAY)
  const days = (changes: Row = {}) => saleOf(customer, { type: TYPE.CREDIT, period: 'DIAS', ...changes })
  const exact = (until: Date, changes: Row = {}) =>
    days({ count: undefined, until: until.toISOString(), ...changes })

  test('adds days for no price, and sums them apart from credits', async () => {
    const made = await makeTransaction(team.admin, days({ count: 3 }))
    expect(made).toMatchObject({
      status: 200,
      body: { period: 'DIAS', count: 3, creditPrice: 0, total: 0, until: null },
    })
    expect((await holdingsOf(server, customer)).dateExpire).toEqual(inDays(3))
    expect((await team.sa.get(`${path}/totals`)).body).toMatchObject({
      credits: { count: 1, credits: 0, days: 3, total: 0 },
    })
    expect((await team.sa.get(`${path}?period=DIAS`)).rows).toHaveLength(1)
    expect((await team.sa.get(`${path}?period=MESES`)).rows).toEqual([])
  })

  test('sets the exact expiry, and counts its days rounded up', async () => {
    const until = inDays(40.2)
    const made = await makeTransaction(team.admin, exact(until))
    expect(made).toMatchObject({
      status: 200,
      body: { count: 41, until: until.toISOString(), newDateExpire: until.toISOString() },
    })
    expect((await holdingsOf(server, customer)).dateExpire).toEqual(until)
    const back = inDays(12)
    expect(await makeTransaction(team.admin, exact(back, { type: TYPE.REFUND }))).toMatchObject({
      status: 200,
      body: { count: 29, newDateExpire: back.toISOString() },
    })
  })

  test('changes nothing if the licence runs longer when it is processed', async () => {
    const created = await createTransaction(team.admin, exact(inDays(10)))
    await makeTransaction(team.agent, saleOf(customer))
    const expiry = (await holdingsOf(server, customer)).dateExpire
    expect(validationErrorsOf(await process(team.admin, created.body._id))).toHaveProperty('until')
    expect((await holdingsOf(server, customer)).dateExpire).toEqual(expiry)
  })

  test('with an exact expiry counts its days when it is processed, whatever was sold since its creation', async () => {
    await makeTransaction(team.admin, days({ count: 10 }))
    const credit = await createTransaction(team.admin, exact(inDays(60)))
    const refund = await createTransaction(team.admin, exact(inDays(5), { type: TYPE.REFUND }))
    expect([credit.body.count, refund.body.count]).toEqual([50, 5])
    await makeTransaction(team.agent, saleOf(customer))
    const { dateExpire } = await holdingsOf(server, customer)
    const added = Math.ceil((inDays(60).getTime() - (dateExpire?.getTime() ?? 0)) / DAY)
    expect(added).toBeLessThan(25)
    const processed = await process(team.admin, credit.body._id)
    expect(processed).toMatchObject({ status: 200, body: { count: added } })
    expect((await process(team.admin, credit.body._id)).body).toEqual(processed.body)
    expect((await process(team.admin, refund.body._id)).body).toMatchObject({ count: 55 })
    expect((await ledger()).map(({ count }) => count)).toEqual([10, added, 55, 1])
    expect((await team.sa.get(`${path}/totals`)).body).toMatchObject({
      credits: { count: 2, days: 10 + added },
      refunds: { count: 1, days: 55 },
    })
    const events = await server.db.select().from(auditEntries).where(eq(auditEntries.action, 'process'))
    expect(events.flatMap(({ changes }) => changes)).toEqual(
      expect.arrayContaining([
        { field: 'count', before: null, after: added },
        { field: 'count', before: null, after: 55 },
      ]),
    )
    const { licences, sums } = await reconcile(server.context)
    expect([licences.differences, sums.differences]).toEqual([[], []])
  })

  test('is rejected for resellers, other types, staff, and with both a number and an expiry', async () => {
    const errors = async (seller: People['agent'], body: Row) =>
      Object.keys(validationErrorsOf(await createTransaction(seller, body)))
    expect(await errors(team.agent, days())).toEqual(['type'])
    expect(await errors(team.admin, days({ type: TYPE.SALE }))).toEqual(['period'])
    expect(await errors(team.admin, days({ type: TYPE.TRANSFER, userLicensed: team.agent.id }))).toEqual([
      'period',
    ])
    expect(await errors(team.admin, days({ userLicensed: team.agent.id }))).toEqual(['type'])
    expect(await errors(team.admin, days({ until: inDays(3).toISOString() }))).toEqual(['until'])
    expect(await errors(team.admin, days({ count: undefined }))).toEqual(['count'])
    expect(await errors(team.admin, exact(inDays(3), { period: 'MESES' }))).toEqual(['until'])
    for (const count of [0, -1, 1.5, 10_000])
      expect(await errors(team.admin, days({ count }))).toEqual(['count'])
    for (const until of ['mañana', '2027-02-30T00:00:00Z', 7, null])
      expect(await errors(team.admin, days({ count: undefined, until }))).toEqual(['until'])
    for (const until of ['0000-01-01', '0001-01-01', '0099-12-31', '1999-12-31'])
      expect(
        validationErrorsOf(
          await createTransaction(team.admin, days({ count: undefined, until: `${until}T00:00:00Z` })),
        ),
      ).toEqual({ until: TRANSACTION_MESSAGES.untilOld })
    expect(await errors(team.admin, exact(new Date('9999-12-31T23:59:59Z')))).toEqual(['until'])
    expect(await errors(team.admin, days({ count: undefined, until: '9999-12-31T23:59:59-14:00' }))).toEqual([
      'until',
    ])
    expect(await ledger()).toEqual([])
  })

  test('with an idempotency key is repeated with its expiry alone', async () => {
    const body = exact(inDays(5))
    const first = await createTransaction(team.admin, body, 'clave')
    expect(await createTransaction(team.admin, body, 'clave')).toMatchObject({
      status: 200,
      body: { _id: first.body._id },
    })
    expect(await createTransaction(team.admin, exact(inDays(6)), 'clave')).toMatchObject({ status: 422 })
    expect(await createTransaction(team.admin, days({ count: 5 }), 'clave')).toMatchObject({ status: 422 })
  })
})
