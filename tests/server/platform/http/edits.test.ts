import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Row, testApp } from '../../../support/app.ts'
import { BODIES } from '../../../support/entities.ts'
import { create, filmOf } from '../../../support/films.ts'
import {
  confirm,
  newUser,
  PASSWORD,
  profileId,
  type SignedIn,
  signedIn,
  storeProfile,
  storeUser,
} from '../../../support/people.ts'
import { createEpisode } from '../../../support/series.ts'
import { viewerApp } from '../../../support/viewers.ts'

const server = testApp({ keep: true })
let sa: SignedIn
let other: SignedIn

beforeAll(async () => {
  sa = await signedIn(server, 'sa')
  other = await signedIn(server, 'sa')
})

/** A new record, and how it is edited. */
interface Edited {
  /** Its path. */
  path: string
  read?: string
  /** Input of its form, unchanged. */
  same: Row
  /** A change. */
  change: Row
  /** Sent with every edit to identify the record. */
  named?: Row
}

const RECORDS: Readonly<Record<string, () => Promise<Edited>>> = {
  ...Object.fromEntries(
    Object.entries(BODIES).map(([path, body]) => [
      path,
      async (): Promise<Edited> => {
        const { _id } = await create(sa, path, body)
        const field = 'title' in body ? 'title' : 'name'
        return { path: `${path}/${_id}`, same: body, change: { [field]: 'Otro' } }
      },
    ]),
  ),
  '/api/series/episode': async () => {
    const series = await create(sa, '/api/series', {
      ...BODIES['/api/series'],
      title: 'Con episodios',
      seasons: [{ number: 1, description: 'Uno' }],
    })
    const { _id, title, season, episode, content } = await createEpisode(sa, series._id)
    return {
      path: `/api/series/episode/${series._id}`,
      read: `/api/series/episode/${_id}`,
      same: { title, season, episode, content },
      change: { title: 'Otro' },
      named: { _id },
    }
  },
  '/api/users': async () => {
    const { password: _password, ...same } = newUser(await profileId(server, 'app'))
    const { _id } = await create(sa, '/api/users', { ...same, password: PASSWORD })
    return {
      path: `/api/users/${_id}`,
      same: { ...same, device: null, password: '' },
      change: { fullName: 'Otra Persona' },
    }
  },
  '/api/profiles': async () => {
    const path = `/api/profiles/${await storeProfile(server, 'De prueba')}`
    const { name, accessWeb, accessApp, dateValidate, deviceValidate, routeAccess } = (await sa.get(path))
      .body
    const same = { name, accessWeb, accessApp, dateValidate, deviceValidate, routeAccess }
    return { path, same, change: { name: 'Otro nombre' } }
  },
  '/api/settings': async () => {
    const { dateUpdate: _date, ...same } = (await sa.get('/api/settings')).body
    return { path: '/api/settings', same, change: { transMax: 7 } }
  },
  '/api/settings/updateTvUrlBase': async () => {
    const { tvUrlBase, agentTv } = (await sa.get('/api/settings')).body
    const path = '/api/settings/updateTvUrlBase'
    return { path, read: '/api/settings', same: { tvUrlBase, xam: agentTv }, change: { xam: 'Otro agente' } }
  },
  '/api/issues': async () => {
    const film = await create(sa, '/api/movies', filmOf({ title: 'Con reportes' }))
    const viewer = await viewerApp(server)
    const report = { mediaId: film._id, mediaType: 'Movie', issueType: 'AUDIO' }
    const { _id } = await create(viewer, '/api/issues', report)
    return {
      path: `/api/issues/${_id}`,
      read: `/api/issues?ids=${_id}`,
      same: { status: false },
      change: { status: true },
    }
  },
}

const readBy = async ({ path, read = path }: Edited): Promise<Row> => {
  const { status, body, rows } = await sa.get(read)
  expect(status, read).toBe(200)
  return rows[0] ?? body
}
const events = async (): Promise<unknown> => (await sa.get('/api/audit/size')).body.count
const edit = ({ path, named = {} }: Edited, body: Row): Promise<Answer> =>
  other.put(path, { ...named, ...body })

