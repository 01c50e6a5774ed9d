import type { Page } from '@playwright/test'
import type { GroupAccess } from '../../../src/domain/access/permissions.ts'
import { expect, test } from '../../support/browser.ts'
import { expectNotification } from '../../support/notifications.ts'
import { apiOf } from '../support/api.ts'
import { expectMessage, field } from '../support/screen.ts'
import { createUser } from '../support/user.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const toggle = (page: Page, name: string) => page.getByRole('switch', { name, exact: true })
const menus = (page: Page) => page.getByRole('navigation', { name: 'Menú principal' }).getByRole('button')
const searchRoutes = (page: Page, text: string) =>
  page.getByRole('searchbox', { name: 'Buscar rutas' }).fill(text)

test('an administrator creates a profile and grants it permissions, which its users have', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  await page.goto('/profile')
  const name = field(page, 'Nombre del perfil')
  await button(page, 'Registrar').click()
  await expectMessage(name, 'Debe especificar el nombre del perfil')
  await name.fill('ADMINISTRÁDOR')
  await button(page, 'Registrar').click()
  await expectMessage(name, 'Ya se encuentra agregado el perfil ADMINISTRÁDOR')
  await expect(button(page, 'Eliminar agent')).toBeDisabled()
  await expect(
    page.getByTitle('No puede eliminar el perfil, es un registro de sistema.').first(),
  ).toBeVisible()
  await name.fill('Taquilla')
  await name.press('Enter')
  await toggle(page, 'Acceso web: Taquilla').click()
  await expect(toggle(page, 'Acceso web: Taquilla')).toBeChecked()
  for (const flag of ['Acceso a la app', 'Valida crédito', 'Valida dispositivo'])
    await expect(toggle(page, `${flag}: Taquilla`)).not.toBeChecked()
  const { _id } = await api.find('/api/profiles', 'name', 'Taquilla')
  await expect.poll(async () => (await api.get(`/api/profiles/${_id}`)).accessWeb).toBe(true)
  await page.getByRole('link', { name: 'Permisos: Taquilla' }).click()
  await expect(page).toHaveURL(`/permission/${_id}`)
  await expect(page.getByText('/movie/:id', { exact: true })).toBeVisible()

  await searchRoutes(page, 'PELICULA')
  await expect(page.getByText(/^3 de \d+ rutas$/)).toBeVisible()
  await box(page, 'Seleccionar lo encontrado').focus()
  await page.keyboard.press('Space')
  await box(page, 'Modificar: lo encontrado').check()
  await searchRoutes(page, '')
  await expect(box(page, 'Todo en Contenidos')).toBeChecked({ indeterminate: true })
  await box(page, 'Todo en Administración').check()
  await box(page, 'Conciliación').uncheck()
  await expect(box(page, 'Todo en Administración')).toBeChecked({ indeterminate: true })
  await button(page, 'Ver como este perfil').click()
  const preview = page.getByRole('dialog', { name: 'Ver como Taquilla' })
  await expect(preview.getByRole('list', { name: 'Contenidos' }).first()).toHaveText('Películas')
  await expect(preview.getByRole('list', { name: 'Administración' })).not.toContainText('Conciliación')
  await preview.getByRole('button', { name: 'Cerrar' }).click()
  await button(page, 'Registrar').click()
  await expectNotification(page, 'Los datos fueron guardados.')
  const { routeAccess } = await api.get<{ routeAccess: GroupAccess[] }>(`/api/profiles/${_id}`)
  const given = routeAccess.flatMap(({ access }) => access)
  expect(given).toContainEqual(expect.objectContaining({ name: 'movie-edit', modify: true, delete: false }))
  expect(given).toContainEqual(expect.objectContaining({ name: 'user-list', register: false }))
  expect(given.map(({ name }) => name)).not.toContain('reconciliation')
  await button(page, 'Cancelar').click()
  await expect(page).toHaveURL('/profile')

  await createUser(api, 'taquillera', 'Taquilla')
  await signedIn('taquillera')
  await page.goto('/movie')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Películas')
  await expect(menus(page)).toHaveText(['Administración', 'Contenidos'])
  await menus(page).filter({ hasText: 'Contenidos' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Películas'])
})
