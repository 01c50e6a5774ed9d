import { describe, expect, it } from 'vitest'
import {
  formPathOf,
  matchRoute,
  parentValues,
  pathOf,
  toExternal,
  toInternal,
} from '../../../src/admin/api/paths.ts'
import { ROUTES } from '../../../src/domain/access/routes.ts'

const PAIRS = [
  ['/admin', '/users'],
  ['/signup', '/users/create'],
  ['/modify/u1', '/users/u1'],
  ['/movie', '/movies'],
  ['/moviecrate', '/movies/create'],
  ['/movie/5', '/movies/5'],
  ['/category/5', '/categories/5'],
  ['/channels', '/channels'],
  ['/channels/guides', '/guides'],
  ['/channels/guide', '/guides/create'],
  ['/channels/guide/7', '/guides/7'],
  ['/channels/list/7', '/channel_lists/7'],
  ['/documentarysCreate', '/documentaries/create'],
  ['/documentarysCreate/9', '/documentaries/9'],
  ['/serie/3', '/series/3'],
  ['/profile', '/profiles'],
  ['/permission/p1', '/profiles/p1'],
] as const

describe('the paths', () => {
  it.each(PAIRS)('translate %s into %s and back', (address, internal) => {
    expect(toInternal(address)).toBe(internal)
    expect(toExternal(internal, '/main')).toBe(address)
  })

  it('round-trip ids that need escaping', () => {
    expect(toInternal('/movie/a%2Fb%20c')).toBe('/movies/a%2Fb%20c')
    expect(toExternal('/movies/a%2Fb%20c', '/main')).toBe('/movie/a%2Fb%20c')
  })

  it('prefer a static path to a parameter', () => {
    expect(matchRoute('/channels/guide')?.route.template).toBe('guide-create')
    expect(toExternal('/channels/guides', '/main')).toBe('/channels/guides')
  })

  it('leave a path of the route table unchanged', () => {
    for (const { path } of ROUTES) {
      const address = path.replace(/:\w+/g, '5')
      expect(toExternal(address, '/main'), address).toBe(address)
    }
  })

  it('are idempotent under translation', () => {
    for (const [, internal] of PAIRS) {
      const once = toExternal(internal, '/main')
      expect(toExternal(once, '/main')).toBe(once)
    }
  })

  it('distinguish the password change from the settings, whose internal path would be the same', () => {
    expect(toInternal('/settings')).toBe('/settings')
    expect(toExternal('/settings', '/main')).toBe('/settings')
    expect(toInternal('/setting')).toBe('/setting')
    expect(matchRoute('/settings')?.route.template).toBe('password-change')
  })

  it('leave the paths of other screens unchanged', () => {
    expect(toInternal('/histories/u1')).toBe('/histories/u1')
    expect(toInternal('/main')).toBe('/main')
  })

  it('treat a trailing slash and capitals as the same path', () => {
    expect(toInternal('/Admin/')).toBe('/users')
  })

  it('have no translation for unknown or undecodable paths', () => {
    expect(matchRoute('/nada/aqui')).toBeUndefined()
    expect(matchRoute('/movie/%E0%A4%A')).toBeUndefined()
    expect(matchRoute('//movie')).toBeUndefined()
    expect(toInternal('/nada')).toBe('/nada')
    expect(toExternal('/nada', '/main')).toBe('/nada')
  })

  it('fill in the parameters of a route', () => {
    expect(pathOf('episode-list', 's1')).toBe('/episodeMain/s1')
    expect(pathOf('episode-edit', 's1', 'a/b')).toBe('/episode/s1/a%2Fb')
  })

  it('reject an unknown template', () => {
    expect(() => pathOf('nada')).toThrow('nada')
  })
})

describe('the path of a form', () => {
  it("has a child's id after its parent's, and is undefined without a form", () => {
    expect(formPathOf('movies', 'm 1')).toBe('/movie/m%201')
    expect(formPathOf('episodes', 's1', 'e9')).toBe('/episode/s1/e9')
    expect(() => formPathOf('histories', 'h1')).toThrow('histories')
  })
})

describe('the paths of episodes', () => {
  it('open the form of a new episode for the id -1', () => {
    expect(toInternal('/episode/s1/-1')).toBe('/episodes/create')
    expect(toInternal('/episode/s1/e9')).toBe('/episodes/e9')
    expect(toInternal('/episodeMain/s1')).toBe('/episodes')
  })

  it('take the series from the current path', () => {
    expect(toExternal('/episodes/create', '/episodeMain/s1')).toBe('/episode/s1/-1')
    expect(toExternal('/episodes/e9', '/episodeMain/s1')).toBe('/episode/s1/e9')
    expect(toExternal('/episodes', '/episode/s1/e9')).toBe('/episodeMain/s1')
  })

  it('contain their series', () => {
    expect(parentValues('episodes', '/episodeMain/s1')).toEqual(['s1'])
    expect(parentValues('episodes', '/episode/s1/e9')).toEqual(['s1'])
    expect(parentValues('episodes', '/serie/s1')).toEqual([])
    expect(parentValues('series', '/serie/s1')).toEqual([])
    expect(parentValues('movies', '/movie/5')).toEqual([])
  })

  it('lead to the home page outside of a series', () => {
    expect(toExternal('/episodes', '/movie/5')).toBe('/')
    expect(toExternal('/episodes/e9', '/serie/s1')).toBe('/')
  })
})
