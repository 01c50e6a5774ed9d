import { describe, expect, it, vi } from 'vitest'
import { dataProvider } from '../../../src/admin/api/data-provider.ts'
import { request, storeToken } from '../../../src/admin/api/http.ts'
import { guideEntity } from '../../../src/domain/channels/channel-guide.ts'
import { categoryEntity } from '../../../src/domain/contents/category.ts'
import { RESOURCES } from '../../../src/domain/registry.ts'
import { historyOutput } from '../../../src/domain/support/history.ts'
import { userOutput } from '../../../src/domain/users/user.ts'
import { answerOf, movieOf, movieRow } from '../../support/answers.ts'
import { fakeApi, held } from '../../support/fake-api.ts'

const page = (number: number, perPage = 2) => ({
  pagination: { page: number, perPage },
  sort: { field: 'title', order: 'DESC' as const },
  filter: { q: 'peña', onlyLinkReserved: false, platform: '', status: undefined },
})

const rows = (...ids: string[]) => ids.map((_id) => movieRow({ _id, title: _id }))
const people = ['a', 'b'].map((_id) => answerOf(userOutput, { _id }))

describe('a list', () => {
  it('requests a page and its count with the parameters of the API', async () => {
    const asked = fakeApi({
      'GET /api/movies/short': { body: rows('a', 'b') },
      'GET /api/movies/size': { body: { count: 5 } },
    })
    const list = await dataProvider.getList('movies', page(1))
    expect(list).toEqual({
      data: [
        { ...movieRow({ _id: 'a', title: 'a' }), id: 'a' },
        { ...movieRow({ _id: 'b', title: 'b' }), id: 'b' },
      ],
      total: 5,
    })
    expect(asked.find(({ path }) => path.endsWith('short'))?.query).toEqual({
      search: 'peña',
      onlyLinkReserved: 'false',
      page: '1',
      limit: '2',
      sort: 'title',
      order: 'desc',
    })
    expect(asked.find(({ path }) => path.endsWith('size'))?.query).toEqual({
      search: 'peña',
      onlyLinkReserved: 'false',
    })
  })

  it.each(['categories', 'profiles', 'histories', 'issues', 'license_transactions'])(
    'of %s is requested at its root path',
    async (resource) => {
      const size = resource === 'issues' ? { count: 0, until: 0 } : { count: 0 }
      const asked = fakeApi({
        [`GET /api/${resource}`]: { body: [] },
        [`GET /api/${resource}/size`]: { body: size },
      })
      expect(await dataProvider.getList(resource, page(1))).toEqual({ data: [], total: 0 })
      expect(asked).toHaveLength(2)
    },
  )

  it('counts once for all pages of a filter', async () => {
    const asked = fakeApi({
      'GET /api/movies/short': ({ query }) => ({ body: query.page === '3' ? rows('e') : rows('a', 'b') }),
      'GET /api/movies/size': { body: { count: 5 } },
    })
    for (const number of [1, 2, 3]) await dataProvider.getList('movies', page(number))
    expect(asked.filter(({ path }) => path.endsWith('size'))).toHaveLength(1)
  })

  it('counts again after a write', async () => {
    const asked = fakeApi({
      'GET /api/movies/short': { body: rows('a', 'b') },
      'GET /api/movies/size': { body: { count: 5 } },
      'DELETE /api/movies/a': { body: { _id: 'a' } },
    })
    await dataProvider.getList('movies', page(1))
    await dataProvider.delete('movies', { id: 'a' })
    await dataProvider.getList('movies', page(1))
    expect(asked.filter(({ path }) => path.endsWith('size'))).toHaveLength(2)
  })

  it('counts again after a write from another screen', async () => {
    const asked = fakeApi({
      'GET /api/users/short': { body: people },
      'GET /api/users/size': { body: { count: 5 } },
      'DELETE /api/users/demo': { body: { count: 3 } },
    })
    await dataProvider.getList('users', page(1))
    await request('DELETE /api/users/demo')
    await dataProvider.getList('users', page(1))
    expect(asked.filter(({ path }) => path.endsWith('size'))).toHaveLength(2)
  })

  it('shows the rows, and counts again, if a write overtakes the count', async () => {
    let total = 5
    const first = held()
    const asked = fakeApi({
      'GET /api/movies/short': { body: rows('a', 'b') },
      'GET /api/movies/size': async () => {
        const count = total
        if (count === 5) await first.until
        return { body: { count } }
      },
      'DELETE /api/users/demo': { body: { count: 3 } },
    })
    storeToken('t')
    const list = dataProvider.getList('movies', page(1))
    await vi.waitFor(() => expect(asked.some(({ path }) => path.endsWith('size'))).toBe(true))
    total = 4
    await request('DELETE /api/users/demo')
    first.release()
    expect(await list).toMatchObject({ data: [{ id: 'a' }, { id: 'b' }], total: 4 })
  })

  it('does not cache a failed count', async () => {
    let status = 503
    fakeApi({
      'GET /api/movies/short': { body: rows('a', 'b') },
      'GET /api/movies/size': () => ({ status, body: { count: 5 } }),
    })
    await expect(dataProvider.getList('movies', page(1))).rejects.toMatchObject({ status: 503 })
    status = 200
    expect((await dataProvider.getList('movies', page(1))).total).toBe(5)
  })

  it('rejects rows without an id', async () => {
    const { _id, ...row } = movieRow()
    fakeApi({
      'GET /api/movies/short': { body: [row], outsideContract: true },
      'GET /api/movies/size': { body: { count: 1 } },
    })
    await expect(dataProvider.getList('movies', page(1))).rejects.toThrow('registro válido')
  })

  it('counts again if the page contradicts the cached count', async () => {
    let total = 2
    fakeApi({
      'GET /api/movies/short': ({ query }) => ({ body: query.page === '2' ? rows('c') : rows('a', 'b') }),
      'GET /api/movies/size': () => ({ body: { count: total } }),
    })
    expect((await dataProvider.getList('movies', page(1))).total).toBe(2)
    total = 3
    expect((await dataProvider.getList('movies', page(2))).total).toBe(3)
  })

  it.each([[{ count: 7 }], [{ size: 7 }], [{ total: 7 }], [7], ['7']])(
    'accepts the count %j',
    async (body) => {
      fakeApi({
        'GET /api/movies/short': { body: rows('a', 'b') },
        'GET /api/movies/size': { body, outsideContract: true },
      })
      expect((await dataProvider.getList('movies', page(1))).total).toBe(7)
    },
  )

  it('marks an approximate count as such', async () => {
    fakeApi({
      'GET /api/histories': { body: ['a', 'b'].map((_id) => answerOf(historyOutput, { _id })) },
      'GET /api/histories/size': { body: { count: 90_000, approximate: true } },
    })
    const list = await dataProvider.getList('histories', page(1))
    expect(list).toMatchObject({ total: 90_000, meta: { approximate: true } })
  })

  it('sends no order without a sort', async () => {
    const asked = fakeApi({
      'GET /api/movies/short': { body: [] },
      'GET /api/movies/size': { body: { count: 0 } },
    })
    await dataProvider.getList('movies', { ...page(1), sort: { field: 'id', order: 'ASC' } })
    expect(asked.every(({ query }) => query.sort === undefined && query.order === undefined)).toBe(true)
  })

  it.each(['movies', 'documentaries', 'musics', 'sports', 'discoveries'])(
    'of %s requests records with all links unless filtered by reserved ones',
    async (resource) => {
      const asked = fakeApi({
        [`GET /api/${resource}/short`]: { body: [] },
        [`GET /api/${resource}/size`]: { body: { count: 0 } },
      })
      await dataProvider.getList(resource, { filter: {} })
      await dataProvider.getList(resource, { filter: { onlyLinkReserved: 'true' } })
      const sent = asked.map(({ query }) => query.onlyLinkReserved)
      expect(sent).toEqual(['false', 'false', 'true', 'true'])
    },
  )

  it('of episodes requests records with all links unless filtered by reserved ones', async () => {
    const asked = fakeApi({
      'GET /api/series/all_episode/s1': { body: [] },
      'GET /api/series/all_episode/s1/size': { body: { count: 0 } },
    })
    await dataProvider.getList('episodes', { filter: { serieId: 's1' } })
    expect(asked.map(({ query }) => query.onlyLinkReserved)).toEqual(['false', 'false'])
  })

  it('passes the abort signal to the request of the page', async () => {
    const asked = fakeApi({
      'GET /api/movies/short': { body: [] },
      'GET /api/movies/size': { body: { count: 0 } },
    })
    const { signal } = new AbortController()
    await dataProvider.getList('movies', { ...page(1), signal })
    expect(asked.find(({ path }) => path.endsWith('short'))?.signal).toBe(signal)
  })

  it('rejects an unknown resource', async () => {
    await expect(dataProvider.getList('nada', page(1))).rejects.toThrow('nada')
  })
})

