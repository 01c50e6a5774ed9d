import { count, eq, like, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { BATCH_MESSAGES } from '../../../../src/domain/batches/batch.ts'
import { IMPORT_MESSAGES } from '../../../../src/domain/imports/import.ts'
import { importProof } from '../../../../src/domain/imports/proof.ts'
import { SELLER_MESSAGES } from '../../../../src/domain/users/import-sellers.ts'
import { reconcile } from '../../../../src/server/features/credits/reconcile.ts'
import { auditEntries } from '../../../../src/server/platform/database/schema/audit.ts'
import { batches } from '../../../../src/server/platform/database/schema/batches.ts'
import { importRows, imports } from '../../../../src/server/platform/database/schema/imports.ts'
import { licences, users } from '../../../../src/server/platform/database/schema/users.ts'
import { enqueueMissing } from '../../../../src/server/platform/tasks/queue.ts'
import { type Row, testApp } from '../../../support/app.ts'
import { importClient } from '../../../support/imports.ts'
import { QUIET, runJobs } from '../../../support/jobs.ts'
import { type People, people, storeUser } from '../../../support/people.ts'
import { sentBy } from '../../../support/statements.ts'

const server = testApp()
const api = '/api/users'
let team: People

beforeEach(async () => {
  server.clock.set(new Date('2026-03-10T12:00:00Z'))
  team = await people(server)
})

const asAdmin = importClient(server, api, () => team.admin)

/** More rows than are written at once. */
const ROWS = 5_040
/** A chunk, and some of a second. */
const NEW = 120

/** A file of which most rows are duplicates, so that few passwords are hashed. */
const file = (first: string[] = []): string => {
  const lines = Array.from({ length: NEW }, (_, n) => `nuevo${n},secreta,2026-05-01,`)
  const repeated = Array.from({ length: ROWS - NEW - first.length }, () => 'nuevo0,secreta,2026-05-01,')
  return ['username,password,exp_date,comment', ...first, ...lines, ...repeated].join('\r\n')
}

const written = async (): Promise<number> => {
  const [row] = await server.db.select({ count: count() }).from(users).where(like(users.name, 'nuevo%'))
  return row?.count ?? 0
}

/** The counts of each import in the audit log. */
const importEvents = async () => {
  const found = await server.db.select().from(auditEntries).where(eq(auditEntries.action, 'import'))
  return found.map(({ changes }) => Object.fromEntries(changes.map(({ field, after }) => [field, after])))
}

const listed = async (): Promise<Row[]> => (await team.admin.get('/api/batches')).rows

/** Runs chunks until some rows are written, but not all. */
const writeSome = async (checked: Row): Promise<number> => {
  expect((await asAdmin.apply(checked)).status).toBe(202)
  while ((await written()) === 0) expect(await runJobs(server.context, 1)).toBe(1)
  return written()
}

const soundly = async () => {
  const { licences, sums } = await reconcile(server.context, { isFull: true })
  expect({ licences: licences.differences, sums: sums.differences }).toEqual({ licences: [], sums: [] })
}

describe('a file of more than 5,000 users', () => {
  test('is written in chunks of at most 500, as one batch that is undone as a whole', async () => {
    const counts = { new: NEW, duplicate: ROWS - NEW, changed: 0, same: 0, refused: 0 }
    const first = await asAdmin.checked(file())
    expect(first).toMatchObject({ isChunked: true, total: ROWS, counts })
    const checked = await asAdmin.check(first)
    expect(checked).toMatchObject({ counts, version: 2 })

    expect((await asAdmin.apply(checked)).status).toBe(202)
    await runJobs(server.context, 1)
    expect(await listed()).toMatchObject([{ state: 'running', message: BATCH_MESSAGES.importPreparing }])
    expect((await team.admin.post(`/api/batches/${checked._id}/cancel`)).body).toMatchObject({ done: 0 })

    const some = await writeSome(checked)
    expect(some).toBeLessThan(NEW)
    expect(some).toBeLessThanOrEqual(500)
    const running = { _id: checked._id, state: 'running', done: some, total: NEW, canUndo: false }
    expect(await listed()).toMatchObject([running])
    expect(await asAdmin.read(checked._id)).toMatchObject({ state: 'applying', created: some, done: some })
    expect((await team.admin.get(`${api}/imports`)).rows).toEqual([])
    expect(await team.admin.post(`/api/batches/${checked._id}/undo`)).toMatchObject({
      status: 409,
      body: { message: BATCH_MESSAGES.running },
    })
    expect((await asAdmin.apply(checked)).status).toBe(409)
    expect((await team.admin.delete(`/api/imports/${checked._id}`)).status).toBe(409)

    await runJobs(server.context)
    const done = await asAdmin.read(checked._id)
    expect(done).toMatchObject({ state: 'done', message: '', created: NEW, changed: 0, batch: checked._id })
    expect(await listed()).toMatchObject([
      { state: 'done', done: NEW, total: NEW, changed: NEW, canUndo: true },
    ])
    expect(await importEvents()).toEqual([{ created: NEW, changed: 0 }])
    expect(await written()).toBe(NEW)
    await soundly()
    const left = await server.db.selectDistinct({ verdict: importRows.verdict }).from(importRows)
    expect(left).toEqual([{ verdict: 'duplicate' }])

    expect(await asAdmin.undone(done.batch)).toMatchObject({ state: 'done', changed: NEW, refusedCount: 0 })
    await soundly()
  })

  test('has rows refused that changed since its check, and the others written', async () => {
    const stored = await Promise.all(
      ['viejo1', 'viejo2'].map((name) => storeUser(server, 'app', { name, createdBy: team.admin.id })),
    )
    const checked = await asAdmin.checked(file(['viejo1,,,Moroso', 'viejo2,,,Puntual']))
    expect(checked).toMatchObject({ counts: { new: NEW, changed: 2 } })
    await storeUser(server, 'app', { name: 'NUEVO7' })
    server.clock.advance(60_000)
    expect((await team.admin.put(`${api}/${stored[0]?._id}`, { comment: 'Otro' })).status).toBe(200)

    const done = await asAdmin.applied(checked, { fields: ['comment'] })
    expect(done).toMatchObject({
      state: 'done',
      created: NEW - 1,
      changed: 1,
      counts: { new: NEW - 1, changed: 1, refused: 2 },
    })
    const refused = await asAdmin.rows(checked, '?verdict=refused')
    expect(refused.map(({ title, errors }) => ({ title, errors }))).toEqual([
      { title: 'viejo1', errors: [{ field: '', message: IMPORT_MESSAGES.changed }] },
      { title: 'nuevo7', errors: [{ field: '', message: IMPORT_MESSAGES.exists }] },
    ])
    const cells = await server.db
      .select({ cells: importRows.cells })
      .from(importRows)
      .where(eq(importRows.verdict, 'refused'))
    expect(JSON.stringify(cells)).not.toContain('secreta')
    const [changed] = await server.db
      .select()
      .from(users)
      .where(eq(users._id, stored[1]?._id ?? ''))
    expect(changed).toMatchObject({ comment: 'Puntual' })
    await soundly()
  })

  test('changes the expiries that the review showed, also if it is continued, and refuses the others', async () => {
    const old = Array.from({ length: 30 }, (_, n) => `viejo${n}`)
    const lines = (expiry: string) => old.map((name) => `${name},secreta,${expiry},`)
    const small = (names: string[], expiry: string) =>
      ['username,password,exp_date', ...names.map((name) => `${name},secreta,${expiry}`)].join('\r\n')
    const expiries = { fields: ['dateExpire'] }
    await asAdmin.applied(await asAdmin.checked(small(old, '2026-05-01')))
    const checked = await asAdmin.checked(file(lines('2026-05-05')))
    expect(checked).toMatchObject({ isChunked: true, counts: { changed: 30 } })
    await asAdmin.applied(await asAdmin.checked(small(['viejo3'], '2026-05-20')), expiries)

    expect((await asAdmin.apply(checked, expiries)).status).toBe(202)
    while (Number((await asAdmin.read(checked._id)).changed) === 0)
      expect(await runJobs(server.context, 1)).toBe(1)
    expect(await asAdmin.read(checked._id)).toMatchObject({ state: 'applying' })
    await runJobs(server.context)
    expect(await asAdmin.read(checked._id)).toMatchObject({ state: 'done', changed: 29, created: NEW })
    expect(await asAdmin.rows(checked, '?verdict=refused')).toMatchObject([
      { title: 'viejo3', errors: [{ field: '', message: IMPORT_MESSAGES.changed }] },
    ])
    await soundly()
    expect(await asAdmin.undone(checked._id)).toMatchObject({ state: 'done', changed: NEW, refusedCount: 0 })
  })

  test('that is stopped keeps what is written, which can be undone', async () => {
    const checked = await asAdmin.checked(file())
    const some = await writeSome(checked)
    expect((await team.sa.post(`/api/batches/${checked._id}/cancel`)).status).toBe(404)
    expect(await team.admin.post(`/api/batches/${checked._id}/cancel`)).toMatchObject({
      status: 200,
      body: { state: 'cancelled', done: some, changed: some, message: BATCH_MESSAGES.importEnded },
    })
    await runJobs(server.context)
    expect(await written()).toBe(some)
    expect(await asAdmin.read(checked._id)).toMatchObject({
      state: 'done',
      message: BATCH_MESSAGES.importEnded,
      created: some,
    })
    expect(await importEvents()).toEqual([{ created: some, changed: 0 }])
    expect(await listed()).toMatchObject([{ state: 'cancelled', total: some, canUndo: true }])
    expect((await asAdmin.apply(checked)).status).toBe(409)
    expect(await asAdmin.undone(checked._id)).toMatchObject({ changed: some })
    await soundly()
  })

  test('ends with what is written once its author loses the permission', async () => {
    const checked = await asAdmin.checked(file())
    const some = await writeSome(checked)
    await server.db.update(users).set({ status: 'disable' }).where(eq(users._id, team.admin.id))
    await runJobs(server.context)
    expect(await written()).toBe(some)
    const [row] = await server.db.select().from(imports)
    expect(row).toMatchObject({ state: 'done', message: IMPORT_MESSAGES.forbiddenLater, choice: null })
    const [batch] = await server.db.select().from(batches)
    expect(batch).toMatchObject({ state: 'failed', changed: some, message: IMPORT_MESSAGES.forbiddenLater })
    expect(await importEvents()).toEqual([{ created: some, changed: 0 }])
  })

  test('ends with what is written if its rows are gone, as after a restored backup', async () => {
    const checked = await asAdmin.checked(file())
    const some = await writeSome(checked)
    const batchJob = QUIET.kinds.find(({ name }) => name === 'batch')
    if (!batchJob?.unfinished) throw new Error('No job of batches')
    expect(await batchJob.unfinished(server.db)).toEqual([])
    await server.db.delete(imports)
    await enqueueMissing(server.db, batchJob)
    await runJobs(server.context)
    expect(await listed()).toMatchObject([{ state: 'failed', changed: some, canUndo: true }])
    expect(await asAdmin.undone(checked._id)).toMatchObject({ changed: some })
  })
})

describe('the resellers of such a file', () => {
  const AGENTS = 30
  /** Seconds since 1970. */
  const expiryOf = (n: number): number => 1_780_000_000 + n * 98_765

  /** Customers before their agents, and these before their superagent. */
  const network = (): string => {
    const agent = (n: number) => `agente${n % AGENTS}`
    const customers = Array.from({ length: NEW }, (_, n) => `nuevo${n},secreta,,${agent(n)},${expiryOf(n)},`)
    const repeated = Array.from({ length: ROWS - NEW }, () => `nuevo0,secreta,,${agent(1)},${expiryOf(0)},`)
    const agents = Array.from({ length: AGENTS }, (_, n) => `${agent(n)},clave-larga-9,agent,sofia,,${n}`)
    const head = 'username,password,perfil,agente,exp_date,créditos'
    return [head, ...customers, ...repeated, ...agents, 'sofia,clave-larga-9,superagent,,,500'].join('\r\n')
  }

  test('are written before their customers, whose expiries are exact, as the proof of all chunks says', async () => {
    const { answer: checked, sent } = await sentBy(() => asAdmin.checked(network()))
    expect(checked).toMatchObject({ isChunked: true, counts: { new: NEW + AGENTS + 1, refused: 0 } })
    expect(sent.filter(({ text }) => text.includes('array_position'))).toHaveLength(1)

    const done = await asAdmin.applied(checked)
    expect(done).toMatchObject({ state: 'done', message: '', created: NEW + AGENTS + 1 })
    const seller = alias(users, 'seller')
    const stored = await server.db
      .select({ name: users.name, seller: seller.name, dateExpire: licences.dateExpire })
      .from(users)
      .innerJoin(seller, eq(seller._id, users.createdBy))
      .innerJoin(licences, eq(licences._id, users._id))
      .where(like(users.name, 'nuevo%'))
    expect(stored).toHaveLength(NEW)
    expect(stored).toEqual(
      expect.arrayContaining(
        Array.from({ length: NEW }, (_, n) => ({
          name: `nuevo${n}`,
          seller: `agente${n % AGENTS}`,
          dateExpire: new Date(expiryOf(n) * 1_000),
        })),
      ),
    )
    const credits = 500 + (AGENTS * (AGENTS - 1)) / 2
    const [customers, days, balances] = importProof.parse(done.proof).sums
    expect(customers).toMatchObject({ file: NEW, stored: NEW })
    expect(days?.file).toBeGreaterThan(NEW)
    expect(days?.stored).toBe(days?.file)
    expect(balances).toMatchObject({ file: credits, stored: credits })
    expect(done.proof).toMatchObject({ different: 0, differences: [] })
    await soundly()
    expect(await asAdmin.undone(done.batch)).toMatchObject({ changed: NEW + AGENTS + 1, refusedCount: 0 })
  })

  test('are named by their row, and refused customers are in the proof, when others took a name meanwhile', async () => {
    const checked = await asAdmin.checked(network())
    await storeUser(server, 'app', { name: 'agente7' })
    const done = await asAdmin.applied(checked)
    const own = NEW / AGENTS
    expect(done).toMatchObject({ created: NEW + AGENTS - own, counts: { refused: 1 + own } })
    const refused = await asAdmin.rows(checked, '?verdict=refused')
    expect(refused.map(({ errors }) => errors)).toEqual([
      ...Array.from({ length: own }, () => [{ field: '', message: SELLER_MESSAGES.notImported('agente7') }]),
      [{ field: '', message: IMPORT_MESSAGES.exists }],
    ])
    const [customers] = importProof.parse(done.proof).sums
    expect(customers).toMatchObject({ file: NEW })
    expect(done.proof).toMatchObject({ different: own + 1 })
    await soundly()
  })
})

test('rows are stored in several transactions, and a file whose storing fails leaves none', async () => {
  await server.db.execute(sql`alter table import_rows add constraint few check ("row" < 3000)`)
  const lines = Array.from({ length: 4_000 }, (_, n) => `nuevo${n},secreta,2026-05-01,`)
  const text = ['username,password,exp_date,comment', ...lines].join('\n')
  expect((await asAdmin.upload(text)).status).toBe(500)
  expect(await server.db.select().from(imports)).toEqual([])
  await server.db.execute(sql`alter table import_rows drop constraint few`)
})

test('a file of 100,000 rows and 48 MiB is taken, also with letters of two bytes', async () => {
  const [rows, bytes] = [100_000, 48 * 1024 * 1024]
  const head = 'username,password,exp_date,comment'
  const line = (n: number) =>
    `\nnuevo${n},secreta,2026-05-01,€ `.padEnd(501, 'Plan familiar de la tienda 12 ')
  const text = head + Array.from({ length: rows }, (_, n) => line(n)).join('')
  const file = Buffer.from(text.padEnd(bytes - Buffer.byteLength(text) + text.length, '\n'))
  expect(file).toHaveLength(bytes)
  expect(await asAdmin.upload(file)).toMatchObject({ status: 201, body: { total: rows, isChunked: true } })
})

test('a user sends two files at once, and further ones are refused before their body', async () => {
  const files = Array.from({ length: 5 }, () => asAdmin.upload(file()))
  const other = importClient(server, api, () => team.sa).upload(file())
  const statuses = (await Promise.all(files)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([201, 201, 503, 503, 503])
  expect((await other).status).toBe(201)
  expect((await asAdmin.upload(file())).status).toBe(201)
})
