import { sql } from 'drizzle-orm'
import { newId } from '../../src/server/platform/database/ids.ts'
import { balances } from '../../src/server/platform/database/schema/users.ts'
import { columnCallers, type MatrixCaller, widenResellers } from '../server/access/callers.ts'
import { ENTITY_PATHS, freshRecord, prepareScene, type Scene } from '../server/access/scene.ts'
import type { Row, TestApp } from '../support/app.ts'
import { makeTransaction, saleOf, TYPE } from '../support/credits.ts'
import { create } from '../support/films.ts'
import { importClient } from '../support/imports.ts'
import { keepRows } from '../support/kept-rows.ts'
import { newUser, openSession, profileId, type SignedIn } from '../support/people.ts'

/** Records of every kind, the callers of all roles, and a copy of the database to return to. */
export interface World {
  readonly scene: Scene
  readonly callers: readonly MatrixCaller[]
  /** Ids of records, including other users' ones, and one that no record has. */
  readonly ids: readonly string[]
  /** A second record of each entity, to merge. */
  readonly others: Readonly<Record<string, string>>
  readonly imports: Readonly<Record<'mapping' | 'checked', Row>>
  /** A batch of the admin. */
  readonly batch: string
}

/** A demo with its two hours, which only its creation grants. */
const demoOf = async (test: TestApp, { people: { admin } }: Scene): Promise<SignedIn> => {
  const { _id, name } = await create(admin, '/api/users', newUser(await profileId(test, 'demo')))
  const token = await openSession(test.db, _id, test.clock.now(), true)
  return { ...test.clientOf(token), id: _id, name: String(name), token }
}

/** Resellers with all permissions instead of those of a first start: they get past more checks. */
const callersOf = async (test: TestApp, scene: Scene): Promise<MatrixCaller[]> => {
  const { granted, widened } = await columnCallers(test, scene.people)
  await widenResellers(test)
  const demo = await demoOf(test, scene)
  const others = granted.filter(({ kind }) => kind !== 'agent' && kind !== 'superagent')
  return [
    ...others.map((caller) => (caller.kind === 'demo' ? { ...caller, person: demo } : caller)),
    ...widened,
  ]
}

/** Makes the ledger reconcile, since tests store balances and licences directly, without transactions. */
const balanceLedger = async (
  { db }: TestApp,
  { people: { admin, superagent, agent, otherAgent } }: Scene,
  callers: readonly MatrixCaller[],
): Promise<void> => {
  const unsold = sql`not in (select user_licensed from license_transactions)`
  await db.execute(sql`update licences set date_expire = null where _id ${unsold}`)
  await db.update(balances).set({ months: 0 })
  const make = async (userLicensed: string, changes: Row): Promise<void> => {
    const { status, text } = await makeTransaction(admin, saleOf(userLicensed, changes))
    if (status !== 200) throw new Error(`No transaction was made: ${status} ${text}`)
  }
  for (const { id } of [superagent, agent, otherAgent]) await make(id, { type: TYPE.TRANSFER, count: 40 })
  // Each of them has sold one month.
  await db.execute(sql`update balances set months = months - 1 where _id in (${agent.id}, ${otherAgent.id})`)
  for (const { kind, person } of callers) if (person && kind === 'app') await make(person.id, { count: 12 })
}

const TABLES =
  'users profiles movies series episodes categories channels license_transactions histories issues batches imports ' +
  'webhooks outbox saved_views job_runs'

const idsIn = async ({ db }: TestApp): Promise<string[]> => {
  const queries = TABLES.split(' ').map(
    (table) => sql`(select _id::text as id from ${sql.identifier(table)} order by _id limit 8)`,
  )
  const { rows } = await db.execute<{ id: string }>(sql.join(queries, sql` union all `))
  return rows.map(({ id }) => id)
}

/** Prepares the world once per file. */
export const prepareWorld = async (test: TestApp): Promise<World> => {
  const scene = await prepareScene(test)
  const { sa, admin, agent, otherAgent } = scene.people
  const callers = await callersOf(test, scene)
  await balanceLedger(test, scene, callers)
  const others: Record<string, string> = {}
  for (const path of ENTITY_PATHS) others[path] = await freshRecord(scene, path)
  const films = importClient(test, '/api/movies', () => sa)
  const file = 'title,year\nUna,2020\nDos,2021\n'
  const checked = await films.checked(file)
  const { body: mapping } = await films.upload(file)
  const hook = { name: 'CRM', url: 'http://tv.example/hook', events: ['user.created'] }
  await create(sa, '/api/webhooks', hook)
  for (const person of [agent, otherAgent])
    await create(person, '/api/views', { list: 'movie-list', name: newId(), profile: null })
  const started = await admin.post('/api/movies/bulk', {
    ids: [others['/api/movies']],
    expected: 1,
    action: 'update',
    changes: { status: true },
  })
  const batch = String(started.body._id)
  await keepRows(test.database)
  return {
    scene,
    callers,
    ids: [...(await idsIn(test)), newId(), '1'],
    others,
    imports: { checked, mapping },
    batch,
  }
}
