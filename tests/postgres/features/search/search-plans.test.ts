import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../../support/app.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { categoryOf, create, filmOf } from '../../../support/films.ts'
import { type People, people, storeUser } from '../../../support/people.ts'
import { createEpisode, seriesOf } from '../../../support/series.ts'
import { sentBy } from '../../../support/statements.ts'

const catalogue = testCatalogue({ keep: true, own: true })
let all: People
let connection: pg.Client

beforeAll(async () => {
  const { test: server, operator } = catalogue
  all = await people(server)
  const { _id: user } = await storeUser(server, 'app', { name: 'modelo' })
  await server.db.execute(sql`
    insert into users (_id, name, name_key, password_hash, full_name, full_name_key, address, platform, profile,
      search, date_create, date_update, created_by, device)
    select 'user-' || n, 'user' || n, 'user' || n, password_hash, 'Rosa ' || n, 'rosa ' || n, address, platform, profile,
      ' user' || n || ' rosa ' || n, date_create, date_update,
      (array[${all.agent.id}, ${all.otherAgent.id}])[1 + n % 2],
      jsonb_build_object('macAddress', '02:00:' || lpad(to_hex(n), 8, '0'))
    from users, generate_series(1, 20000) as n where _id = ${user}`)
  await create(operator, '/api/categories', categoryOf())
  const film = await create(operator, '/api/movies', filmOf())
  const series = await create(operator, '/api/series', seriesOf())
  const episode = await createEpisode(operator, series._id)
  for (const [table, id] of [
    ['movies', film._id],
    ['episodes', episode._id],
  ] as const)
    await server.db.execute(sql`
      insert into ${sql.identifier(table)} select made.*
      from ${sql.identifier(table)} as model, generate_series(1, 10000) as n,
        lateral (select (array['ciudad ', 'pueblo ', 'valle '])[1 + least(2, n % 10)] || n as name) as titles,
        jsonb_populate_record(model, jsonb_build_object('_id', ${`${table}-`}::text || n, 'title', titles.name,
          'title_key', titles.name, 'search', ' ' || titles.name || ' rosa')) as made
      where model._id = ${id}`)
  await server.db.execute(sql`vacuum analyze`)
  connection = new pg.Client({ connectionString: server.database.url })
  await connection.connect()
})
afterAll(() => connection?.end())

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

const nodesOf = (of: Node): Node[] => [of, ...(of.Plans ?? []).flatMap(nodesOf)]

/** Plan nodes of a search's statements that read many rows of a table, or all of it. */
const costlySteps = async (client: Client, q: string): Promise<string[]> => {
  const { answer, sent } = await sentBy(() => client.get(`/api/search?${new URLSearchParams({ q })}`))
  const searching = sent.filter(({ text }) => !/from "sessions"/.test(text))
  expect(answer.status).toBe(200)
  expect(searching.length).toBeGreaterThan(0)
  const steps: string[] = []
  for (const { text, values } of searching) {
    const { rows } = await connection.query(`explain (analyze, format json) ${text}`, [...values])
    for (const step of nodesOf(rows[0]['QUERY PLAN'][0].Plan)) {
      const name = step['Relation Name'] ?? ''
      const read = (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops']
      if (/^(users|movies|episodes)$/.test(name) && (/Seq Scan/.test(step['Node Type']) || read > 2_500))
        steps.push(`${step['Node Type']} ${name} ${read}`)
    }
  }
  return steps
}

test.each([
  ['u'],
  ['us'],
  ['user777'],
  ['rosa 123'],
  ['ciudad'],
  ['udad 19'],
  ['rosa'],
  ['nadie'],
  ['8095550101'],
  ['020000000a11'],
  ['12'],
  ['%%%'],
  ['a b c d e f'],
])('a search for %j reads no whole table', async (q) => {
  for (const caller of [all.sa, all.agent, all.superagent]) expect(await costlySteps(caller, q)).toEqual([])
})
