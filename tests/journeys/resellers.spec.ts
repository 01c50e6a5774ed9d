import type { Page } from '@playwright/test'
import { profileLabel } from '../../src/domain/access/permissions.ts'
import { expect, test } from '../support/browser.ts'
import { expectNotification } from '../support/notifications.ts'
import { apiOf, type Stored } from './support/api.ts'
import { choose, field, formMessage, select, signInByForm } from './support/screen.ts'
import { createUser, fillUser, password } from './support/user.ts'

const NO_CREDIT = 'No tiene créditos suficientes para crear usuarios.'
const GONE = 'El registro no existe.'
const HOUR = 3_600_000

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const column = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })

/** Expects the button neither next to the heading nor in the menu of tools. */
async function expectNoDemoRemoval(page: Page): Promise<void> {
  await button(page, 'Más').click()
  await expect(page.getByRole('menuitem', { name: 'Exportar', exact: true })).toBeVisible()
  await expect(page.getByText('Remover Demo')).toHaveCount(0)
  await page.keyboard.press('Escape')
}

async function expectProfiles(page: Page, ...names: string[]): Promise<void> {
  await select(page, 'Perfil').click()
  await expect(page.getByRole('option')).toHaveText(names.map(profileLabel))
  await page.keyboard.press('Escape')
}

test('an agent sees only its own users and its balance', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('agente'))
  await page.goto('/admin')
  await expect(page.getByTestId('total')).toHaveText(String(await api.count('/api/users/size')))
  const { creditToResell } = await api.get('/api/users/me')
  await expect(page.getByTestId('balance')).toHaveText(`Balance de créditos: ${creditToResell}`)
  await expect(column(page, 'Usuario')).toBeVisible()
  await expect(column(page, 'App')).toHaveCount(0)
  await expect(column(page, 'Historial')).toHaveCount(0)
  await expect(select(page, 'Usa Lista de TV')).toBeVisible()
  await expect(select(page, 'App')).toHaveCount(0)
  await expectNoDemoRemoval(page)
})

test('screens without permission redirect an agent to the home page', { tag: '@all' }, async ({
  page,
  signedIn,
}) => {
  await signedIn('agente')
  for (const path of ['/movie', '/moviecrate', '/movie/1', '/categories', '/category']) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/main')
  }
})

test('an agent edits its customers, but not their profile', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('agente'))
  const users: Stored[] = await api.get('/api/users?limit=100')
  await page.goto(`/modify/${users.find(({ role }) => role === 'app')?._id}`)
  await expect(select(page, 'Perfil')).toBeDisabled()
  await expect(select(page, 'App Origen')).toHaveCount(0)
  await expect(page.getByRole('switch', { name: 'Usa Lista de TV' })).toHaveCount(0)
  await expect(button(page, 'Eliminar')).toHaveCount(0)
  await field(page, 'Comentario').fill('Prefiere que lo llamen de tarde')
  await button(page, 'Actualizar').click()
  await expectNotification(page, 'Los datos fueron guardados.')
  await page.goto(`/modify/${users.find(({ role }) => role === 'demo')?._id}`)
  await expect(select(page, 'Perfil')).toBeEnabled()
  await expectProfiles(page, 'app', 'demo')
  await expect(button(page, 'Eliminar')).toHaveCount(0)
})

