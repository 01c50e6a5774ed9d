import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { apiOf, type Stored } from './support/api.ts'
import { field, select, signInByForm } from './support/screen.ts'
import { fillUser, password } from './support/user.ts'

const NOBODY = '00000000-0000-7000-8000-000000000000'

/** The entries of a menu of the navbar. */
async function entriesOf(page: Page, menu: string): Promise<string[]> {
  await page.getByRole('button', { name: menu }).click()
  const entries = await page.getByRole('menuitem').allTextContents()
  await page.keyboard.press('Escape')
  return entries
}

/** What the profile selector of the form offers. */
async function offeredProfiles(page: Page): Promise<string[]> {
  await select(page, 'Perfil').click()
  const offered = await page.getByRole('option').allTextContents()
  await page.keyboard.press('Escape')
  return offered.sort()
}

const headers = (page: Page) => page.getByRole('columnheader').allTextContents()

test('an agent sees its own customers, its balance, and less of them', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('agente'))
  await page.goto('/main')
  const menus = page.getByRole('navigation', { name: 'Menú principal' }).getByRole('button')
  await expect(menus).toHaveText(['Administración'])
  expect(await entriesOf(page, 'Administración')).toEqual(['Usuarios'])
  await page.goto('/admin')
  await expect(page.getByTestId('balance')).toHaveText('Balance de créditos: 17')
  await expect(page.getByTestId('total')).toHaveText('31')
  expect(await api.count('/api/users/size')).toBe(31)
  expect(await headers(page)).not.toContain('App')
  expect(await headers(page)).not.toContain('Historial')
  await expect(select(page, 'App')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Remover Demo' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Nuevo usuario' })).toBeVisible()
})

test('an agent edits a customer, but neither its profile nor its origin', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('agente'))
  const users: Stored[] = await api.get('/api/users?limit=100')
  const customer = users.find(({ role }) => role === 'app')
  await page.goto(`/modify/${customer?._id}`)
  await expect(select(page, 'Perfil')).toHaveAttribute('aria-disabled', 'true')
  await expect(select(page, 'App origen')).toHaveCount(0)
  await expect(page.getByRole('switch', { name: 'Usa Lista de TV' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Eliminar' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Historial' })).toHaveCount(0)
  await field(page, 'Comentario').fill('Llamar en la tarde')
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await expect(page.getByText('Los datos fueron guardados.')).toBeVisible()
  expect(await api.get(`/api/users/${customer?._id}`)).toMatchObject({ comment: 'Llamar en la tarde' })
  expect((await api.ask('DELETE', `/api/users/${customer?._id}`)).status()).toBe(403)
  const demo = users.find(({ role }) => role === 'demo')
  await page.goto(`/modify/${demo?._id}`)
  await expect(select(page, 'Perfil')).not.toHaveAttribute('aria-disabled', 'true')
})

test('an agent creates viewers alone', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('agente'))
  await page.goto('/signup')
  expect(await offeredProfiles(page)).toEqual(['app', 'demo'])
  await fillUser(page, 'clientenuevo', { password: 'cartelera' })
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page).toHaveURL(/\/modify\/[\w-]+/)
  expect(await api.find('/api/users', 'name', 'clientenuevo')).toMatchObject({
    userCreate: 'agente',
    role: 'app',
  })
})

test('somebody else’s customer is to an agent as if it did not exist', async ({ page, signedIn }) => {
  const all = apiOf(page, await signedIn('admin'))
  const { _id } = await all.find('/api/users', 'name', 'aabreu')
  const api = apiOf(page, await signedIn('agente'))
  const answers = await Promise.all(
    [_id, NOBODY].map(async (id) => {
      const answer = await api.ask('GET', `/api/users/${id}`)
      return [answer.status(), await answer.json()]
    }),
  )
  expect(answers[0]).toEqual(answers[1])
  const said: (string | null)[] = []
  for (const id of [_id, NOBODY]) {
    await page.goto(`/modify/${id}`)
    await expect(page.getByRole('button', { name: 'Atras' })).toBeVisible()
    await expect(field(page, 'Usuario')).toHaveCount(0)
    said.push(await page.getByRole('alert').textContent())
  }
  expect(said[0]).toBe(said[1])
  await page.getByRole('button', { name: 'Atras' }).click()
  await expect(page).toHaveURL('/admin')
})

test('what a profile does not list leads to the home page', async ({ page, signedIn }) => {
  await signedIn('agente')
  for (const path of ['/movie', '/moviecrate', `/movie/${NOBODY}`, '/categories', '/category']) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/main')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cartelera')
  }
})

test('without credit an agent is told so before it types anything', async ({ page, signedIn }) => {
  const all = apiOf(page, await signedIn('admin'))
  const agents: Stored[] = await all.get('/api/users?limit=100&sort=name&order=desc&search=cartelera.example')
  const poor = agents.find(
    ({ role, creditToResell, status }) => role === 'agent' && creditToResell === 0 && status === 'enable',
  )
  await page.context().clearCookies()
  await page.goto('/login')
  await signInByForm(page, String(poor?.name))
  await expect(page).toHaveURL('/main')
  await page.goto('/signup')
  await expect(page.getByText('No tiene créditos suficientes para crear usuarios.')).toBeVisible()
  await fillUser(page, 'sincredito', { password: 'cartelera' })
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByTestId('form-message')).toContainText(
    'No tiene créditos suficientes para crear usuarios.',
  )
  await expect(page).toHaveURL('/signup')
})

test('a superagent sees its branch, creates agents, and deletes nobody', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('superagente'))
  await page.goto('/admin')
  await expect(page.getByTestId('balance')).toHaveText('Balance de créditos: 46')
  await expect(page.getByTestId('total')).toHaveText(String(await api.count('/api/users/size')))
  await expect(page.getByRole('columnheader', { name: 'App', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remover Demo' })).toHaveCount(0)
  const { _id } = await api.find('/api/users', 'name', 'agente')
  await page.goto(`/modify/${_id}`)
  await expect(password(page)).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Eliminar' })).toHaveCount(0)
  await page.goto('/signup')
  expect(await offeredProfiles(page)).toEqual(['agent', 'app', 'demo'])
})

test('whose screens are others has no menu, and finds every door closed', async ({ page, signedIn }) => {
  await signedIn('soporte')
  await page.goto('/main')
  await expect(page.getByRole('button', { name: /^Menú del usuario/ })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  for (const path of ['/admin', '/categories', '/movie', `/modify/${NOBODY}`]) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/main')
  }
})

test('who may only look changes nothing', async ({ page }) => {
  await page.goto('/login')
  await signInByForm(page, 'consulta')
  await expect(page).toHaveURL('/main')
  await page.goto('/admin')
  await expect(page.getByRole('switch').first()).toBeDisabled()
  await expect(page.getByRole('link', { name: 'Nuevo usuario' })).toHaveCount(0)
  await page.getByRole('link', { name: 'aabreu', exact: true }).click()
  await expect(page.getByText('Solo lectura: su perfil no permite modificar usuarios.')).toBeVisible()
  await expect(field(page, 'Nombre completo')).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Actualizar' })).toHaveCount(0)
  await page.goto('/movie')
  await expect(page.getByRole('switch').first()).toBeDisabled()
  await expect(page.getByRole('link', { name: 'Nueva película' })).toHaveCount(0)
})