describe.each(Object.entries(RECORDS))('an edit of %s', (_path, make) => {
  let record: Edited
  let before: Row

  beforeAll(async () => {
    record = await make()
    before = await readBy(record)
  })

  test('without changes does not change dateUpdate', async () => {
    server.clock.advance(60_000)
    for (const user of [sa, other]) await confirm(server, user)
    const count = await events()
    const { status } = record.same
    const partial: Row[] = [{}, ...Object.entries(record.same).map(([name, value]) => ({ [name]: value }))]
    if (record.path.startsWith('/api/issues')) partial.shift()
    if (status === undefined && 'status' in before) partial.push({ status: before.status })
    for (const body of [record.same, { ...record.same, dateUpdate: before.dateUpdate }, ...partial]) {
      const answer = await edit(record, body)
      expect(answer.status, `${JSON.stringify(body)} ${answer.text}`).toBe(200)
      expect(answer.body.dateUpdate, JSON.stringify(body)).toBe(before.dateUpdate)
    }
    expect(await readBy(record)).toEqual(before)
    expect(await events()).toBe(count)
  })

  test('with a stale version is rejected for any change', async () => {
    for (const body of [record.same, record.change]) {
      const answer = await edit(record, { ...body, dateUpdate: '2001-01-01T00:00:00.000Z' })
      expect([answer.status, answer.body.code], answer.text).toEqual([409, 'STALE'])
    }
    expect(await readBy(record)).toEqual(before)
  })

  test('with an invalid date is a 422 that names it', async () => {
    for (const dateUpdate of ['ayer', null, 7, '9999-12-31T00:00:00Z']) {
      const answer = await edit(record, { ...record.change, dateUpdate })
      expect([answer.status, Object.keys(Object.assign({}, answer.body.errors))], String(dateUpdate)).toEqual(
        [422, ['dateUpdate']],
      )
    }
  })

  test('of a field changes dateUpdate, and overwrites nothing else', async () => {
    const count = Number(await events())
    const answer = await edit(record, { ...record.change, dateUpdate: before.dateUpdate })
    expect(answer.status, answer.text).toBe(200)
    const after = await readBy(record)
    expect(String(after.dateUpdate) > String(before.dateUpdate)).toBe(true)
    const moved = Object.keys(after).filter(
      (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
    )
    const [field = ''] = Object.keys(record.change)
    expect(moved.filter((name) => !['dateUpdate', 'userUpdate', 'fixed', 'open'].includes(name))).toEqual([
      field === 'xam' ? 'agentTv' : field,
    ])
    expect(Number(await events()) - count).toBeLessThanOrEqual(1)
  })
})

test('a password change checks dateUpdate, too', async () => {
  const { _id, dateUpdate } = await storeUser(server, 'app')
  const path = `/api/users/${_id}/password`
  const stale = await sa.put(path, { newPassword: 'otra-clave', dateUpdate: '2001-01-01T00:00:00.000Z' })
  expect([stale.status, stale.body.code]).toEqual([409, 'STALE'])
  expect(
    (await sa.put(path, { newPassword: 'otra-clave', dateUpdate: dateUpdate.toISOString() })).status,
  ).toBe(204)
})

test('concurrent edits of different fields lose none', async () => {
  const { _id } = await create(sa, '/api/movies', filmOf({ title: 'Disputada' }))
  const edits = Array.from({ length: 12 }, (_, index) => ({
    [index % 2 ? 'actors' : 'reference']: `n${index}`,
  }))
  const answers = await Promise.all(edits.map((edit) => sa.put(`/api/movies/${_id}`, edit)))
  expect(answers.map(({ status }) => status)).toEqual(edits.map(() => 200))
  const dates = answers.map(({ body }) => String(body.dateUpdate)).sort()
  expect(new Set(dates).size).toBe(12)
  const last = answers.find(({ body }) => body.dateUpdate === dates.at(-1))
  expect((await sa.get(`/api/movies/${_id}`)).body).toEqual(last?.body)
})
