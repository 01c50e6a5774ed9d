import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { rebuildCounts } from '../../../../src/server/features/support/rebuild-counts.ts'
import { testApp } from '../../../support/app.ts'
import { type SignedIn, signedIn } from '../../../support/people.ts'

const server = testApp({ keep: true })
const VISITS = 3_000
let sa: SignedIn

/** A visit every half hour up to now, of forty contents; every tenth is of a series. */
beforeAll(async () => {
  sa = await signedIn(server, 'sa')
  await server.db.execute(sql`
    insert into histories (_id, date, user_id, content_id, episode_id, media_type, search, user_name, title, resource, genres)
    select lpad(n::text, 6, '0'), ${server.clock.now().toISOString()}::timestamptz - (${VISITS}::int - n) * interval '30 minutes',
      'u' || n % 10, 'c' || n % 40, case when n % 10 = 0 then 'e' || n % 40 end,
      case when n % 10 = 0 then 'Serie' else 'Movie' end, ' film ' || n, 'u', 'Film', 'movies', '[]'
    from generate_series(1, ${VISITS}::int) n`)
  await server.db.transaction((tx) => rebuildCounts(tx, server.context.config.timeZone))
})

const idsOf = async (query: string) =>
  (await sa.get(`/api/histories?${query}`)).rows.map(({ _id }) => Number(_id))

describe('a deep page of the list of visits', () => {
  test.each([
    ['desc', 'page=1', VISITS],
    ['desc', 'page=16', VISITS - 1_500],
    ['desc', 'page=29', 200],
    ['asc', 'page=16', 1_501],
    ['asc', 'page=30', 2_901],
  ])('has the right rows: %s %s', async (order, page, first) => {
    const step = order === 'asc' ? 1 : -1
    const expected = Array.from({ length: 100 }, (_, index) => first + step * index)
    expect(await idsOf(`limit=100&sort=date&order=${order}&${page}`)).toEqual(expected)
  })

  test('is the same with filters', async () => {
    const films = Array.from({ length: VISITS }, (_, index) => VISITS - index).filter((n) => n % 10 !== 0)
    expect(await idsOf('limit=100&page=21&mediaType=Movie')).toEqual(films.slice(2_000, 2_100))
    const days = 'dateBeging=2026-01-20&dateFinish=2026-02-28'
    const { count } = (await sa.get(`/api/histories/size?${days}&mediaType=Movie`)).body
    const last = Math.ceil(Number(count) / 100)
    expect(await idsOf(`limit=100&page=${last - 1}&mediaType=Movie&${days}`)).toHaveLength(100)
    expect(await idsOf(`limit=100&page=${last}&${days}&mediaType=Movie`)).toHaveLength(
      Number(count) - (last - 1) * 100,
    )
  })

  test('beyond the last one is empty', async () => {
    for (const page of [31, 1_000]) expect(await idsOf(`limit=100&page=${page}`)).toEqual([])
    expect(await idsOf('limit=100&page=500&contentId=c1')).toEqual([])
  })

  test('is counted exactly', async () => {
    for (const [query, count] of [
      ['', VISITS],
      ['mediaType=Serie', VISITS / 10],
      ['contentId=c10', VISITS / 40],
      ['episodeId=e20', VISITS / 40],
      ['episodeId=e20&contentId=c20', VISITS / 40],
      ['episodeId=e20&contentId=c10', 0],
    ] as const)
      expect((await sa.get(`/api/histories/size?${query}`)).body, query).toEqual({ count })
  })
})

