import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { countStored } from '../../../../src/server/features/support/stored-counts.ts'
import { testApp } from '../../../support/app.ts'
import { type SignedIn, signedIn } from '../../../support/people.ts'

const server = testApp({ keep: true })
const VISITS = 12_000
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
  await server.db.transaction((tx) => countStored(tx, server.context.config.timeZone))
})

const idsOf = async (query: string) =>
  (await sa.get(`/api/histories?${query}`)).rows.map(({ _id }) => Number(_id))

describe('a deep page of the list of visits', () => {
  test.each([
    ['desc', 'page=1', VISITS],
    ['desc', 'page=61', VISITS - 6_000],
    ['desc', 'page=119', 200],
    ['asc', 'page=61', 6_001],
    ['asc', 'page=120', 11_901],
  ])('begins where it should: %s %s', async (order, page, first) => {
    const step = order === 'asc' ? 1 : -1
    const expected = Array.from({ length: 100 }, (_, index) => first + step * index)
    expect(await idsOf(`limit=100&sort=date&order=${order}&${page}`)).toEqual(expected)
  })

  test('is the same with filters that kept counts cover', async () => {
    const films = Array.from({ length: VISITS }, (_, index) => VISITS - index).filter((n) => n % 10 !== 0)
    expect(await idsOf('limit=100&page=71&mediaType=Movie')).toEqual(films.slice(7_000, 7_100))
    const days = 'dateBeging=2025-08-01&dateFinish=2026-02-28'
    const { count } = (await sa.get(`/api/histories/size?${days}&mediaType=Movie`)).body
    const within = await idsOf(`limit=100&page=80&mediaType=Movie&${days}`)
    const last = Math.ceil(Number(count) / 100)
    expect(within).toHaveLength(100)
    expect(await idsOf(`limit=100&page=${last}&${days}&mediaType=Movie`)).toHaveLength(
      Number(count) - (last - 1) * 100,
    )
  })

  test('beyond the last one is empty', async () => {
    for (const page of [121, 100_000_000]) expect(await idsOf(`limit=100&page=${page}`)).toEqual([])
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
