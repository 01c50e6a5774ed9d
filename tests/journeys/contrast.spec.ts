import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { type Api, apiOf } from './support/api.ts'
import { expectContrast } from './support/contrast.ts'
import { openLinkDialog } from './support/film.ts'
import { PHONE } from './support/inspected.ts'
import { field, select, takeTool } from './support/screen.ts'

/** Controls in a state, with the steps that lead to it. */
interface Look {
  what: string
  /** Absent: the page stays as the previous state left it. */
  path?: string | ((api: Api) => Promise<string>)
  prepare?: (page: Page) => Promise<unknown>
  /** Selector that must be visible before the measurement. */
  shows: string
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const press = (page: Page, name: string | RegExp) => button(page, name).click()
const film = async (api: Api) => `/movie/${(await api.find('/api/movies', 'title', 'Casablanca'))._id}`

const USERS: Look[] = [
  {
    what: 'a chosen chip, filters, switches and pages',
    path: '/admin?perPage=10',
    prepare: async (page) => {
      await page.getByRole('group', { name: 'Vencen pronto' }).getByRole('button').nth(2).click()
      await expect(page.getByRole('button', { pressed: true })).toHaveCount(1)
    },
    shows: '.MuiChip-colorPrimary, input[role=switch], .MuiPaginationItem-root.Mui-selected',
  },
  {
    what: 'the current entry of a menu',
    prepare: (page) => press(page, 'Administración'),
    shows: '[role=menuitem][aria-current="page"]',
  },
  {
    what: 'the user menu',
    path: '/admin?perPage=10&page=2',
    prepare: (page) => press(page, /^Menú del usuario/),
    shows: '[role=menuitem]',
  },
  {
    what: 'an open select',
    path: '/admin?perPage=10&page=3',
    prepare: (page) => select(page, 'Perfil').click(),
    shows: '[role=option][aria-selected=true]',
  },
]

const DAYS: Look[] = [
  {
    what: 'a wrong range of days',
    path: '/admin?perPage=10',
    prepare: async (page) => {
      await press(page, 'Vence Todas')
      await field(page, 'Desde').fill('25/12/1999')
      await press(page, 'Aplicar')
    },
    shows: '.MuiLink-button',
  },
  {
    what: 'a calendar with a chosen day',
    prepare: async (page) => {
      await field(page, 'Desde').fill('04/03/2026')
      await press(page, /^Elige fecha: Desde/)
    },
    shows: '.MuiPickersDay-root.Mui-selected',
  },
  {
    what: 'the years of the calendar',
    prepare: (page) => press(page, /la vista de calendario está abierta/),
    shows: '.MuiYearCalendar-button.Mui-selected',
  },
  {
    what: 'the choice of columns',
    path: '/admin?perPage=10&page=2',
    prepare: (page) => takeTool(page, 'Columnas'),
    shows: '.MuiPopover-root .MuiCheckbox-root',
  },
]

const FILM: Look[] = [
  { what: 'a film', path: film, shows: 'input[name=dateCreate]' },
  {
    what: 'the link dialog with mistakes',
    prepare: async (page) => {
      const dialog = await openLinkDialog(page)
      await dialog.getByRole('button', { name: 'Guardar' }).click()
    },
    shows: '[role=dialog] [aria-invalid=true]',
  },
  {
    what: 'the confirmation before a film is deleted',
    path: async (api) => `${await film(api)}?`,
    prepare: (page) => page.getByRole('button', { name: 'Eliminar', exact: true }).click(),
    shows: '[role=dialog] .MuiButton-containedError, [role=dialog] .MuiButton-contained',
  },
]

const NEW_FILM: Look[] = [
  {
    what: 'a film with every mistake',
    path: '/moviecrate',
    prepare: (page) => press(page, 'Registrar'),
    shows: '.MuiAlert-root, .Mui-disabled',
  },
]

const SETTINGS: Look[] = [
  { what: 'the settings', path: '/setting?tab=control', shows: '.MuiTab-root.Mui-selected' },
  {
    what: 'the permissions of a profile',
    path: async (api) => `/permission/${(await api.find('/api/profiles', 'name', 'agent'))._id}`,
    shows: '.MuiCheckbox-root.Mui-checked',
  },
]

const SUPPORT: Look[] = [
  { what: 'reports', path: '/issues', shows: '.MuiToggleButton-root.Mui-selected' },
  { what: 'the balance', path: '/balance', shows: 'table:has(th[aria-sort])' },
]

const GROUPS: Readonly<Record<string, Look[]>> = {
  'a list': USERS,
  'days and columns': DAYS,
  'a form and its dialogs': FILM,
  'a form with mistakes': NEW_FILM,
  'settings and permissions': SETTINGS,
  'reports and the balance': SUPPORT,
}

/** The group that `npm test` checks. */
const COMMON = 'a form and its dialogs'

for (const [group, looks] of Object.entries(GROUPS))
  test(`every state has enough contrast: ${group}`, { tag: group === COMMON ? [] : '@all' }, async ({
    page,
    signedIn,
  }) => {
    const api = apiOf(page, await signedIn('admin'))
    const done = new Set<string>()
    for (const { what, path, prepare, shows } of looks)
      await test.step(what, async () => {
        if (path !== undefined) {
          await page.goto(typeof path === 'string' ? path : await path(api))
          await expect(page.locator('h1')).toBeVisible()
        }
        await prepare?.(page)
        await expect(page.locator(shows).first()).toBeVisible()
        await expect(page.getByRole('progressbar')).toHaveCount(0)
        // Rows of the list before are replaced.
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        await expectContrast(page, done)
      })
  })

test('every state has enough contrast: the sign-in and the drawer', { tag: '@all' }, async ({
  page,
  signedIn,
}) => {
  const done = new Set<string>()
  await page.goto('/login')
  await expect(page.locator('h1')).toBeVisible()
  await expectContrast(page, done)
  await signedIn('admin')
  await page.setViewportSize(PHONE)
  await page.goto('/admin?perPage=10')
  await expect(page.getByTestId('total')).toBeVisible()
  await press(page, /menú/i)
  await expect(page.getByRole('dialog', { name: 'Menú' })).toBeVisible()
  // Otherwise the page beneath would be measured.
  await expect(page.locator('#root')).toHaveAttribute('aria-hidden', 'true')
  await expectContrast(page, done)
})
