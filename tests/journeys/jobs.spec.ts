import type { Page } from '@playwright/test'
import type { JobRun } from '../../src/domain/jobs/endpoints.ts'
import { expect, test } from '../support/browser.ts'
import { expectNotification } from '../support/notifications.ts'
import { test as inspected, looksAt, PHONE, type Screen } from './support/inspected.ts'
import { choose } from './support/screen.ts'

const CLEAN_UP = 'Limpieza de cambios en lote'

const schedule = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

test('a schedule runs at once, and the list shows the run', async ({ page, signedIn }) => {
  await signedIn('admin')
  await page.goto('/jobs')
  await page.getByRole('button', { name: 'Ejecutar ahora: Limpieza de importaciones' }).click()
  const run = page
    .getByRole('row')
    .filter({ hasText: 'Limpieza de importaciones' })
    .filter({ hasText: 'admin' })
  await expect(run.first()).toContainText('Terminada')
  await choose(page, 'Tarea', 'Mantenimiento')
  await expect(page).toHaveURL(/kind/)
  await expect(run).toHaveCount(0)
})

test('a schedule is switched off and on; a required one cannot be', async ({ page, signedIn }) => {
  await signedIn('admin')
  await page.goto('/jobs')
  const row = schedule(page, CLEAN_UP)
  await expect(row).toContainText(/Próxima vez\s*\d\d\/\d\d\/\d{4} 04:40 am/)
  const toggle = row.getByRole('switch')
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await toggle.click()
  await expect(row).toContainText('Apagada')
  await saved
  await page.reload()
  await expect(toggle).not.toBeChecked()
  await expect(row.getByRole('button', { name: 'Ejecutar ahora' })).toBeDisabled()
  await toggle.click()
  await expect(row).toContainText('04:40 am')
  await expect(page.getByRole('switch', { name: 'Encendida: Mantenimiento' })).toBeDisabled()
})

test('a refused switch reverts, with the reason', async ({ page, signedIn, tolerated }) => {
  tolerated.push(/409/)
  await signedIn('admin')
  const message = 'Esta tarea es necesaria: no se puede apagar.'
  await page.route('**/api/jobs/schedules/reminders', (route) =>
    route.fulfill({ status: 409, json: { statusCode: 409, error: 'Conflict', message } }),
  )
  await page.goto('/jobs')
  const toggle = schedule(page, 'Recordatorios').getByRole('switch')
  await toggle.click()
  await expectNotification(page, message)
  await expect(toggle).toBeChecked()
})

const BEGUN = '2026-03-15T14:30:00.000Z'

const runOf = (name: string, changes: Partial<JobRun> = {}): JobRun => ({
  ...{ _id: name, kind: 'batch', name, user: null, userName: '', begun: BEGUN, ended: BEGUN, state: 'done' },
  ...{ done: null, left: null, slices: 1, message: '', canRetry: false, ...changes },
})

/** A run in each state. */
const RUNS: readonly JobRun[] = [
  runOf('Cambio en lote: Películas', { state: 'running', ended: null, done: 500, left: 1_000 }),
  runOf('Importación: Documentales', {
    ...{
      state: 'retrying',
      ended: null,
      user: 'u1',
      userName: 'agente',
      message: 'La base de datos no respondió.',
    },
  }),
  runOf('Mantenimiento', {
    ...{ state: 'failed', message: '2 pasos fallaron y se repiten en la próxima ejecución.', canRetry: true },
  }),
  runOf('Recordatorios', { state: 'cancelled', message: 'Se apagó la tarea.' }),
  runOf('Limpieza de importaciones', { user: 'u2' }),
]

const showRuns = async (page: Page): Promise<void> => {
  await page.route('**/api/jobs?*', (route) => route.fulfill({ json: RUNS }))
  await page.route('**/api/jobs/size*', (route) => route.fulfill({ json: { count: RUNS.length } }))
}

test('runs show their progress, who started them and why they failed; a failed one can be repeated', async ({
  page,
  signedIn,
}) => {
  await signedIn('admin')
  await showRuns(page)
  const repeated: string[] = []
  await page.route('**/api/jobs/*/retry', (route) => {
    repeated.push(route.request().url())
    return route.fulfill({ status: 202 })
  })
  await page.goto('/jobs')
  const row = (text: string) => page.getByRole('row').filter({ hasText: text })
  await expect(row('Películas')).toContainText(/En curso.*500 de 1,500 registros.*El servicio/)
  await expect(row('Documentales')).toContainText(/Por reintentar.*agente.*La base de datos no respondió/)
  await expect(row('Limpieza')).toContainText(/Terminada.*Usuario eliminado/)
  await expect(page.getByRole('button', { name: /^Reintentar: / })).toHaveCount(1)
  await row('Mantenimiento').getByRole('button', { name: 'Reintentar: Mantenimiento' }).click()
  await expectNotification(page, 'La tarea se ejecuta de nuevo.')
  expect(repeated).toHaveLength(1)
})

test('the screen is read-only without the permission', async ({ page, signedIn }) => {
  await signedIn('admin')
  await showRuns(page)
  await page.route('**/api/users/me', async (route) => {
    const response = await route.fetch()
    const me = JSON.parse((await response.text()).replaceAll('"modify":true', '"modify":false'))
    await route.fulfill({ response, json: me })
  })
  await page.goto('/jobs')
  await expect(page.getByRole('switch').first()).toBeDisabled()
  await expect(page.getByRole('row')).toHaveCount(RUNS.length + 1)
  await expect(page.getByRole('button', { name: /Ejecutar ahora|Reintentar/ })).toHaveCount(0)
})

test('on a phone, runs are cards with the reason', async ({ page, signedIn, axe }) => {
  await page.setViewportSize(PHONE)
  await signedIn('admin')
  await showRuns(page)
  await page.goto('/jobs')
  await expect(page.getByText('2 pasos fallaron y se repiten en la próxima ejecución.')).toBeVisible()
  const button = page.getByRole('button', { name: 'Ejecutar ahora: Recordatorios' })
  expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  await axe()
})

const JOBS = { path: '/jobs', heading: 'Tareas' }

const SCREENS: Screen[] = [
  {
    what: 'jobs in each state',
    ...JOBS,
    prepare: async (page) => {
      await showRuns(page)
      await page.reload()
      await expect(page.getByText('Por reintentar')).toBeVisible()
    },
  },
  { what: 'jobs without matches', ...JOBS, path: '/jobs?filter={"q":"nada se llama así"}' },
  {
    what: 'jobs that fail to load',
    ...JOBS,
    tolerates: /503/,
    prepare: async (page) => {
      await page.route('**/api/jobs/schedules', (route) =>
        route.fulfill({ status: 503, json: { message: 'La base de datos no respondió.' } }),
      )
      await page.reload()
      await expect(page.getByRole('alert').first()).toContainText('La base de datos no respondió.')
    },
  },
]

for (const { what, tag, states } of looksAt(SCREENS))
  inspected(what, { tag }, ({ inspect }) => inspect(states, 'admin'))