describe('records', () => {
  it('are read by one id or by many', async () => {
    const guide = answerOf(guideEntity.schemas.record, { _id: '7', name: 'x' })
    const asked = fakeApi({
      'GET /api/channel/guides/7': { body: guide },
      'GET /api/categories': { body: ['a', 'b'].map((_id) => answerOf(categoryEntity.schemas.row, { _id })) },
    })
    expect((await dataProvider.getOne('guides', { id: '7' })).data).toEqual({ ...guide, id: '7' })
    expect((await dataProvider.getMany('categories', { ids: ['a', 'b'] })).data).toHaveLength(2)
    expect(asked[1]?.query).toEqual({ ids: 'a,b', limit: '2' })
  })

  it.each(RESOURCES.filter((name) => name !== 'settings'))(
    'with a literal path segment as id are not requested: %s',
    async (resource) => {
      const asked = fakeApi({})
      for (const id of [
        'trash',
        'size',
        'short',
        'export',
        'bulk',
        'me',
        'demo',
        '',
        '../users/1',
        'a'.repeat(65),
      ])
        await expect(dataProvider.getOne(resource, { id })).rejects.toMatchObject({
          status: 404,
          message: 'El registro no existe.',
        })
      expect(asked).toEqual([])
    },
  )

  it('are created without ids', async () => {
    const created = movieOf({ _id: '9', title: 'x' })
    const asked = fakeApi({ 'POST /api/movies': { status: 201, body: created } })
    const { data } = await dataProvider.create('movies', { data: { id: '', title: 'x' } })
    expect(data).toEqual({ ...created, id: '9' })
    expect(asked[0]?.body).toEqual({ title: 'x' })
  })

  it('are updated with the changed fields and dateUpdate', async () => {
    const previousData = {
      id: '1',
      _id: '1',
      title: 'a',
      year: 2000,
      content: [{ link: 'x' }],
      dateUpdate: 'd1',
    }
    const asked = fakeApi({ 'PUT /api/movies/1': { body: movieOf({ _id: '1' }) } })
    await dataProvider.update('movies', {
      id: '1',
      data: { ...previousData, title: 'b', trailer: undefined, reference: null },
      previousData,
    })
    expect(asked[0]?.body).toEqual({ title: 'b', dateUpdate: 'd1' })
  })

  it('send permissionToAlter only with the password of another user', async () => {
    const asked = fakeApi({ 'PUT /api/users/a': { body: people[0] } })
    const previousData = { id: 'a', comment: '', password: '' }
    const update = (data: Record<string, unknown>) =>
      dataProvider.update('users', { id: 'a', data: { ...previousData, ...data }, previousData })
    await update({ password: 'nueva' })
    await update({ comment: 'x' })
    expect(asked.map(({ body }) => body)).toEqual([
      { password: 'nueva', permissionToAlter: true },
      { comment: 'x' },
    ])
  })

  it('send an emptied field and a changed list', async () => {
    const previousData = { id: '1', trailer: 'http://x', content: [{ link: 'x' }], dateUpdate: 'd1' }
    const asked = fakeApi({ 'PUT /api/movies/1': { body: movieOf({ _id: '1' }) } })
    await dataProvider.update('movies', {
      id: '1',
      data: { ...previousData, trailer: null, content: [{ link: 'y' }] },
      previousData,
    })
    expect(asked[0]?.body).toEqual({ trailer: null, content: [{ link: 'y' }], dateUpdate: 'd1' })
  })

  it('are updated without dateUpdate on request', async () => {
    const asked = fakeApi({ 'PUT /api/users/1': { body: answerOf(userOutput, { _id: '1' }) } })
    await dataProvider.update('users', {
      id: '1',
      data: { status: 'disable' },
      previousData: { id: '1', status: 'enable', dateUpdate: 'd1' },
      meta: { unstamped: true },
    })
    expect(asked[0]?.body).toEqual({ status: 'disable' })
  })

  it('keep their id when a deletion has no body', async () => {
    fakeApi({ 'DELETE /api/movies/1': { status: 204, outsideContract: true } })
    expect((await dataProvider.delete('movies', { id: '1' })).data).toEqual({ id: '1' })
  })

  it('are deleted in bulk, returning their ids', async () => {
    const asked = fakeApi({
      'DELETE /api/movies/1': { body: { _id: '1' } },
      'DELETE /api/movies/2': { body: { _id: '2' } },
    })
    expect((await dataProvider.deleteMany('movies', { ids: ['1', '2'] })).data).toEqual(['1', '2'])
    expect(asked).toHaveLength(2)
  })
})
