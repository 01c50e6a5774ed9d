import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Reconciliation } from '../../../../src/domain/credits/endpoints.ts'
import { buildApp } from '../../../../src/server/app.ts'
import { reconcileExpiries } from '../../../../src/server/features/credits/reconcile-sums.ts'
import { recountLicences } from '../../../../src/server/features/users/count-expiring.ts'
import type { UserRow } from '../../../../src/server/platform/database/schema/users.ts'
import type { App } from '../../../../src/server/platform/http/context.ts'
import { clientOf, testApp } from '../../../support/app.ts'
import {
  newUser,
  profileId,
  type SignedIn,
  signedIn,
  storeProfile,
  storeUser,
} from '../../../support/people.ts'
import { testSandbox } from '../../../support/sandbox.ts'
import { textsSentBy } from '../../../support/statements.ts'

const server = testApp({ keep: true })
const api = '/api/users'
const PLATFORMS = ['com.cartelera.tv', 'com.cartelera.web.tv', 'com.cartelera.roku.tv']
let sa: SignedIn
let custom: string

/** Users of several roles and dates, then changed, deleted and restored, over HTTP and by plain SQL. */
beforeAll(async () => {
  sa = await signedIn(server, 'sa')
  custom = await storeProfile(server, 'Soporte')
  const app = await profileId(server, 'app')
  // Around midnight in the service's zone, and in Tokyo.
  const at = (hours: number) => new Date(Date.UTC(2026, 1, 1, hours))
  const stored: UserRow[] = []
  for (let index = 0; index < 60; index++)
    stored.push(
      await storeUser(server, 'app', {
        profile: index % 4 === 0 ? custom : app,
        platform: PLATFORMS[(index * 7) % 3] ?? '',
        useTvList: index % 5 === 0,
        dateCreate: at(index * 5),
        dateExpire: index % 6 === 0 ? null : at(720 + ((index * 11) % 60) * 5),
      }),
    )
  const idAt = (index: number) => stored[index]?._id ?? ''
  const put = async (index: number, changes: object) =>
    expect((await sa.put(`${api}/${idAt(index)}`, changes)).status).toBe(200)
  for (let index = 0; index < 8; index++) {
    await put(index, { platform: PLATFORMS[index % 3], useTvList: index % 2 === 0 })
    await put(index + 8, { profile: custom })
    expect((await sa.delete(`${api}/${idAt(index + 16)}`)).status).toBe(200)
  }
  for (const changes of [{}, { useTvList: true }, { platform: PLATFORMS[1] }])
    expect((await sa.post(api, newUser(app, changes))).status).toBe(201)
  const ids = (from: number, to: number) =>
    sql`any(${sql.param(Array.from({ length: to - from }, (_, index) => idAt(from + index)))}::text[])`
  for (const change of [
    sql`update users set platform = ${PLATFORMS[2]}, use_tv_list = not use_tv_list where _id = ${ids(24, 36)}`,
    sql`update users set date_create = date_create - interval '40 hours' where _id = ${ids(30, 40)}`,
    sql`update users set date_create = date_create + interval '1 second', profile = ${custom} where _id = ${ids(38, 44)}`,
    sql`update users set deleted_at = now(), platform = ${PLATFORMS[0]}, date_create = now() where _id = ${ids(44, 50)}`,
    sql`update users set deleted_at = null, profile = ${custom} where _id = ${ids(47, 50)}`,
    sql`delete from users where _id = ${ids(50, 54)}`,
    sql`update users set name = name where _id = ${ids(0, 60)}`,
  ])
    await server.db.execute(change)
})

