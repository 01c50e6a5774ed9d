import { expect } from '../support/browser.ts'
import { expectNotification } from '../support/notifications.ts'
import { apiOf, type Stored } from './support/api.ts'
import { localFilm } from './support/film.ts'
import { test } from './support/inspected.ts'
import { choose } from './support/screen.ts'

test('a film is scheduled in its form, filtered by its dates, and rescheduled in bulk', {
  tag: '@looks',
}, async ({ page, signedIn, axe, lookAsPhone }) => {
  const api = apiOf(page, await signedIn('admin'))
  const film = await api.post('/api/movies', localFilm({ title: 'La espera' }))

  await page.goto(`/movie/${film._id}`)
  const dates = page.getByRole('region', { name: 'Publicación' })
  await expect(dates).toContainText('Zona horaria: America/Santo_Domingo')
  await dates.getByLabel('Publicar desde', { exact: true }).fill('12/24/2090')
  await dates.getByLabel('Hora: Publicar desde').fill('20:30')
  await expect(dates).toContainText('24 de diciembre de 2090')
  await dates.getByLabel('Publicar hasta', { exact: true }).fill('12/23/2090')
  await axe()
  await lookAsPhone()
  await page.getByRole('button', { name: 'Registrar' }).click()
  await expect(dates).toContainText('Debe ser posterior a «Publicar desde».')
  await dates.getByLabel('Publicar hasta', { exact: true }).fill('12/31/2090')
  await expect(dates).toContainText('Está activo: ya se ve antes de esa fecha.')
  await dates.getByRole('button', { name: 'Desactivar hasta entonces' }).click()
  await page.getByRole('button', { name: 'Registrar' }).click()
  await expectNotification(page, 'Los datos fueron guardados.')
  expect(await api.get<Stored>(`/api/movies/${film._id}`)).toMatchObject({
    status: false,
    datePublish: '2090-12-25T00:30:00.000Z',
    dateUnpublish: '2091-01-01T03:59:00.000Z',
  })

  await page.goto('/movie')
  await choose(page, 'Publicación', 'Programada')
  const row = page.getByRole('row').filter({ hasText: 'La espera' })
  await expect(row).toBeVisible()
  await row.getByRole('checkbox', { name: 'Elegir La espera' }).check()
  await page.getByRole('button', { name: 'Cambiar…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cambiar 1 película' })
  await dialog.getByRole('combobox', { name: 'Publicar desde' }).click()
  await page.getByRole('option', { name: 'Quitar la fecha' }).click()
  await dialog.getByRole('combobox', { name: 'Publicar hasta' }).click()
  await page.getByRole('option', { name: 'Cambiar la fecha…' }).click()
  await dialog
    .getByRole('group', { name: 'Publicar hasta' })
    .getByLabel('Fecha', { exact: true })
    .fill('01/31/2091')
  await axe()
  await lookAsPhone()
  await dialog.getByRole('button', { name: 'Cambiar', exact: true }).click()
  await expect
    .poll(() => api.get<Stored>(`/api/movies/${film._id}`))
    .toMatchObject({ datePublish: null, dateUnpublish: '2091-02-01T03:59:00.000Z' })
})

test('contents that could not be published are named on the home page and in their list', {
  tag: '@looks',
}, async ({ page, signedIn, axe, lookAsPhone }) => {
  await signedIn('admin')
  await page.goto('/main')
  const panel = page.getByRole('region', { name: 'Publicación' })
  const blocked = panel.getByRole('listitem').filter({ hasText: 'No se publicó: categoría inactiva' })
  await expect(blocked).toHaveCount(1)
  await axe()
  await lookAsPhone()
  await blocked.getByRole('link').click()
  await expect(page.getByRole('region', { name: 'Publicación' })).toContainText(
    'No se publicó en su fecha: categoría inactiva.',
  )
  await page.goto('/movie')
  await choose(page, 'Publicación', 'No se publicó')
  await expect(page.getByTestId('total')).toHaveText('1')
  await expect(page.getByRole('row').filter({ hasText: 'No se publicó' })).toHaveCount(1)
  await axe()
  await lookAsPhone()
})
