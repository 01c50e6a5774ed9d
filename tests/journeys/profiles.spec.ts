import type { Page } from '@playwright/test'
import type { GroupAccess } from '../../src/domain/access/permissions.ts'
import { expect, test } from '../support/browser.ts'
import { expectNotification } from '../support/notifications.ts'
import { apiOf } from './support/api.ts'
import { expectMessage, field, watchWrites } from './support/screen.ts'

const SAVED = 'Los datos fueron guardados.'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const toggle = (page: Page, name: string) => page.getByRole('switch', { name, exact: true })
const menus = (page: Page) => page.getByRole('navigation', { name: 'Menú principal' }).getByRole('button')
const searchRoutes = (page: Page, text: string) =>
  page.getByRole('searchbox', { name: 'Buscar rutas' }).fill(text)

async function openPermissions(page: Page, profile: string): Promise<void> {
  await page.goto(`/profile?filter=${encodeURIComponent(JSON.stringify({ q: profile }))}`)
  await page.getByRole('link', { name: `Permisos: ${profile}` }).click()
  await expect(field(page, 'Nombre del perfil')).toHaveValue(profile)
}

async function save(page: Page): Promise<void> {
  // The message of an earlier change may still be there.
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
  await button(page, 'Registrar').click()
  await saved
  await expectNotification(page, SAVED)
}

test('an administrator creates a profile, grants permissions and sees their preview', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  await page.goto('/main')
  await menus(page).filter({ hasText: 'Configuración' }).click()
  await page.getByRole('menuitem', { name: 'Perfiles' }).click()
  await expect(page).toHaveURL('/profile')
  await field(page, 'Nombre del perfil').fill('Taquilla')
  // Pressed on the field itself, because the closing menu returns the focus to its button.
  await field(page, 'Nombre del perfil').press('Enter')
  await toggle(page, 'Acceso web: Taquilla').click()
  await expect(toggle(page, 'Acceso web: Taquilla')).toBeChecked()
  for (const name of ['Acceso a la app', 'Valida crédito', 'Valida dispositivo'])
    await expect(toggle(page, `${name}: Taquilla`)).not.toBeChecked()
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

  await save(page)
  const { routeAccess } = await api.get<{ routeAccess: GroupAccess[] }>(`/api/profiles/${_id}`)
  const given = routeAccess.flatMap(({ access }) => access)
  expect(given).toContainEqual(expect.objectContaining({ name: 'movie-edit', modify: true, delete: false }))
  expect(given).toContainEqual(expect.objectContaining({ name: 'user-list', register: false }))
  expect(given.map(({ name }) => name)).not.toContain('reconciliation')
  await page.reload()
  await expect(box(page, 'Modificar: Editar película')).toBeChecked()
  await button(page, 'Cancelar').click()
  await expect(page).toHaveURL('/profile')
})

test('permissions saved just before a reload are neither restored nor in conflict', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  await api.post('/api/profiles', { name: 'Boletería', accessWeb: true })
  await openPermissions(page, 'Boletería')
  await box(page, 'Todo en Contenidos').check()
  await box(page, 'Modificar: Editar usuario').check()
  let processed = 0
  await page.route('**/api/profiles/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    await route.fetch()
    processed += 1
    return undefined
  })
  await button(page, 'Registrar').click()
  await expect.poll(() => processed).toBe(1)
  page.on('dialog', (question) => question.accept())
  await page.reload()
  await expect(box(page, 'Modificar: Editar usuario')).toBeChecked()
  const drafts = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('draft')))
  await expect.poll(drafts).toEqual([])
  expect(await page.getByText(/Se recuperó/).count()).toBe(0)
  await button(page, 'Cancelar').click()
  await expect(page).toHaveURL(/\/profile(\?|$)/)
})