const QUERIES: [string, (timeZone: string) => SQL][] = [
  ['', () => sql`true`],
  ['platform=com.cartelera.tv', () => sql`platform = ${PLATFORMS[0]}`],
  ['useTvList=true', () => sql`use_tv_list`],
  ['useTvList=false', () => sql`not use_tv_list`],
  ['profile={custom}', () => sql`profile = ${custom}`],
  [
    'profile={custom}&useTvList=true&platform=com.cartelera.roku.tv',
    () => sql`profile = ${custom} and use_tv_list and platform = ${PLATFORMS[2]}`,
  ],
  ['registerFrom=2026-02-04', (zone) => sql`(date_create at time zone ${zone})::date >= '2026-02-04'`],
  ['registerTo=2026-02-07', (zone) => sql`(date_create at time zone ${zone})::date <= '2026-02-07'`],
  [
    'registerFrom=2026-02-05&registerTo=2026-02-05',
    (zone) => sql`(date_create at time zone ${zone})::date = '2026-02-05'`,
  ],
  ['registerFrom=2026-02-05&registerTo=2026-02-04', () => sql`false`],
  ['dateBeging=2026-03-06', (zone) => sql`(date_expire at time zone ${zone})::date >= '2026-03-06'`],
  ['dateFinish=2026-03-10', (zone) => sql`(date_expire at time zone ${zone})::date <= '2026-03-10'`],
  [
    'dateBeging=2026-03-05&dateFinish=2026-03-08',
    (zone) => sql`(date_expire at time zone ${zone})::date between '2026-03-05' and '2026-03-08'`,
  ],
]
const BY_ROWS: typeof QUERIES = [
  [
    'registerFrom=2026-02-04&useTvList=false',
    (zone) => sql`(date_create at time zone ${zone})::date >= '2026-02-04' and not use_tv_list`,
  ],
  [
    'dateFinish=2026-03-10&registerTo=2026-02-08',
    (zone) => sql`(date_expire at time zone ${zone})::date <= '2026-03-10'
      and (date_create at time zone ${zone})::date <= '2026-02-08'`,
  ],
  ['search=persona&useTvList=false', () => sql`not use_tv_list and search like '% persona%'`],
]

const inZone = (column: string): SQL => sql`(${sql.raw(column)} at time zone 'America/Santo_Domingo')::date`

const countsAgree = async (timeZone: string) => {
  const config = { ...server.context.config, timeZone }
  const app: App = await buildApp({ ...server.context, db: server.db, config }, { sandbox: testSandbox({}) })
  const client = clientOf(app, sa.token)
  for (const [query, where] of [...QUERIES, ...BY_ROWS]) {
    const { rows } = await server.db.execute<{ count: number }>(
      sql`select count(*)::int as count from users join licences using (_id) where deleted_at is null and ${where(timeZone)}`,
    )
    const { body } = await client.get(`${api}/size?${query.replace('{custom}', custom)}`)
    expect(body, query).toEqual({ count: rows[0]?.count })
  }
  await app.close()
}

const keptRows = async () => {
  const { rows } = await server.db.execute(sql`
    select day::text as day, licences from expiry_days where licences <> 0 order by 1`)
  return rows
}

test('counts equal those of the users after changes of every kind', () =>
  countsAgree('America/Santo_Domingo'))

test('the stored counts of licences equal a recount', async () => {
  const kept = await keptRows()
  expect(kept.length).toBeGreaterThan(8)
  await server.db.transaction((tx) => recountLicences(tx, 'America/Santo_Domingo'))
  expect(await keptRows()).toEqual(kept)
})

test('the reconciliation agrees, and names the counts that differ', async () => {
  const differencesAfter = async (change?: SQL) => {
    const sums: Reconciliation['sums'] = { checked: 0, different: 0, differences: [] }
    const rollback = new Error('Rolled back')
    const compared = server.db.transaction(async (tx) => {
      if (change) await tx.execute(change)
      await reconcileExpiries((work) => work(tx), { sums, room: 3 })
      throw rollback
    })
    await expect(compared).rejects.toBe(rollback)
    return sums
  }
  const sound = await differencesAfter()
  expect(sound).toMatchObject({ different: 0, differences: [] })
  expect(sound.checked).toBeGreaterThan(8)
  const [first] = await keptRows()
  expect(await differencesAfter(sql`delete from expiry_days where day = ${first?.day}`)).toMatchObject({
    different: 1,
    differences: [
      {
        period: first?.day,
        type: 'Licencias que vencen',
        stored: { transactions: 0, total: 0 },
        computed: { transactions: first?.licences, total: 0 },
      },
    ],
  })
  const all = await differencesAfter(sql`update expiry_days set licences = licences + 1`)
  expect(all.different).toBeGreaterThan(3)
  expect(all.differences.map(({ type }) => type)).toEqual(Array(3).fill('Licencias que vencen'))
})

