import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storeToken } from '../../../src/admin/api/http.ts'
import { watchListLinks } from '../../../src/admin/api/lists.ts'
import { currentMe } from '../../../src/admin/api/me.ts'
import { queryClient } from '../../../src/admin/api/query-client.ts'
import { buildGrants } from '../../../src/domain/access/permissions.ts'
import { meOf, movieRow, settingsOf } from '../../support/answers.ts'
import { type Asked, fakeApi } from '../../support/fake-api.ts'

let asked: Asked[] = []
let stop: () => void = () => undefined

beforeEach(async () => {
  storeToken('t')
  asked = fakeApi({
    'GET /api/users/me': { body: meOf({ routeAccess: buildGrants({ 'movie-list': [], 'issue-list': [] }) }) },
    'GET /api/movies/short': { body: [movieRow({ _id: 'm1' })] },
    'GET /api/movies/size': { body: { count: 1 } },
    'GET /api/issues': { body: [] },
    'GET /api/issues/size': { body: { count: 0, until: 0 } },
  })
  await currentMe()
  queryClient.setQueryData(['settings', 'public'], settingsOf({ pageSize: 30 }))
  stop = watchListLinks()
})

afterEach(() => {
  stop()
  document.body.innerHTML = ''
})

const link = (href: string): HTMLElement => {
  document.body.innerHTML = `<a href="${href}"><b>Lista</b></a>`
  const found = document.querySelector('b')
  if (found === null) throw new Error('No link')
  return found
}

const press = (element: Element) => element.dispatchEvent(new Event('pointerdown', { bubbles: true }))

const lists = () =>
  asked.filter(({ path }) => path !== '/api/users/me').map(({ path, query }) => [path, { ...query }])

it('pressing a link requests the first page of its list, once', async () => {
  const movies = link('/movie')
  press(movies)
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  press(movies)
  expect(lists()).toEqual([
    [
      '/api/movies/short',
      { onlyLinkReserved: 'false', page: '1', limit: '30', sort: 'dateUpdate', order: 'desc' },
    ],
    ['/api/movies/size', { onlyLinkReserved: 'false' }],
  ])
})

it('pressing a link applies the default filters of the list', async () => {
  press(link('/issues'))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(lists()).toContainEqual(['/api/issues/size', { status: 'false' }])
})

it('pressing a link requests nothing for a list without permission, a form, or a URL with a query', async () => {
  for (const href of ['/radio', '/moviecrate', '/movie?page=2', 'https://example.org/movie', '/nada'])
    press(link(href))
  expect(lists()).toEqual([])
})

it('a link that keeps the keyboard focus requests its list, one that focus only passes does not', async () => {
  vi.useFakeTimers()
  try {
    const matches = vi.spyOn(Element.prototype, 'matches').mockReturnValue(true)
    const passed = link('/movie').parentElement
    passed?.focus()
    vi.advanceTimersByTime(50)
    passed?.blur()
    link('/issues').parentElement?.focus()
    vi.advanceTimersByTime(50)
    expect(lists()).toEqual([])
    vi.advanceTimersByTime(60)
    matches.mockRestore()
    expect(lists().map(([path]) => path)).toEqual(['/api/issues', '/api/issues/size'])
  } finally {
    vi.useRealTimers()
  }
})
