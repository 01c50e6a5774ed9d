import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Verdict } from '../../../../src/domain/contents/link-verdict.ts'
import { linkHealth } from '../../../../src/server/platform/database/schema/links.ts'
import { type Row, testApp } from '../../../support/app.ts'
import { channelOf } from '../../../support/channels.ts'
import { create, filmOf, linkOf } from '../../../support/films.ts'
import { people, type SignedIn } from '../../../support/people.ts'
import { createEpisode, seriesOf } from '../../../support/series.ts'

const server = testApp()

let admin: SignedIn
beforeEach(async () => {
  ;({ admin } = await people(server))
})

const film = (title: string, ...links: Row[]) =>
  create(admin, '/api/movies', { ...filmOf({ title }), content: links.map((link) => linkOf(link)) })

const external = (link: string, status = true): Row => ({ link, linkType: 'E', provider: 2, status })

/** Stores the results of checks. */
const found = async (record: unknown, verdicts: Readonly<Record<string, Verdict>>) => {
  for (const [link, verdict] of Object.entries(verdicts))
    await server.db.insert(linkHealth).values({
      resource: 'movies',
      record: String(record),
      key: link,
      link,
      linkType: 'E',
      isYoutube: false,
      host: '',
      verdict,
      checked: server.clock.now(),
    })
}

const states = async (): Promise<unknown[]> =>
  (await admin.get('/api/movies/short?sort=title&order=asc')).rows.map(({ linkState }) => linkState)

test('a list shows the worst verdict of the active links', async () => {
  const one = await film('Uno', external('http://a.example/1'), external('http://a.example/2'))
  await film('Dos', external('http://a.example/3'))
  const three = await film('Tres', external('http://a.example/4', false), external('http://a.example/5'))
  await found(one._id, { 'http://a.example/1': 'up', 'http://a.example/2': 'down' })
  await found(three._id, { 'http://a.example/4': 'down', 'http://a.example/5': 'up' })
  expect(await states()).toEqual(['unchecked', 'up', 'down'])
  await server.db
    .update(linkHealth)
    .set({ verdict: 'unknown' })
    .where(and(eq(linkHealth.record, String(one._id)), eq(linkHealth.verdict, 'down')))
  expect(await states()).toEqual(['unchecked', 'up', 'unknown'])
})

test('an export names the verdicts', async () => {
  const one = await film('Uno', external('http://a.example/1'))
  await found(one._id, { 'http://a.example/1': 'down' })
  const csv = await admin.get('/api/movies/export?columns=title,linkState&separator=;')
  expect(csv.text.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
    'Título;Estado de los enlaces',
    'Uno;Caído',
  ])
})

test('a channel is unchecked until its link is checked', async () => {
  await create(admin, '/api/channels', channelOf())
  const { rows } = await admin.get('/api/channels/short')
  expect(rows.map(({ linkState }) => linkState)).toEqual(['unchecked'])
})

test('a write of the state is rejected', async () => {
  const { _id } = await film('Uno', external('http://a.example/1'))
  const { status } = await admin.put(`/api/movies/${_id}`, { linkState: 'up' })
  expect(status).toBe(422)
})

test('the episodes of a series are checked by the filter of their list', async () => {
  const series = await create(admin, '/api/series', seriesOf())
  const other = await create(admin, '/api/series', seriesOf({ title: 'Otra serie' }))
  await createEpisode(admin, series._id)
  await createEpisode(admin, other._id)
  const filter = { serieId: series._id }
  const asked = await admin.post('/api/links/checks', { resource: 'episodes', filter, expected: 1 })
  expect(asked, asked.text).toMatchObject({ status: 202, body: { links: 1 } })
})
