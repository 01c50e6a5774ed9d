import { expect } from '../support/browser.ts'
import { expectNotification } from '../support/notifications.ts'
import { apiOf } from './support/api.ts'
import { field } from './support/screen.ts'
import { test } from './support/with-streams.ts'

test.use({ ownDemo: true })

test('a new base address is tried, and saved with the other changes of its form', { tag: '@looks' }, async ({
  page,
  signedIn,
  axe,
  lookAsPhone,
  streams,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  const url = streams.url('/nueva/')
  await page.goto('/setting?tab=control')
  await field(page, 'Horas que dura un demo').fill('5')
  await page.getByRole('button', { name: 'Cambiar y comprobar' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Cambiar la URL base de contenidos' })
  await expect(dialog).toContainText(/Dependen de ella [\d,]+ enlaces internos: .*películas/)
  await field(dialog, 'Dirección nueva').fill('cdn.nuevo.example')
  await dialog.getByRole('button', { name: 'Comprobar' }).click()
  await expect(dialog).toContainText('URL invalido.')
  await field(dialog, 'Dirección nueva').fill(url)
  await dialog.getByRole('button', { name: 'Comprobar' }).click()
  await expect(dialog).toContainText('No responde ninguno de los 5 enlaces probados.', { timeout: 30_000 })
  await expect(dialog.getByRole('listitem').first()).toContainText(url)
  await expect(dialog).toContainText('Se guarda también el otro cambio de este formulario.')
  await axe()
  await lookAsPhone()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expectNotification(page, 'Los datos fueron guardados.')
  expect(await api.get('/api/settings')).toMatchObject({ contentUrlBase: url, demoHours: 5 })
  await expect(field(page, 'URL base de contenidos')).toHaveValue(url)
})

test('the base address of channels is changed over their list, though it cannot be tried', async ({
  page,
  signedIn,
  tolerated,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  tolerated.push(/409/)
  await page.route('**/api/links/bases/tvUrlBase/checks', (route) =>
    route.fulfill({ status: 409, json: { message: 'Ese servidor se está comprobando.' } }),
  )
  await page.goto('/channels')
  await page.getByRole('button', { name: 'Configuración de los canales' }).click()
  await page.getByRole('button', { name: 'Cambiar y comprobar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cambiar la URL base de canales' })
  await field(dialog, 'Dirección nueva').fill('https://tv.nuevo.example/')
  await dialog.getByRole('button', { name: 'Comprobar' }).click()
  await expect(dialog).toContainText('No se pudo comprobar. Ese servidor se está comprobando.')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expectNotification(page, 'Los datos fueron guardados.')
  expect(await api.get('/api/settings')).toMatchObject({ tvUrlBase: 'https://tv.nuevo.example/' })
})
