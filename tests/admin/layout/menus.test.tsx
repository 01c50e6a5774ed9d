import { CustomRoutes, Resource } from 'ra-core'
import { Route } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { currentEntry, menusOf } from '../../../src/admin/layout/menus.ts'
import { screensOf } from '../../../src/admin/layout/screens.ts'
import { placeOf } from '../../../src/admin/providers/addresses.ts'
import { allGrants, grants } from '../../../src/domain/access/permissions.ts'

const Page = () => null

const screens = screensOf(
  (
    <>
      <Resource name="users" list={Page} create={Page} edit={Page} />
      <Resource name="movies" list={Page} create={Page} edit={Page} />
      <Resource name="categories" list={Page} />
      <CustomRoutes>
        <Route path="/main" element={<Page />} />
        <Route path="/balance" element={<Page />} />
      </CustomRoutes>
    </>
  ).props.children,
)

const labels = (holder: Parameters<typeof menusOf>[0]) =>
  menusOf(holder, screens).map(({ label, entries }) => [label, entries.map(({ description }) => description)])

describe('the screens of a build', () => {
  it('are those of its resources and custom routes, and the home page', () => {
    expect([...screens].sort()).toEqual([
      'category-list',
      'credit-balance',
      'home',
      'main',
      'movie-create',
      'movie-edit',
      'movie-list',
      'user-create',
      'user-edit',
      'user-list',
    ])
  })
})

describe('the menus', () => {
  it('hold what exists and the profile allows; a menu without entries is not there', () => {
    expect(labels({ role: 'admin', routeAccess: allGrants() })).toEqual([
      ['Administración', ['Usuarios', 'Movimientos de créditos']],
      ['Contenidos', ['Categorías', 'Películas']],
    ])
    expect(labels({ role: 'admin', routeAccess: grants({ 'movie-list': [], 'issue-list': [] }) })).toEqual([
      ['Contenidos', ['Películas']],
    ])
    expect(labels({ role: 'app', routeAccess: [] })).toEqual([])
  })

  it.each([
    ['/movie', 'movie-list'],
    ['/movie/5', 'movie-list'],
    ['/signup', 'user-list'],
    ['/balance', 'credit-balance'],
    ['/main', 'main'],
    ['/serie/5', 'series-list'],
    ['/episodeMain/5', 'series-list'],
    ['/episode/5/-1', 'series-list'],
  ])('mark the entry of %s', (address, entry) => {
    expect(currentEntry(placeOf(address)?.route)).toBe(entry)
  })
})
