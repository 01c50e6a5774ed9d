import type { Page } from '@playwright/test'
import { ROUTES, type Route } from '../../src/domain/access/routes.ts'
import { API_PATHS } from '../../src/domain/registry.ts'
import { expect, test } from '../support/browser.ts'
import { ENTITIES } from '../support/entities.ts'
import { type Api, apiOf, type Stored } from './support/api.ts'
import { PHONE } from './support/inspected.ts'

const SCREENS = ROUTES.filter(({ authenticated }) => authenticated)

interface Ids {
  user: { _id: string; name: string }
  serieId: string
}

const idsOf = async (api: Api): Promise<Ids> => {
  const user = await firstOf(api, '/api/users?limit=1')
  const { _id } = await firstOf(api, '/api/series?limit=1&sort=episodes&order=desc')
  return { user, serieId: _id }
}

const firstOf = async (api: Api, path: string): Promise<Ids['user']> => {
  const [first] = await api.get<Ids['user'][]>(path)
  if (first === undefined) throw new Error(`The demo has nothing at ${path}`)
  return first
}

/** The first record of a list; created for entities without demo rows. */
const recordAt = async (api: Api, path: string): Promise<Stored> => {
  const [first] = await api.get<Stored[]>(`${path}?limit=1`)
  if (first !== undefined) return first
  const entity = Object.values(ENTITIES).find((each) => each.path === path)
  if (entity === undefined)
    throw new Error(`The demo has nothing at ${path}, nor has tests/support/entities.ts`)
  return api.post(path, entity.body)
}

/** The path of a route, with ids of demo records. */
const addressOf = async (api: Api, { path, resource }: Route, { user, serieId }: Ids): Promise<string> => {
  const named: Record<string, string> = { username: user.name, serieId }
  const own = async (): Promise<string> => {
    if (resource === undefined || resource === 'histories') return user._id
    if (resource === 'episodes' && !path.startsWith('/episode/')) return serieId
    const list = resource === 'episodes' ? `/api/series/all_episode/${serieId}` : API_PATHS[resource]
    return (await recordAt(api, list))._id
  }
  let filled = path
  for (const [part, name = ''] of path.matchAll(/:(\w+)/g))
    filled = filled.replace(part, encodeURIComponent(named[name] ?? (await own())))
  return filled
}

type Place = 'first field' | 'search box' | 'heading'

/** Describes the focused element. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document
    const fields = [...(document.querySelector<HTMLFormElement>('main form:not([role=search])') ?? [])]
    const first = fields.find((field) => field.matches('input, textarea') && !field.matches(':disabled'))
    if (activeElement?.matches('main h1')) return 'heading'
    if (activeElement?.matches('main form[role=search] input')) return 'search box'
    if (activeElement !== null && activeElement === first) return 'first field'
    return activeElement?.cloneNode().toString() ?? 'nothing'
  })

const BAR = ['Atras', 'Nuevo', 'Registrar', 'Eliminar', 'Cancelar']
const SAVES = ['Actualizar', 'Continuar', 'Guardar']

/** The standard form buttons in tab order. */
const barOf = async (page: Page): Promise<string[]> => {
  const texts = await page.locator('[data-form-bar]').getByRole('button').allTextContents()
  return texts.map((text) => (SAVES.includes(text) ? 'Registrar' : text)).filter((text) => BAR.includes(text))
}

/** Catalogue screens share their components with those of films, channels and series; `everyLook` tests all of them. */
const isRepresented = ({ resource }: Route): boolean =>
  resource !== undefined && resource in ENTITIES && resource !== 'channels' && resource !== 'series'

interface Walk {
  page: Page
  api: Api
  everyLook: boolean
}

const walk = async (
  { page, api, everyLook }: Walk,
  routes: readonly Route[],
  place: (route: Route) => Place,
) => {
  const ids = await idsOf(api)
  for (const route of routes.filter((each) => everyLook || !isRepresented(each)))
    await test.step(route.template, async () => {
      await page.goto(await addressOf(api, route, ids))
      if (isForm(route)) await expect(page.locator('[data-form-bar]')).toBeVisible()
      await expect.poll(() => focused(page), route.template).toBe(place(route))
      const bar = await barOf(page)
      expect(bar).toEqual(BAR.filter((name) => bar.includes(name)))
      if (isForm(route)) expect(bar).toContain('Registrar')
    })
}

/** Lists without a search. */
const UNSEARCHED = ['settings']

const isForm = ({ view }: Route): boolean => view === 'create' || view === 'edit'
const isTrash = ({ needs }: Route): boolean => needs === 'delete'
const isList = ({ view, template }: Route): boolean => view === 'list' && !UNSEARCHED.includes(template)

test('opening a list focuses its search box', { tag: '@looks' }, async ({ page, signedIn, everyLook }) => {
  await walk(
    { page, api: apiOf(page, await signedIn('sa')), everyLook },
    SCREENS.filter(isList),
    () => 'search box',
  )
})

test('opening a trash focuses its search box', { tag: '@looks' }, async ({ page, signedIn, everyLook }) => {
  await walk(
    { page, api: apiOf(page, await signedIn('sa')), everyLook },
    SCREENS.filter(isTrash),
    () => 'search box',
  )
})

test('opening the form of a new record focuses its first field', { tag: '@looks' }, async ({
  page,
  signedIn,
  everyLook,
}) => {
  const creating = SCREENS.filter(({ view }) => view === 'create')
  await walk({ page, api: apiOf(page, await signedIn('sa')), everyLook }, creating, () => 'first field')
})

test('opening the form of a record focuses its heading', { tag: '@looks' }, async ({
  page,
  signedIn,
  everyLook,
}) => {
  const editing = SCREENS.filter(({ view }) => view === 'edit')
  await walk({ page, api: apiOf(page, await signedIn('sa')), everyLook }, editing, () => 'heading')
})

test('opening any other screen focuses its search box, or else its heading', async ({
  page,
  signedIn,
  everyLook,
}) => {
  const searched = ['credit-balance', 'user-history', 'user-activity']
  const others = SCREENS.filter((route) => !isList(route) && !isTrash(route) && !isForm(route))
  await walk({ page, api: apiOf(page, await signedIn('sa')), everyLook }, others, ({ template }) =>
    searched.includes(template) ? 'search box' : 'heading',
  )
})

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true })

  test('opening a list shows no on-screen keyboard', async ({ page, signedIn, everyLook }) => {
    const lists = SCREENS.filter(({ template }) => template === 'user-list' || template === 'movie-list')
    await walk({ page, api: apiOf(page, await signedIn('sa')), everyLook }, lists, () => 'heading')
  })
})
