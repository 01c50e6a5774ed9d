import { and, count, eq, max, ne, type SQL, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { onAir } from '../../../src/domain/channels/on-air.ts'
import { categorySchema } from '../../../src/domain/contents/category.ts'
import type { Resource } from '../../../src/domain/registry.ts'
import { settingsSchema } from '../../../src/domain/settings/settings.ts'
import { MEDIA_RESOURCES } from '../../../src/domain/support/media-types.ts'
import { profileSchema } from '../../../src/domain/users/profile.ts'
import { COLLECTIONS } from '../../../src/server/collections.ts'
import { readConfig } from '../../../src/server/config.ts'
import { DAY, HOUR, MINUTE, shift } from '../../../src/server/demo/clock.ts'
import { demoCategories } from '../../../src/server/demo/contents/load-catalogue.ts'
import { loadDemo } from '../../../src/server/demo/load-demo.ts'
import { demoProfiles } from '../../../src/server/demo/people/profiles.ts'
import { demoSettings } from '../../../src/server/demo/settings.ts'
import { reconcile } from '../../../src/server/features/credits/reconcile.ts'
import { verifyPassword } from '../../../src/server/features/sign-in/passwords.ts'
import { tableOf } from '../../../src/server/platform/database/collection.ts'
import { auditEntries } from '../../../src/server/platform/database/schema/audit.ts'
import { batches, batchRecords } from '../../../src/server/platform/database/schema/batches.ts'
import { channels, guideChannels } from '../../../src/server/platform/database/schema/channels.ts'
import {
  categories,
  discoveries,
  episodes,
  movies,
  radios,
  series,
} from '../../../src/server/platform/database/schema/contents.ts'
import { licenseTransactions } from '../../../src/server/platform/database/schema/credits.ts'
import { apiKeys } from '../../../src/server/platform/database/schema/keys.ts'
import { linkHealth } from '../../../src/server/platform/database/schema/links.ts'
import { issues } from '../../../src/server/platform/database/schema/support.ts'
import { trash } from '../../../src/server/platform/database/schema/trash.ts'
import { profiles, users } from '../../../src/server/platform/database/schema/users.ts'
import { readSettings } from '../../../src/server/platform/settings/read-settings.ts'
import { createFoundation } from '../../../src/server/start/prepare.ts'
import { testDatabase } from '../../support/database.ts'

const now = new Date('2026-11-21T15:00:00.000Z')
const database = testDatabase({ emptied: false })

beforeAll(async () => {
  const { db, readiness, stats } = database.database
  await createFoundation(db, now)
  await loadDemo({
    db,
    config: readConfig({}),
    now: () => now,
    collections: COLLECTIONS,
    health: async () => true,
    readiness,
    stats,
  })
})

describe('loading the demo', () => {
  it('stores films, categories, users, profiles and transactions', async () => {
    const counts = await Promise.all(
      [movies, users, categories, licenseTransactions, profiles].map(async (table) => {
        const [row] = await database.db.select({ rows: count() }).from(table)
        return row?.rows ?? 0
      }),
    )
    const [films = 0, people = 0, kinds = 0, transactions = 0, roles = 0] = counts
    expect(films).toBeGreaterThanOrEqual(2000)
    expect(people).toBe(500)
    expect(kinds).toBe(demoCategories().length)
    expect(transactions).toBeGreaterThan(1000)
    expect(roles).toBe(9)
  })

  it.each([
    ['channels', channels, 1300],
    ['radios', radios, 1000],
    ['series', series, 500],
    ['episodes', episodes, 4000],
  ])('stores the %s', async (_name, table, least) => {
    const [row] = await database.db.select({ rows: count() }).from(table)
    expect(row?.rows).toBeGreaterThanOrEqual(least)
  })

  it('fills the audit log with past events of the staff', async () => {
    const entries = await database.db.select().from(auditEntries)
    const actions = new Set(entries.map(({ action }) => action))
    for (const action of ['sign-in', 'sign-in-failed', 'create', 'update', 'delete', 'import', 'repair'])
      expect(actions).toContain(action)
    expect(entries.filter(({ date }) => date > now)).toEqual([])
  })

  it('leaves a ledger that reconciles', async () => {
    const { isSound, balances, licences } = await reconcile(database.database)
    expect(licences.differences).toEqual([])
    expect(balances.differences).toEqual([])
    expect(isSound).toBe(true)
  })

  it('gives every user the printed password', async () => {
    const hashes = await database.db.selectDistinct({ hash: users.passwordHash }).from(users)
    expect(hashes).toHaveLength(1)
    expect(await verifyPassword(hashes[0]?.hash ?? '', 'cartelera')).toBe(true)
  })

  it('numbers the transactions in order of date', async () => {
    const rows = await database.db
      .select({ date: licenseTransactions.date, status: licenseTransactions.status })
      .from(licenseTransactions)
      .orderBy(licenseTransactions.reference)
    const times = rows.map(({ date }) => date.getTime())
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['PROCESSED']))
  })

  it('lets soporte see issues and histories only', async () => {
    const [row] = await database.db
      .select({ access: profiles.routeAccess, isSystem: profiles.isSystem })
      .from(users)
      .innerJoin(profiles, eq(profiles._id, users.profile))
      .where(eq(users.name, 'soporte'))
    expect(row?.isSystem).toBe(false)
    expect(row?.access.flatMap(({ access }) => access.map(({ path }) => path)).sort()).toEqual([
      '/histories',
      '/issues',
    ])
  })

  it('stores the settings of the demo', async () => {
    expect(await readSettings(database.db, { settingsVersion: '' })).toEqual(demoSettings())
  })
})

