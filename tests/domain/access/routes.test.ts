import { expect, it } from 'vitest'
import { ROUTES } from '../../../src/domain/access/routes.ts'

/** Written by hand: staff have these paths in bookmarks and manuals. */
const SPECIFIED: Record<string, string[]> = {
  default: ['/', '/login', '/main', '/permission/:profileId', '/settings', '/signup'],
  route: ['/histories/:id', '/modify/:id'],
  admin: ['/admin', '/audit', '/balance', '/reconciliation', '/credits', '/histories', '/issues'],
  setting: ['/profile', '/setting', '/automation'],
  none: ['/activity/:username'],
  content: [
    ...['/categories', '/category', '/category/:id', '/channels', '/channel', '/channel/:id'],
    ...['/channels/guides', '/channels/guide', '/channels/guide/:id'],
    ...['/channels/lists', '/channels/list', '/channels/list/:id'],
    ...['/ondemands', '/ondemandcrate', '/ondemand/:id'],
    ...['/documentaries', '/documentarysCreate', '/documentarysCreate/:id'],
    ...['/movie', '/moviecrate', '/movie/:id', '/musics', '/musicCreate', '/music/:id'],
    ...['/radios', '/radio', '/radio/:id', '/serie', '/seriecrate', '/serie/:id'],
    ...['/episodeMain/:id', '/episode/:serieId/:episodeId', '/sports', '/sport', '/sport/:id'],
  ],
}

it('keeps every path used in bookmarks and manuals, in its group', () => {
  const listed: Record<string, string[]> = {}
  for (const { path, group, isDefault } of ROUTES) {
    const key = isDefault ? 'default' : (group ?? 'none')
    listed[key] = [...(listed[key] ?? []), path]
  }
  for (const [group, paths] of Object.entries(SPECIFIED))
    expect(listed[group], group).toEqual(expect.arrayContaining(paths))
})

it('puts the specified entries of a menu first', () => {
  const entries = (menu: string) =>
    ROUTES.filter(({ inMenu, group }) => inMenu && group === menu).map(({ path }) => path)
  expect(entries('admin').slice(0, 5)).toEqual(['/admin', '/histories', '/issues', '/credits', '/balance'])
  expect(entries('setting').slice(0, 3)).toEqual(['/profile', '/setting', '/automation'])
  expect(entries('content').at(-1)).toBe('/quality')
})

it('names every route once', () => {
  expect(new Set(ROUTES.map(({ template }) => template)).size).toBe(ROUTES.length)
})

it('requires sign-in except for the home page and the login page', () => {
  expect(ROUTES.filter(({ authenticated }) => !authenticated).map(({ path }) => path)).toEqual([
    '/',
    '/login',
  ])
})