test('counts filtered only by days of expiry read no users', async () => {
  const ofDays = QUERIES.filter(([query]) => /^date(Beging|Finish)=/.test(query))
  const texts = await textsSentBy(async () => {
    for (const [query] of ofDays) await sa.get(`${api}/size?${query}`)
  })
  const sent = texts.filter((text) => !/"sessions"/.test(text))
  expect(sent).toHaveLength(ofDays.length)
  expect(sent.length).toBeGreaterThan(0)
  for (const query of sent) expect(query).not.toMatch(/(from|join) "users"/)
})

test('a deep page of a filtered list has the right rows', async () => {
  const { rows } = await server.db.execute<{ id: string }>(sql`
    select _id as id from users where deleted_at is null and not use_tv_list order by name_key, _id`)
  for (const page of [1, 4, 9]) {
    const answer = await sa.get(`${api}/short?useTvList=false&limit=5&page=${page}`)
    expect(answer.rows.map(({ _id }) => _id)).toEqual(
      rows.slice((page - 1) * 5, page * 5).map(({ id }) => id),
    )
  }
})

test('a deep page by registration, expiry or balance has the right rows', async () => {
  await server.db.execute(sql`
    insert into users (_id, name, name_key, password_hash, full_name, full_name_key, address, platform, profile, search,
      use_tv_list, date_create, date_update)
    select 'far-' || lpad((n * 37 % 700)::text, 5, '0'), 'far' || n, 'far' || n, '', '', '', '', ${PLATFORMS[0]}, ${custom},
      ' far' || n, n % 2 = 0, timestamptz '2026-01-01' + n * interval '110 minutes', now()
    from generate_series(1, 700) n`)
  await server.db.execute(sql`
    update licences set date_expire = timestamptz '2026-05-01' + n * 17 % 700 * interval '130 minutes'
    from generate_series(1, 700) n where _id = 'far-' || lpad((n * 37 % 700)::text, 5, '0') and n % 9 > 0`)
  await server.db.execute(sql`
    insert into balances select _id, 1 + abs(hashtext(_id)) % 40 from users where name like 'far%3' and not use_tv_list`)
  for (const [sort, column] of [
    ['dateCreate', 'date_create'],
    ['dateExpire', 'date_expire'],
    ['creditAmount', 'date_expire'],
    ['creditToResell', 'coalesce(months, 0)'],
  ])
    for (const order of ['asc', 'desc'])
      for (const [filter, where] of [
        ['', sql`true`],
        ['&registerFrom=2026-01-02', sql`${inZone('date_create')} >= '2026-01-02'`],
        ['&dateFinish=2026-06-30', sql`${inZone('date_expire')} <= '2026-06-30'`],
        ['&useTvList=true', sql`use_tv_list`],
      ] as const) {
        const towards = sql.raw(order)
        const { rows } = await server.db.execute<{ id: string }>(sql`
          select _id as id from users join licences using (_id) left join balances using (_id)
          where deleted_at is null and ${where}
          order by ${sql.raw(column ?? '')} ${towards}, _id ${towards}`)
        const ids = rows.map(({ id }) => id)
        const last = Math.ceil(ids.length / 20)
        for (const page of [1, 12, last, last + 1]) {
          const query = `limit=20&page=${page}&sort=${sort}&order=${order}${filter}`
          const found = (await sa.get(`${api}/short?${query}`)).rows.map(({ _id }) => _id)
          expect(found, query).toEqual(ids.slice((page - 1) * 20, page * 20))
        }
      }
})

test('counts use the days of a new time zone', async () => {
  await server.db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into installation (is_demo, date, time_zone) values (false, now(), 'Asia/Tokyo')
      on conflict (_id) do update set time_zone = excluded.time_zone`)
    await recountLicences(tx, 'Asia/Tokyo')
  })
  await storeUser(server, 'app', { dateCreate: new Date('2026-02-05T15:30:00.000Z'), useTvList: true })
  await countsAgree('Asia/Tokyo')
})