describe('what the staff of the demo did lately', () => {
  const eventsOf = (resource: Resource) =>
    database.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.resource, resource))
      .orderBy(auditEntries.date)

  it('raises the monthly price, at which credits are sold since', async () => {
    const changes = (await eventsOf('settings')).flatMap((event) => event.changes)
    expect(changes).toContainEqual({ field: 'creditPriceMonthly', before: 325, after: 350 })
    const prices = await database.db
      .select({ price: licenseTransactions.creditPrice, last: max(licenseTransactions.date) })
      .from(licenseTransactions)
      .where(eq(licenseTransactions.period, 'MESES'))
      .groupBy(licenseTransactions.creditPrice)
      .orderBy(licenseTransactions.creditPrice)
    expect(prices.map(({ price }) => price)).toEqual([325, 350])
    expect(prices[0]?.last?.getTime()).toBeLessThan(shift(now, -7 * DAY).getTime())
  })

  it('deletes a film that can be restored', async () => {
    const [deleted, ...others] = await database.db.select().from(trash)
    expect(others).toEqual([])
    expect(deleted).toMatchObject({ resource: 'movies' })
    expect(await eventsOf('movies')).toContainEqual(
      expect.objectContaining({ action: 'delete', record: deleted?.record }),
    )
  })

  it('imports a file whose records can be removed again', async () => {
    const [batch] = await database.db.select().from(batches).where(eq(batches.action, 'import'))
    expect(batch).toMatchObject({ resource: 'discoveries', state: 'done', changed: 10 })
    const records = await database.db
      .select({ written: batchRecords.written, dateUpdate: discoveries.dateUpdate })
      .from(batchRecords)
      .innerJoin(discoveries, eq(discoveries._id, batchRecords.record))
      .where(eq(batchRecords.batch, batch?._id ?? ''))
    expect(records).toHaveLength(10)
    for (const { written, dateUpdate } of records) expect(written).toEqual(dateUpdate)
  })

  it('has a key in use that nobody knows', async () => {
    expect(await database.db.select().from(apiKeys)).toEqual([
      expect.objectContaining({ name: 'Página de ventas', lastUse: expect.any(Date) }),
    ])
  })
})

describe('the checks of links of the demo', () => {
  it('find files that were lost on a Tuesday, and a host that refuses', async () => {
    const rows = await database.db.select().from(linkHealth)
    const verdicts = new Set(rows.map(({ verdict }) => verdict))
    expect(verdicts).toEqual(new Set(['up', 'down', 'unknown']))
    const down = rows.filter(({ verdict }) => verdict === 'down')
    expect(down.length).toBeGreaterThan(20)
    for (const { since, history, repeats } of down) {
      expect(since?.getTime()).toBeGreaterThan(Date.parse('2026-11-17T05:00:00Z'))
      expect(history.map(({ reason }) => reason)).toEqual([
        ...Array.from({ length: repeats }, () => 'notFound'),
        ...Array.from({ length: history.length - repeats }, () => 'works'),
      ])
    }
  })

  it('find what viewers reported since', async () => {
    const reports = await database.db
      .select({ status: issues.status, date: issues.date, since: linkHealth.since })
      .from(issues)
      .innerJoin(linkHealth, and(eq(linkHealth.record, issues.mediaId), eq(linkHealth.verdict, 'down')))
    const recent = reports.filter(({ date, since }) => since && date > shift(since, -DAY))
    expect(recent.length).toBeGreaterThan(15)
    expect(recent.some(({ status }) => !status)).toBe(true)
  })
})

