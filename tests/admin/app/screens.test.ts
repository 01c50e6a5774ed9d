import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { HOME_PANELS, RESOURCE_SCREENS, screenAt, watchLinks } from '../../../src/admin/app/screens.ts'
import { ROUTES } from '../../../src/domain/access/routes.ts'
import { entryOf, RESOURCES } from '../../../src/domain/registry.ts'

const OUTSIDE = ['home', 'login']

it('<Admin> has a <Resource> with its screens for each entity of the registry that has a list', () => {
  const source = readFileSync('src/admin/App.tsx', 'utf8')
  const named = [...source.matchAll(/<Resource name="(\w+)" \{\.\.\.screens\.(\w+)\}/g)]
  const names = named.map(([, name]) => name)
  expect(named.map(([, , screens]) => screens)).toEqual(names)
  // The settings are one record, whose form is a page.
  const listed = RESOURCES.filter(
    (name) => name !== 'settings' && entryOf(name).screens.some(({ view }) => view === 'list'),
  )
  expect(names.sort()).toEqual(listed.sort())
  expect(source.match(/<Resource\b/g)).toHaveLength(names.length)
})

it('every path of the admin has a screen', () => {
  for (const { template, path } of ROUTES)
    expect([template, screenAt(path) === undefined]).toEqual([template, OUTSIDE.includes(template)])
})

it('screenAt returns the screen of a path', () => {
  expect(screenAt('/admin')).toBe(RESOURCE_SCREENS.users.list)
  expect(screenAt('/modify/0123')).toBe(RESOURCE_SCREENS.users.edit)
  expect(screenAt('/main')).toBe(HOME_PANELS)
  expect(screenAt('/nada')).toBeUndefined()
})

it('only pressed or focused links are preloaded', () => {
  const loads = [RESOURCE_SCREENS.users, RESOURCE_SCREENS.radios].map(({ list }) =>
    vi.spyOn(list, 'load').mockResolvedValue(),
  )
  const path = ROUTES.find(({ resource, view }) => resource === 'radios' && view === 'list')?.path
  document.body.innerHTML = `<a href="/admin"><b>Usuarios</b></a><a href="${path}">Radios</a><p>Nada</p>`
  watchLinks()
  const called = () => loads.map(({ mock }) => mock.calls.length)
  document.querySelector('p')?.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  expect(called()).toEqual([0, 0])
  document.querySelector('b')?.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  expect(called()).toEqual([1, 0])
  document.querySelector<HTMLElement>('a:last-of-type')?.focus()
  expect(called()).toEqual([1, 1])
})
