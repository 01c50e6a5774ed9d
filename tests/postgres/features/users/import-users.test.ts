import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { IMPORT_MESSAGES } from '../../../../src/domain/imports/import.ts'
import { reconcile } from '../../../../src/server/features/credits/reconcile.ts'
import { licenseTransactions } from '../../../../src/server/platform/database/schema/credits.ts'
import { users } from '../../../../src/server/platform/database/schema/users.ts'
import { Worker } from '../../../../src/server/platform/tasks/worker.ts'
import { type Row, testApp } from '../../../support/app.ts'
import { makeTransaction, TYPE } from '../../../support/credits.ts'
import { importClient } from '../../../support/imports.ts'
import { QUIET } from '../../../support/jobs.ts'
import { hold, untilWaiting } from '../../../support/locks.ts'
import { profileId, type SignedIn, signedIn, storeUser } from '../../../support/people.ts'

const server = testApp()
const workers: Worker[] = []
let admin: SignedIn
const files = importClient(server, '/api/users', () => admin)

beforeEach(async () => {
  await server.db.execute(sql`delete from tasks`)
  admin = await signedIn(server, 'Administrador')
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
})

/** Simulates a separate node. */
const node = (): void => {
  const worker = new Worker(
    { ...server.context, db: server.db, now: () => new Date() },
    { isAlone: false, ...QUIET },
  )
  workers.push(worker)
  worker.start()
}

const ended = async (started: Row): Promise<Row> => {
  await expect.poll(async () => (await files.read(started._id)).state).not.toBe('applying')
  return files.read(started._id)
}

const NAMES = ['ana', 'luis', 'eva']
const later = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
const file = ['username;password;expiry', ...NAMES.map((name) => `${name};clave;${later}`)].join('\n')

test('of two imports of the same users on two nodes, one is applied', async () => {
  const both = [await files.checked(file), await files.checked(file)]
  for (const each of both) expect((await files.apply(each)).status).toBe(202)
  node()
  node()

  const results = await Promise.all(both.map(ended))
  expect(results.map(({ state }) => state).sort()).toEqual(['done', 'outdated'])
  expect(await server.db.select().from(licenseTransactions)).toHaveLength(3)
  expect((await reconcile(server.context, { isFull: true })).isSound).toBe(true)
})

test('aborts if a user with a name of the file is created concurrently', async () => {
  const checked = await files.checked(file)
  await files.apply(checked)
  const { _id, ...row } = await storeUser(server, 'app', {
    name: 'otra',
    profile: await profileId(server, 'app'),
  })
  const commit = await hold(server.db, (tx) =>
    tx.insert(users).values({ ...row, name: 'Luis', nameKey: 'luis' }),
  )
  node()
  await untilWaiting(server.db).finally(commit)

  const result = await ended(checked)
  expect(result).toMatchObject({ state: 'outdated', batch: null })
  expect(result.message).toContain(IMPORT_MESSAGES.rowOutdated(3, IMPORT_MESSAGES.exists))
  expect(await server.db.select().from(users).where(eq(users.name, 'ana'))).toEqual([])
  expect(await server.db.select().from(licenseTransactions)).toEqual([])
})

test('sales of the importer wait for an import, so that the ledger reconciles', async () => {
  const customer = await storeUser(server, 'app')
  const checked = await files.checked(file)
  await files.apply(checked)
  const credit = { userLicensed: customer._id, type: TYPE.CREDIT, period: 'MESES', count: 2 }
  node()
  const sales = await Promise.all([1, 2, 3].map(() => makeTransaction(admin, credit)))
  expect(sales.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await ended(checked)).toMatchObject({ state: 'done', created: 3 })
  expect((await reconcile(server.context)).isSound).toBe(true)
  expect((await reconcile(server.context, { isFull: true })).isSound).toBe(true)
})

test('a later file changes no expiry of a customer who is being sold a month', async () => {
  await files.apply(await files.checked(file))
  node()
  const rowsOf = (name: string) => server.db.select().from(users).where(eq(users.name, name))
  await expect.poll(async () => (await rowsOf('ana')).length).toBe(1)
  const [ana] = await rowsOf('ana')
  const next = new Date(Date.now() + 50 * 86_400_000).toISOString().slice(0, 10)
  const checked = await files.checked(file.replaceAll(later, next))
  expect(checked.counts).toMatchObject({ changed: 3 })
  const commit = await hold(server.db, (tx) =>
    tx.execute(sql`select from users where _id = ${ana?._id ?? ''} for no key update`),
  )
  const sale = makeTransaction(admin, { userLicensed: ana?._id, type: TYPE.SALE, period: 'MESES', count: 1 })
  await untilWaiting(server.db)
  await files.apply(checked, { fields: ['dateExpire'] })
  await commit()
  expect((await sale).status).toBe(200)
  const result = await ended(checked)
  const credits = await server.db.select().from(licenseTransactions)
  expect({ state: result.state, transactions: credits.length }).toEqual(
    result.state === 'done' ? { state: 'done', transactions: 7 } : { state: 'outdated', transactions: 4 },
  )
  expect((await reconcile(server.context, { isFull: true })).isSound).toBe(true)
})
