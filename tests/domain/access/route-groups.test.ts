import { describe, expect, it } from 'vitest'
import { routesByTask } from '../../../src/domain/access/route-tasks.ts'
import { MENU_GROUPS, ROUTES } from '../../../src/domain/access/routes.ts'
import { EDITED_ROUTES, groupsMatching, opensTrash } from '../../../src/domain/access/selection.ts'

const found = (text: string) =>
  groupsMatching(text).map(({ group, routes }) => [group, routes.map(({ template }) => template)])

describe('the routes of the permission editor', () => {
  it('contain each route of the table except trashes exactly once, in five groups', () => {
    const groups = groupsMatching('')
    expect(groups.map(({ group }) => group)).toEqual(MENU_GROUPS)
    const shown = groups.flatMap(({ routes }) => routes)
    expect(shown).toHaveLength(EDITED_ROUTES.length)
    expect(new Set(shown)).toEqual(new Set(EDITED_ROUTES))
    expect(ROUTES.filter((route) => !shown.includes(route)).map(({ description }) => description)).toEqual(
      Array(12).fill('Papelera'),
    )
  })

  it('name the trash at the twelve edit routes whose delete opens it', () => {
    const named = EDITED_ROUTES.filter(opensTrash)
    expect(named).toHaveLength(12)
    expect(named.every(({ view }) => view === 'edit')).toBe(true)
  })

  it.each(['película', 'PELICULA', ' pelicula  editar', 'editar contenidos película', '/movie/:id'])(
    'are found by description, menu and path, ignoring case and accents: %j',
    (text) => {
      const [group] = groupsMatching(text)
      expect(group?.group).toBe('content')
      expect(group?.routes.map(({ template }) => template)).toContain('movie-edit')
    },
  )

  it('are found if every word matches; groups without matches are omitted', () => {
    expect(found('administracion conciliacion')).toEqual([['admin', ['reconciliation']]])
    expect(found('película conciliación')).toEqual([])
  })

  it('are under the tasks of their group, each once', () => {
    const tasks = Object.fromEntries(
      groupsMatching('').map(({ group, routes }) => [group, routesByTask(routes).map(({ task }) => task)]),
    )
    expect(tasks).toEqual({
      admin: ['Clientes', 'Atención', 'Ventas', 'Control'],
      content: ['Organización', 'Televisión y radio', 'Películas y otros contenidos', 'Series'],
      setting: ['Perfiles', 'Sistema'],
      user: ['Inicio y cuenta', 'Clientes', 'Perfiles'],
      route: ['Clientes', 'Atención'],
    })
    const listed = routesByTask(EDITED_ROUTES).flatMap(({ routes }) => routes)
    expect(listed).toHaveLength(EDITED_ROUTES.length)
    expect(new Set(listed)).toEqual(new Set(EDITED_ROUTES))
  })
})
