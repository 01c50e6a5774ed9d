import type { Page } from '@playwright/test'
import { expect } from '../support/browser.ts'
import { looksAt, type Screen, test } from './support/inspected.ts'

const ISSUES = { path: '/issues', heading: 'Reporte de Errores' }
const VISITS = { path: '/histories', heading: 'Historial de visitas' }

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const filled = (page: Page) => expect(page.getByRole('row').nth(1)).toBeVisible()
const empty = (page: Page) =>
  expect(page.getByText('Ningún registro coincide con la búsqueda.')).toBeVisible()

const SCREENS: Screen[] = [
  { what: 'the reports of errors', ...ISSUES, prepare: filled },
  { what: 'repaired reports', ...ISSUES, path: '/issues?status=true', prepare: filled },
  { what: 'reports by content and type', ...ISSUES, path: '/issues?view=groups', prepare: filled },
  {
    what: 'reports without matches',
    ...ISSUES,
    path: '/issues?filter={"q":"nada se llama así"}',
    prepare: empty,
  },
  {
    what: 'the confirmation before filtered reports are repaired',
    ...ISSUES,
    path: '/issues?filter={"issueType":"VIDEO"}',
    prepare: async (page) => {
      await press(page, /^Reparar (el filtrado|los \d+ filtrados)/)
      await expect(page.getByText(/^Se marcarán? como reparados?/)).toBeVisible()
    },
  },
  {
    what: 'the visits with their charts and totals',
    ...VISITS,
    prepare: async (page) => {
      await filled(page)
      await press(page, 'Resumen de visitas')
      await expect(page.getByText('Contenidos más vistos').first()).toBeVisible()
      await page.getByText('Ver las cifras').click()
      await expect(page.getByRole('table', { name: 'Visitas por mes' })).toBeVisible()
    },
  },
  {
    what: 'visits without matches',
    ...VISITS,
    path: '/histories?filter={"q":"nada se llama así"}',
    prepare: empty,
  },
  {
    what: 'the visits of a user',
    heading: 'Historial de visitas de cgarcia',
    path: async (api) =>
      `/histories/${(await api.find('/api/users/short', 'name', 'cgarcia'))._id}?name=cgarcia`,
    prepare: filled,
  },
  {
    what: 'the activity of a user',
    heading: 'Actividad de cgarcia',
    path: '/activity/cgarcia',
    prepare: filled,
  },
  {
    what: 'the activity of an unknown user',
    heading: 'Actividad de nadie',
    path: '/activity/nadie',
    prepare: (page) => expect(page.getByRole('button', { name: 'Intentar de nuevo' })).toBeVisible(),
    tolerates: /404/,
  },
]

for (const { what, tag, states } of looksAt(SCREENS))
  test(what, { tag }, ({ inspect }) => inspect(states, 'admin'))