test('menus of another session follow a change of the profile without a new sign-in', async ({
  page,
  signedIn,
  anotherPage,
  tolerated,
}) => {
  await signedIn('admin')
  const other = await anotherPage('soporte')
  await other.goto('/main')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(menus(other).filter({ hasText: 'Contenidos' })).toHaveCount(0)

  await openPermissions(page, 'Soporte')
  await box(page, 'Radios').check()
  await save(page)
  // Headless pages are always visible: simulates the event of a user returning to the page.
  await other.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await menus(other).filter({ hasText: 'Contenidos' }).click()
  await other.getByRole('menuitem', { name: 'Radios' }).click()
  await expect(other.getByTestId('total')).toHaveText(/\d/)

  await box(page, 'Radios').uncheck()
  await save(page)
  tolerated.push(/status of 403/)
  await button(other, 'Buscar').click()
  await expect(other).toHaveURL('/main')
  await expect(other.getByText('No tiene permiso para abrir esa pantalla.')).toBeVisible()
  await expect(menus(other).filter({ hasText: 'Contenidos' })).toHaveCount(0)
})

test('profile names are unique, and system profiles and profiles in use cannot be deleted', async ({
  page,
  signedIn,
  tolerated,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  tolerated.push(/status of 409/)
  await page.goto('/profile')
  const count = await api.count('/api/profiles/size')
  await expect(page.getByRole('row', { name: /^Elegir agent / })).toContainText('Sistema')
  for (const name of ['Acceso web: Administrador', 'Valida crédito: sa'])
    await expect(toggle(page, name)).toBeDisabled()
  await expect(page.getByTitle('No puede quitar el acceso web a su propio perfil.')).toBeVisible()
  await expect(page.getByTitle('Solo sa puede modificar el perfil sa.')).toHaveCount(6)
  await button(page, 'Registrar').click()
  await expectMessage(field(page, 'Nombre del perfil'), 'Debe especificar el nombre del perfil')
  await field(page, 'Nombre del perfil').fill('ADMINISTRÁDOR')
  await button(page, 'Registrar').click()
  await expectMessage(field(page, 'Nombre del perfil'), 'Ya se encuentra agregado el perfil ADMINISTRÁDOR')

  const writes = watchWrites(page)
  await expect(button(page, 'Eliminar agent')).toBeDisabled()
  await expect(
    page.getByTitle('No puede eliminar el perfil, es un registro de sistema.').first(),
  ).toBeVisible()
  expect(writes).toEqual([])
  await button(page, 'Eliminar Soporte').click()
  const question = page.getByRole('dialog', { name: 'Seguro de eliminar Soporte' })
  await question.getByRole('button', { name: 'Eliminar' }).click()
  await expectNotification(page, /^No puede eliminar el perfil, lo usan? \d+ usuarios?\.$/)
  expect(await api.count('/api/profiles/size')).toBe(count)

  await api.post('/api/profiles', { name: 'Sobrante' })
  await page.reload()
  await button(page, 'Eliminar Sobrante').click()
  await page
    .getByRole('dialog', { name: 'Seguro de eliminar Sobrante' })
    .getByRole('button', { name: 'Eliminar' })
    .click()
  await expect(toggle(page, 'Acceso web: Sobrante')).toHaveCount(0)
  await expect(page.getByTestId('total')).toHaveText(String(count))
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('permissions are granted by touch, and unsaved ones ask before leaving', async ({
    page,
    signedIn,
  }) => {
    const api = apiOf(page, await signedIn('admin'))
    const { _id } = await api.post('/api/profiles', { name: 'De bolsillo' })
    await page.goto(`/permission/${_id}?q=radio`)
    await button(page, 'Más acciones').tap()
    await button(page, 'Ver como este perfil').tap()
    const preview = page.getByRole('dialog', { name: 'Ver como De bolsillo' })
    await expect(preview).toContainText('Este perfil no tiene acceso web')
    await expect(preview).toContainText('Este perfil no ve ningún menú.')
    await preview.getByRole('button', { name: 'Cerrar' }).tap()
    await expect(preview).toBeHidden()
    await box(page, 'Radios').tap()
    await page.getByRole('link', { name: 'Cartelera: inicio' }).tap()
    const question = page.getByRole('dialog', { name: 'Tiene cambios sin guardar' })
    await question.getByRole('button', { name: 'Seguir editando' }).tap()
    await expect(question).toBeHidden()
    await button(page, 'Registrar').tap()
    await expectNotification(page, SAVED)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })
})