describe('a deep page of the list of reports by title or reference', () => {
  const GROUPS = 30
  beforeAll(async () => {
    await server.db.execute(sql`
      insert into issue_groups (_id, media_id, media_type, issue_type, resource, title, title_key, reference, search,
        open, fixed, last_date)
      select 'g' || lpad((n * 7 % ${GROUPS}::int)::text, 3, '0'), 'c' || n % 50, case when n % 3 = 0 then 'Sport' else 'Movie' end,
        (array['AUDIO', 'VIDEO', 'LINK'])[1 + n / 50], 'movies', 'Film ' || n % 40, 'film ' || lpad((n % 40)::text, 2, '0'),
        'R' || n % 30, ' film ' || n % 40, n % 60 + 20, n % 35 + 10, now()
      from generate_series(0, ${GROUPS}::int - 1) n`)
    await server.db.execute(sql`
      insert into issues (_id, group_number, media_id, media_type, issue_type, status, date, day, user_id, date_update)
      select g._id || '-' || n, g.number, g.media_id, g.media_type, g.issue_type, n > g.open,
        timestamptz '2026-01-01' + n % 10 * interval '1 hour', date '2026-01-01', 'u', now()
      from issue_groups g, generate_series(1, g.open + g.fixed) n`)
  })

  test.each([
    ['', sql`true`],
    ['status=false', sql`not i.status`],
    ['mediaType=Movie', sql`i.media_type = 'Movie'`],
    [
      'mediaType=Movie&issueType=AUDIO&status=true',
      sql`i.media_type = 'Movie' and i.issue_type = 'AUDIO' and i.status`,
    ],
    ['search=film', sql`true`],
    ['dateFinish=2026-06-01', sql`true`],
  ])('has the right rows: %s', async (filter, where) => {
    for (const [sort, column] of [
      ['title', 'title_key'],
      ['reference', 'reference_key'],
    ])
      for (const order of ['asc', 'desc']) {
        const towards = sql.raw(order)
        const { rows } = await server.db.execute<{ id: string }>(sql`
          select i._id as id from issues i join issue_groups g on g.number = i.group_number where ${where}
          order by g.${sql.raw(column ?? '')} ${towards}, g._id ${towards}, i.date ${towards}, i._id ${towards}`)
        const ids = rows.map(({ id }) => id)
        const last = Math.ceil(ids.length / 100)
        for (const page of [1, 7, last, last + 1]) {
          const query = `${filter}&sort=${sort}&order=${order}&limit=100&page=${page}`
          const found = (await sa.get(`/api/issues?${query}`)).rows.map(({ _id }) => _id)
          expect(found, query).toEqual(ids.slice((page - 1) * 100, page * 100))
        }
      }
  })

  test.each([
    ['', sql`true`],
    ['status=true', sql`status`],
    ['mediaType=Movie&issueType=AUDIO', sql`media_type = 'Movie' and issue_type = 'AUDIO'`],
    ['dateBeging=2026-02-01&dateFinish=2026-02-20', sql`day between '2026-02-01' and '2026-02-20'`],
    ['mediaId=c3', sql`media_id = 'c3'`],
  ])('has the right rows by date: %s', async (filter, where) => {
    await server.db.execute(sql`
      update issues set date = timestamptz '2026-01-01 05:00Z' + ('x' || substr(md5(_id), 1, 6))::bit(24)::int % 4000 * interval '20 minutes'`)
    await server.db.execute(sql`update issues set day = (date at time zone 'America/Santo_Domingo')::date`)
    await server.db.execute(sql`delete from issue_days`)
    await server.db.execute(sql`
      insert into issue_days (day, media_type, issue_type, open, fixed)
      select day, media_type, issue_type, count(*) filter (where not status), count(*) filter (where status)
      from issues group by 1, 2, 3`)
    for (const order of ['asc', 'desc']) {
      const towards = sql.raw(order)
      const { rows } = await server.db.execute<{ id: string }>(
        sql`select _id as id from issues where ${where} order by date ${towards}, _id ${towards}`,
      )
      const ids = rows.map(({ id }) => id)
      const last = Math.ceil(ids.length / 50)
      for (const page of [1, 11, last, last + 1]) {
        const query = `${filter}&sort=date&order=${order}&limit=50&page=${page}`
        const found = (await sa.get(`/api/issues?${query}`)).rows.map(({ _id }) => _id)
        expect(found, query).toEqual(ids.slice((page - 1) * 50, page * 50))
      }
    }
  })
})

describe('a deep page of the list of reports sorted by a column with few distinct values', () => {
  const REPORTS = 2_000
  beforeAll(async () => {
    await server.db.execute(sql`delete from issues`)
    await server.db.execute(sql`
      insert into issues (_id, group_number, media_id, media_type, issue_type, status, date, day, user_id, date_update)
      select 'r' || md5(n::text), g.number, g.media_id, (array['Movie', 'Serie', 'Sport'])[1 + n % 3],
        (array['AUDIO', 'VIDEO'])[1 + n % 2], n % 7 < 3, d, (d at time zone ${server.context.config.timeZone})::date, 'u', d
      from generate_series(1, ${REPORTS}::int) n
        cross join lateral (select now() - n % 40 * interval '7 hours' as d) at
        cross join (select number, media_id from issue_groups limit 1) g`)
    await server.db.execute(sql`delete from issue_days`)
    await server.db.execute(sql`
      insert into issue_days (day, media_type, issue_type, open, fixed)
      select day, media_type, issue_type, count(*) filter (where not status), count(*) filter (where status)
      from issues group by 1, 2, 3`)
    sa = await signedIn(server, 'sa')
  })

  test.each(
    ['status', 'mediaType', 'issueType'].flatMap((sort) =>
      ['', 'mediaType=Serie'].map((filter) => [sort, filter]),
    ),
  )('has the right rows: by %s, %s', async (sort = '', filter = '') => {
    const column = sql.identifier(sort.replace('T', '_t'))
    const [name = '', value = ''] = filter.split('=')
    const where = filter ? sql`where ${sql.identifier(name.replace('T', '_t'))} = ${value}` : sql``
    for (const order of ['asc', 'desc']) {
      const towards = sql.raw(order)
      const { rows } = await server.db.execute<{ _id: string }>(
        sql`select _id from issues ${where} order by ${column} ${towards}, date ${towards}, _id ${towards}`,
      )
      expect(rows.length).toBeGreaterThan(600)
      const last = Math.ceil(rows.length / 20)
      for (const page of [Math.ceil(last * 0.9), last, last + 1]) {
        const query = `limit=20&sort=${sort}&order=${order}&page=${page}&${filter}`
        const ids = (await sa.get(`/api/issues?${query}`)).rows.map(({ _id }) => _id)
        expect(ids, query).toEqual(rows.slice((page - 1) * 20, page * 20).map(({ _id }) => _id))
      }
    }
  })
})
