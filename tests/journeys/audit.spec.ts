import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { expectNotification } from '../support/notifications.ts'
import { apiOf } from './support/api.ts'
import { handsOf, watchHands } from './support/hands.ts'
import { test as inspected, looksAt, type Screen } from './support/inspected.ts'
import { field, select } from './support/screen.ts'

const CATEGORIES = '/api/categories'

test('the audit log shows the changes of a record, with user and address', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  const name = `Cine mudo ${Date.now()}`
  const { _id } = await api.post(CATEGORIES, {
    name,
    descriptionEnglish: 'Silent films',
    type: 'PELICULA',
    status: true,
  })
  await page.goto(`/category/${_id}`)
  await field(page, 'Descripción en Inglés').fill('Silent movies')
  await page.getByRole('button', { name: 'Registrar' }).click()
  await expectNotification(page, 'Los datos fueron guardados.')
  await page.getByRole('link', { name: 'Cambios' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Auditoría' })).toBeVisible()
  await expect(page.getByTestId('total')).toHaveText('2')
  await expect(page.getByRole('button', { name: `Cambios de ${name}` })).toBeVisible()
  await page.getByRole('row').filter({ hasText: 'Modificación' }).click()
  const dialog = page.getByRole('dialog', { name: 'Modificación' })
  await expect(dialog).toContainText('127.0.0.1')
  await expect(dialog.getByRole('row', { name: /Descripción en Inglés/ })).toContainText(
    /Silent films.*Silent movies/,
  )
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('the audit log is filtered by failed sign-ins', async ({ page, signedIn, request }) => {
  await signedIn('admin')
  await request.post('/auth/local', { data: { name: 'soporte', password: 'equivocada' } })
  await page.goto('/audit')
  await page.getByRole('button', { name: 'Accesos' }).click()
  await expect(page).toHaveURL(/view=access/)
  await select(page, 'Acción').click()
  await page.getByRole('option', { name: 'Inicio de sesión fallido' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'soporte' }).first()).toContainText('Sin sesión')
})

test('who changed a price is found and put back with five clicks', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  const { creditPriceMonthly: price } = await api.get('/api/settings')
  await api.ask('PUT', '/api/settings', { creditPriceMonthly: 400 })
  await watchHands(page)
  const clicks = await handsOf(page, async () => {
    await page.getByRole('button', { name: 'Administración' }).click()
    await page.getByRole('menuitem', { name: 'Auditoría' }).click()
    const row = page.getByRole('row').filter({ hasText: `Precio mensual: ${price} → 400` })
    await expect(row).toContainText('admin')
    await row.click()
    await page.getByRole('button', { name: 'Deshacer este cambio' }).click()
    const dialog = page.getByRole('dialog').filter({ hasText: 'Ahora' })
    await dialog.getByRole('button', { name: 'Deshacer este cambio' }).click()
    await expectNotification(page, 'El cambio se deshizo.')
  })
  expect(clicks).toBe(5)
  expect((await api.get('/api/settings')).creditPriceMonthly).toBe(price)

  await page.goto('/setting?tab=control')
  await page.getByRole('link', { name: 'Historial' }).click()
  await expect(page.getByRole('row').nth(1)).toContainText(`Precio mensual: 400 → ${price}`)
  await expect(
    page.getByRole('button', { name: /^Cambios de \d+ campos de la configuración$/ }),
  ).toBeVisible()
})

const AUDIT = { path: '/audit', heading: 'Auditoría' }

const SCREENS: Screen[] = [
  { what: 'the audit log', ...AUDIT },
  { what: 'an audit log without matches', ...AUDIT, path: '/audit?filter={"q":"nada se llama así"}' },
  {
    what: 'an event of the audit log',
    ...AUDIT,
    prepare: async (page: Page) => {
      await page
        .getByRole('button', { name: /^\d\d\/\d\d\/\d{4} | · / })
        .first()
        .click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
]

for (const { what, tag, states } of looksAt(SCREENS))
  inspected(what, { tag }, ({ inspect }) => inspect(states, 'admin'))