describe('categories, profiles and settings of the demo', () => {
  it('are valid', () => {
    for (const category of demoCategories()) expect(categorySchema.parse(category)).toEqual(category)
    for (const profile of demoProfiles()) expect(profileSchema.parse(profile)).toEqual(profile)
    expect(settingsSchema.parse(demoSettings())).toEqual(demoSettings())
  })

  it('have unique category names within a type', () => {
    const names = demoCategories().map(({ type, name }) => `${type} ${name.toLowerCase()}`)
    expect(new Set(names).size).toBe(names.length)
  })

  it('link to reserved host names and the demo itself only', () => {
    const hosts = [...JSON.stringify(demoSettings()).matchAll(/(?:\/\/|@)([^/"]+)/g)].map(([, host]) => host)
    expect(hosts.filter((host) => host !== 'localhost' && !host?.endsWith('.example'))).toEqual([])
  })
})

it('the guides of the demo have the current and the next programme of every channel with a guide', async () => {
  const guided = await database.db
    .select({ programmes: guideChannels.programmes })
    .from(channels)
    .leftJoin(
      guideChannels,
      and(eq(guideChannels.guide, channels.channelGuide), eq(guideChannels.epgId, channels.epgId)),
    )
    .where(ne(channels.epgId, ''))
  expect(guided.length).toBeGreaterThan(500)
  for (const { programmes } of guided)
    expect(onAir(programmes ?? [], now.getTime())).toEqual({
      now: expect.anything(),
      next: expect.anything(),
    })
})

describe('the visits and the reports of the demo', () => {
  const rowsOf = async (statement: SQL) => (await database.db.execute(statement)).rows

  it('go on until a minute ago, each at its own time', async () => {
    const [last] =
      await rowsOf(sql`select max(date) > ${shift(now, -5 * MINUTE).toISOString()}::timestamptz as recent,
      count(*) filter (where date > ${shift(now, -HOUR).toISOString()}::timestamptz)::int as "lastHour" from histories`)
    expect(last?.recent).toBe(true)
    expect(last?.lastHour).toBeGreaterThan(10)
    const [reports] = await rowsOf(
      sql`select count(*)::int as all, count(distinct date)::int as times from issues`,
    )
    expect(reports?.times).toBe(reports?.all)
  })

  it('are some 12,000 and 300, over two years, none in the future', async () => {
    const [visits] = await rowsOf(sql`select count(*)::int as count, min(date) > ${'2024-11-20'} as young,
      max(date) <= ${now.toISOString()}::timestamptz as past, count(distinct media_type)::int as types from histories`)
    expect(visits?.count).toBeGreaterThan(11_000)
    expect(visits).toMatchObject({ young: true, past: true })
    expect(visits?.types).toBeGreaterThan(5)
    const states = await rowsOf(sql`select status, count(*)::int as count from issues group by 1 order by 1`)
    expect(states).toEqual([
      { status: false, count: expect.any(Number) },
      { status: true, count: expect.any(Number) },
    ])
    for (const { count } of states) expect(count).toBeGreaterThan(50)
  })

  it.each(MEDIA_RESOURCES.filter((resource) => resource !== 'episodes'))(
    'do not exceed the view counts of %s',
    async (resource) => {
      const table = tableOf(resource)
      const seen = await rowsOf(
        sql`select c._id from ${table} c join histories h on h.content_id = c._id group by c._id, c.view having count(*) > c.view`,
      )
      expect(seen).toEqual([])
    },
  )

  it('do not exceed the view counts of users and episodes', async () => {
    const users = sql`select u._id from users u join histories h on h.user_id = u._id group by u._id having count(*) > u.views`
    const episodes = sql`select e._id from episodes e join histories h on h.episode_id = e._id group by e._id having count(*) > e.view`
    expect([...(await rowsOf(users)), ...(await rowsOf(episodes))]).toEqual([])
  })

  it('agree with the stored counts by day and content', async () => {
    const [counts] = await rowsOf(sql`select (select count(*) from histories)::int as visits,
      (select sum(visits) from history_days)::int as days,
      (select sum(visits) from history_items where not is_episode)::int as items,
      (select count(*) from histories where episode_id is not null)::int as "ofEpisodes",
      (select sum(visits) from history_items where is_episode)::int as episodes,
      (select count(*) from issues)::int as issues, (select sum(open + fixed) from issue_days)::int as "issueDays",
      (select sum(open + fixed) from issue_groups)::int as grouped`)
    expect(counts).toMatchObject({
      days: counts?.visits,
      items: counts?.visits,
      episodes: counts?.ofEpisodes,
      issueDays: counts?.issues,
      grouped: counts?.issues,
    })
  })
})