test('to an agent, another reseller’s customer does not exist', { tag: '@all' }, async ({
  page,
  signedIn,
}) => {
  const admin = apiOf(page, await signedIn('admin'))
  const foreign = await createUser(admin, 'ajena', 'app')
  const api = apiOf(page, await signedIn('agente'))
  const unknown = foreign._id.replace(/^....../, '000000')
  for (const id of [foreign._id, unknown]) {
    await page.goto(`/modify/${id}`)
    await expect(page.getByText(GONE)).toBeVisible()
    await expect(page.getByText('Persona ajena')).toHaveCount(0)
    const answers = [
      await api.ask('GET', `/api/users/${id}`),
      await api.ask('PUT', `/api/users/${id}`, { comment: 'mía' }),
    ]
    for (const answer of answers)
      expect([answer.status(), await answer.json()]).toEqual([404, { message: GONE }])
  }
  expect(await api.count('/api/users/size?search=ajena')).toBe(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('an agent creates a customer', { tag: '@all' }, async ({ page, signedIn }) => {
    const api = apiOf(page, await signedIn('agente'))
    await page.goto('/admin')
    await page.getByRole('link', { name: 'Nuevo usuario' }).click()
    await expect(page).toHaveURL('/signup')
    await expectProfiles(page, 'app', 'demo')
    await fillUser(page, 'clientenuevo', { password: 'clave1' })
    await button(page, 'Continuar').click()
    await page.getByRole('dialog', { name: 'Crédito' }).getByRole('button', { name: 'Cancelar' }).tap()
    await expect(page).toHaveURL(/\/modify\/[\w-]+$/)
    await button(page, 'Editar datos').tap()
    await expect(field(page, 'Nombre completo')).toHaveValue('Persona clientenuevo')
    expect(await api.find('/api/users', 'name', 'clientenuevo')).toMatchObject({
      role: 'app',
      userCreate: 'agente',
      dateExpire: null,
    })
  })

  test('an agent creates a demo user with chosen data, which expires in two hours', {
    tag: '@all',
  }, async ({ page, signedIn }) => {
    const api = apiOf(page, await signedIn('agente'))
    await page.goto('/signup?profile=demo')
    await expect(select(page, 'Perfil')).toHaveText('demo · Demo')
    await expectProfiles(page, 'app', 'demo')
    await field(page, 'Usuario').fill('demonuevo')
    await password(page).fill('clave1')
    await choose(page, 'App Origen', 'cartelera.android')
    await field(page, 'Nombre completo').fill('Demo Nuevo')
    await field(page, 'Dirección').fill('Calle El Conde No. 5')
    await button(page, 'Continuar').click()
    await expect(page).toHaveURL(/\/modify\/[\w-]+/)
    const { role, dateCreate, dateExpire } = await api.find('/api/users', 'name', 'demonuevo')
    expect(role).toBe('demo')
    expect((Date.parse(String(dateExpire)) - Date.parse(String(dateCreate))) / HOUR).toBeCloseTo(2, 1)
  })
})

test('an agent without credit is warned before filling in the form, which is rejected', async ({
  page,
  signedIn,
}) => {
  await createUser(apiOf(page, await signedIn('admin')), 'sincredito', 'agent')
  await page.context().clearCookies()
  await page.goto('/signup')
  await signInByForm(page, 'sincredito')
  await expect(page).toHaveURL('/signup')
  await expect(page.getByRole('status').filter({ hasText: NO_CREDIT })).toBeVisible()
  await fillUser(page, 'imposible', { password: 'clave1' })
  await button(page, 'Continuar').click()
  await expect(formMessage(page)).toHaveText(NO_CREDIT)
  await expect(page).toHaveURL('/signup')
  await page.getByRole('link', { name: 'Cartelera: inicio' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Salir sin guardar' }).click()
  await page.goto('/admin')
  await expect(page.getByTestId('balance')).toHaveText('Balance de créditos: 0')
  await expect(page.getByText('Todavía no hay usuarios.')).toBeVisible()
})

test('a superagent sees its own and its agents’ users with their applications, and may create agents', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('superagente'))
  await page.goto('/admin')
  await expect(page.getByTestId('total')).toHaveText(String(await api.count('/api/users/size')))
  await expect(page.getByTestId('balance')).toContainText('Balance de créditos: ')
  await expect(column(page, 'App')).toBeVisible()
  await expect(select(page, 'App')).toBeVisible()
  await expectNoDemoRemoval(page)
  const users: Stored[] = await api.get('/api/users?limit=100')
  await page.goto(
    `/modify/${users.find(({ role, userCreate }) => role === 'app' && userCreate === 'agente')?._id}`,
  )
  await expect(select(page, 'App Origen')).toBeVisible()
  await expect(select(page, 'Perfil')).toBeEnabled()
  await expect(page.getByRole('switch', { name: 'Usa Lista de TV' })).toBeVisible()
  await expect(button(page, 'Actualizar')).toBeVisible()
  await expect(button(page, 'Eliminar')).toHaveCount(0)
  await page.goto('/signup')
  await expectProfiles(page, 'agent', 'app', 'demo')
})

test('support sees only the menu of its own screens', { tag: '@all' }, async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('soporte'))
  for (const path of ['/admin', '/modify/1', '/movie', '/categories', '/category']) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/main')
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cartelera')
  const menus = page.getByRole('banner').getByRole('navigation').getByRole('button')
  await expect(menus).toHaveText(['Administración'])
  await menus.click()
  await expect(page.getByRole('menuitem')).toHaveText(['Historial de visitas', 'Reporte de Errores'])
  await page.keyboard.press('Escape')
  await page.goto('/signup')
  await expect(page.getByText('Su perfil no permite crear usuarios.')).toBeVisible()
  for (const path of ['/api/users/short', '/api/movies/short'])
    expect((await api.ask('GET', path)).status(), path).toBe(403)
  expect((await api.ask('POST', '/api/users', {})).status()).toBe(403)
})
