import type { Page } from '@playwright/test'
import { buildGrants } from '../../src/domain/access/permissions.ts'
import { expect, test } from '../support/browser.ts'
import { expectNotification } from '../support/notifications.ts'
import { apiOf } from './support/api.ts'
import { handsOf, watchHands } from './support/hands.ts'
import { expectMessage, field, select, watchWrites } from './support/screen.ts'
import { password } from './support/user.ts'

const SAVED = 'Los datos fueron guardados.'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const toggle = (page: Page, name: string) => page.getByRole('switch', { name, exact: true })
const menus = (page: Page) => page.getByRole('navigation', { name: 'Menú principal' }).getByRole('button')
const _searchRoutes = (page: Page, text: string) =>
  page.getByRole('searchbox', { name: 'Buscar rutas' }).fill(text)

async function openPermissions(page: Page, profile: string): Promise<void> {
  await page.goto(`/profile?filter=${encodeURIComponent(JSON.stringify({ q: profile }))}`)
  await page.getByRole('link', { name: `Permisos: ${profile}` }).click()
  await expect(field(page, 'Nombre del perfil')).toHaveValue(profile)
}

async function save(page: Page): Promise<void> {
  // The message of an earlier change may still be shown.
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
  await button(page, 'Registrar').click()
  await saved
  await expectNotification(page, SAVED)
}

test('a profile for support takes four clicks, from the list of profiles to the form of a user with it', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('sa'))
  await watchHands(page)
  const clicks = await handsOf(page, async () => {
    await page.goto('/profile')
    const name = field(page, 'Nombre del perfil')
    await name.click()
    await name.fill('Mesa de ayuda')
    await page.getByRole('radio', { name: 'Soporte' }).check()
    await button(page, 'Registrar').click()
    await expect(box(page, 'Modificar: Reporte de Errores')).toBeChecked()
    await page.getByRole('link', { name: 'Crear usuario con este perfil' }).click()
    await expect(select(page, 'Perfil')).toHaveText('Mesa de ayuda')
  })
  expect(clicks).toBe(4)
  expect(await api.find('/api/profiles', 'name', 'Mesa de ayuda')).toMatchObject({
    accessWeb: true,
    accessApp: false,
  })

  await field(page, 'Usuario').fill('ayudante')
  await password(page).fill('cartelera')
  await field(page, 'Nombre completo').fill('Ayudante de la mesa')
  await field(page, 'Dirección').fill('Calle El Conde No. 5')
  await button(page, 'Continuar').click()
  await expect(page).toHaveURL(/\/modify\/[\w-]+/)
  await signedIn('ayudante')
  await page.goto('/main')
  await menus(page).filter({ hasText: 'Administración' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Usuarios',
    'Historial de visitas',
    'Reporte de Errores',
  ])
})

test('flags and permissions are saved in one step, after which the preview and a user are offered', async ({
  page,
  signedIn,
  tolerated,
}) => {
  tolerated.push(/status of 404/)
  const api = apiOf(page, await signedIn('admin'))
  const { _id } = await api.post('/api/profiles', { name: 'Efímero' })
  await page.goto(`/permission/${_id}`)
  await toggle(page, 'Acceso web').check()
  const newUser = page.getByRole('link', { name: 'Crear usuario con este perfil' })
  await expect(newUser).toBeDisabled()
  await box(page, 'Todo en Ventas').check()
  await box(page, 'Registrar: Ventas').check()
  const writes = watchWrites(page)
  await save(page)
  expect(writes).toEqual([`PUT /api/profiles/${_id}`])
  expect(await api.get(`/api/profiles/${_id}`)).toMatchObject({
    accessWeb: true,
    routeAccess: buildGrants({ 'credit-list': ['register'], 'credit-balance': [] }),
  })
  await expect(page).toHaveURL(`/permission/${_id}`)
  await button(page, 'Ver como este perfil').click()
  await expect(page.getByRole('dialog', { name: 'Ver como Efímero' })).not.toContainText(
    'no tiene acceso web',
  )
  await button(page, 'Cerrar').click()

  expect((await api.ask('DELETE', `/api/profiles/${_id}`)).ok()).toBe(true)
  await box(page, 'Auditoría').check()
  await button(page, 'Registrar').click()
  await expect(page.getByTestId('form-message')).toContainText('no existe')
  await box(page, 'Auditoría').uncheck()
  await page.goto('/signup?profile=Efímero')
  await expect(page.getByText('El perfil Efímero no está entre los que usted puede asignar.')).toBeVisible()
  await button(page, 'Continuar').click()
  await expectMessage(select(page, 'Perfil'), 'Debe especificar el perfil.')
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

test('a change of the profile applies to the menus of another session without a new sign-in', async ({
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

test('profiles in use cannot be deleted, others are after confirmation', async ({
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

  test('permissions are granted by touch, and the form asks before leaving unsaved ones', async ({
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
    await expect(page.getByRole('link', { name: 'Crear usuario con este perfil' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })
})
