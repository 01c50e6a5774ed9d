import { expect, test } from '../../support/browser.ts'
import { apiOf, endSessionAt } from '../support/api.ts'
import { signInByForm, takeUserEntry } from '../support/screen.ts'

test('a visitor signs in, opens only the screens of its profile, and signs in again when its session ended', async ({
  page,
  context,
}) => {
  const tokens = async () =>
    (await context.cookies()).filter(({ name }) => name === 'token').map(({ value }) => value)

  await page.goto('/admin')
  await expect(page).toHaveURL('/login')
  await expect(page).toHaveTitle('Iniciar sesión · Cartelera')
  await signInByForm(page, 'agente', 'otra')
  await expect(page.getByRole('alert')).toHaveText('Nombre de usuario o contraseña incorrectos.')
  await signInByForm(page, 'agente')
  await expect(page).toHaveURL('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('CONSULTA DE USUARIOS')

  await page.goto('/movie')
  await expect(page).toHaveURL('/main')
  await expect(page.getByText('No tiene permiso para abrir esa pantalla.')).toBeVisible()
  await page.goto('/nada')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('alert')).toHaveText('La dirección no existe.')
  await page.getByRole('link', { name: 'Ir al inicio' }).click()

  await page.getByRole('navigation').getByRole('button', { name: 'Administración' }).click()
  await page.getByRole('menuitem', { name: 'Usuarios' }).click()
  const column = page.getByRole('columnheader', { name: 'Nombre completo' })
  const [first = ''] = await tokens()
  await endSessionAt(page, first, (request) => request.url().includes('sort=fullName'))
  await column.getByRole('button').click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Su sesión expiró. Inicie sesión de nuevo.')).toBeVisible()
  expect(await tokens()).toEqual([])
  await signInByForm(page, 'agente')
  await expect(page).toHaveURL(/\/admin\?.*sort=fullName/)
  await expect(column).toHaveAttribute('aria-sort', 'ascending')

  const [second = ''] = await tokens()
  await takeUserEntry(page, 'Salir')
  await expect(page).toHaveURL('/login')
  // The browser stays known: its attempts are counted separately from those of unknown browsers.
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['known_browsers'])
  await expect.poll(async () => (await apiOf(page, second).ask('GET', '/api/users/me')).status()).toBe(401)
})
