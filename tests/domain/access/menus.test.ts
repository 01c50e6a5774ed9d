import { describe, expect, it } from 'vitest'
import { currentEntry, permittedMenus } from '../../../src/domain/access/menus.ts'
import { allGrants, buildGrants } from '../../../src/domain/access/permissions.ts'
import { ROUTES } from '../../../src/domain/access/routes.ts'

const labels = (principal: Parameters<typeof permittedMenus>[0]) =>
  permittedMenus(principal).map(({ label, entries }) => [
    label,
    entries.map(({ description }) => description),
  ])

describe('the menus', () => {
  it('contain the allowed routes; menus without entries are omitted', () => {
    expect(labels({ role: 'admin', routeAccess: allGrants() }).map(([label]) => label)).toEqual([
      'Administración',
      'Contenidos',
      'Configuración',
    ])
    expect(
      labels({ role: 'admin', routeAccess: buildGrants({ 'movie-list': [], 'movie-edit': [] }) }),
    ).toEqual([['Contenidos', ['Películas']]])
    expect(labels({ role: 'app', routeAccess: [] })).toEqual([])
  })

  it.each([
    ['movie-list', 'movie-list'],
    ['movie-edit', 'movie-list'],
    ['user-create', 'user-list'],
    ['credit-balance', 'credit-balance'],
    ['main', 'main'],
    ['series-edit', 'series-list'],
    ['episode-list', 'series-list'],
    ['episode-edit', 'series-list'],
  ])('highlight the entry of %s', (template, entry) => {
    expect(currentEntry(ROUTES.find((route) => route.template === template))).toBe(entry)
  })
})
