import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { apiOf } from './support/api.ts'
import { test as inspected, looksAt, PHONE, type Screen } from './support/inspected.ts'
import { createUser } from './support/user.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Compensar días' })

/** Opens the dialog from the menu 'Más' of a list. */
const openDialog = async (page: Page) => {
  await page.getByRole('button', { name: 'Más', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Compensar días' }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('status')).toBeVisible()
  return dialog
}

test('days are given to the filtered customers, shown in the audit log, and taken back', async ({
  page,
  signedIn,
  axe,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  const users = [
    await createUser(api, 'caida-uno', 'app', { fullName: 'Caída Uno' }),
    await createUser(api, 'caida-dos', 'app', { fullName: 'Caída Dos' }),
    await createUser(api, 'caida-tres', 'app', { fullName: 'Caída Tres' }),
  ]
  for (const { _id } of users.slice(0, 2)) {
    const sale = { userLicensed: _id, type: 1, period: 'MESES', count: 1, description: '' }
    const created = await api.post('/api/license_transactions', sale)
    await api.put(`/api/license_transactions/${created._id}`, { status: 'PROCESSED' })
  }
  const expiry = async (index: number): Promise<number> =>
    new Date(String((await api.get(`/api/users/${users[index]?._id}`)).dateExpire)).getTime()
  const before = await expiry(0)
  await page.goto('/admin?filter=%7B%22q%22%3A%22caida-%22%7D')
  await expect(page.getByTestId('total')).toHaveText('3')
  const dialog = await openDialog(page)
  await expect(dialog.getByRole('status')).toContainText('2 clientes reciben los días.')
  await dialog.getByRole('textbox', { name: 'Días' }).fill('0')
  await expect(dialog.getByText('Debe ser un número entero de días, de 1 a 60.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Días' }).fill('2')
  await expect(dialog.getByRole('status')).toContainText(/Caída Uno:\s*\d\d\/\d\d\/\d{4} → \d\d\/\d\d\/\d{4}/)
  const start = dialog.getByRole('button', { name: 'Compensar a 2' })
  await expect(start).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Caída del servidor')
  await axe()
  await start.click()
  const job = page.getByRole('dialog', { name: 'Listo' })
  await expect(job).toContainText('Compensar 2 días a 2 usuarios')
  await expect(job.getByRole('status')).toHaveText('2 usuarios compensados.')
  expect(await expiry(0)).toBe(before + 2 * 86_400_000)
  await axe()
  await job.getByRole('button', { name: 'Deshacer' }).click()
  const asking = page.getByRole('dialog', { name: /^¿Deshacer/ })
  await expect(asking).toContainText('Se quitan los días que se dieron')
  await asking.getByRole('button', { name: 'Deshacer' }).click()
  await expect(page.getByRole('dialog', { name: 'Listo' })).toContainText(
    'Deshacer: Compensar 2 días a 2 usuarios',
  )
  expect(await expiry(0)).toBe(before)
  await page.goto('/audit?filter=%7B%22q%22%3A%22Caída del servidor%22%7D')
  const rows = page.getByRole('row')
  await expect(rows.filter({ hasText: 'Compensación de días' })).toHaveCount(1)
  await expect(rows.filter({ hasText: 'Compensación deshecha' })).toHaveCount(1)
})

test('a start without an answer is repeated, not made twice', async ({ page, signedIn, tolerated }) => {
  tolerated.push(/Failed to load resource|ERR_/)
  await signedIn('admin')
  await page.goto('/jobs')
  const dialog = await openDialog(page)
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Caída')
  const keys: (string | undefined)[] = []
  await page.route('**/compensations', (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    return keys.length === 1 ? route.abort() : route.fulfill({ status: 202, json: { batch: 'b1' } })
  })
  await dialog.getByRole('button', { name: /^Compensar a/ }).click()
  await expect(dialog.getByRole('alert')).toContainText('No se sabe si empezó. Al reintentar no se repite.')
  await expect(dialog.getByRole('textbox', { name: 'Días' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Reintentar' }).click()
  await expect(dialog).toBeHidden()
  expect(keys).toHaveLength(2)
  expect(keys[1]).toBe(keys[0])
})

test('on a phone the dialog fits, and only those who may compensate have it', async ({
  page,
  signedIn,
  axe,
}) => {
  await page.setViewportSize(PHONE)
  await signedIn('admin')
  await page.goto('/admin')
  await openDialog(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  await axe()
  await signedIn('agente')
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Más', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Exportar' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Compensar días' })).toHaveCount(0)
})

const SCREENS: Screen[] = [
  {
    what: 'the dialog that compensates days',
    path: '/admin?perPage=10',
    heading: 'CONSULTA DE USUARIOS',
    prepare: openDialog,
  },
]

for (const { what, tag, states } of looksAt(SCREENS))
  inspected(what, { tag }, ({ inspect }) => inspect(states, 'admin'))
