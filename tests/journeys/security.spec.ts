import { expect, test } from '../support/browser.ts'
import { expectNotification } from '../support/notifications.ts'
import { apiOf } from './support/api.ts'
import { signInByForm } from './support/screen.ts'
import { createUser } from './support/user.ts'

test.use({ ownDemo: true })

const SESSIONS = 'Sesiones abiertas'

test('one’s own sessions are listed, and all but the current one can be ended', async ({
  page,
  anotherPage,
  signedIn,
  axe,
}) => {
  const other = await anotherPage('agente')
  const third = await anotherPage('agente')
  await signedIn('agente')
  await page.goto('/main')
  await page.getByRole('button', { name: /^Menú del usuario/ }).click()
  await page.getByRole('menuitem', { name: 'Seguridad de la cuenta' }).click()
  const list = page.getByRole('region', { name: SESSIONS }).getByRole('listitem')
  await expect(list).toHaveCount(3)
  await expect(list.filter({ hasText: 'Esta sesión' })).toHaveCount(1)
  await expect(list.first()).toContainText(/(Chrome|Safari) en Linux/)
  await expect(list.first()).toContainText('Dirección 127.0.0.1')
  await axe()
  await list
    .getByRole('button', { name: /^Cerrar la sesión de/ })
    .first()
    .click()
  await expectNotification(page, 'La sesión fue cerrada.')
  await expect(list).toHaveCount(2)
  await page.getByRole('button', { name: 'Cerrar las demás' }).click()
  const question = page.getByRole('dialog', { name: '¿Cerrar la otra sesión?' })
  await axe()
  await question.getByRole('button', { name: 'Cerrar' }).click()
  await expectNotification(page, 'Las demás sesiones fueron cerradas.')
  await expect(list).toHaveCount(1)
  for (const each of [other, third]) {
    await each.goto('/admin')
    await expect(each).toHaveURL('/login')
  }
})

test('a superior disconnects a user from the user’s form', async ({ page, anotherPage, signedIn, axe }) => {
  const other = await anotherPage('agente')
  const api = apiOf(page, await signedIn('admin'))
  const { _id, fullName } = await api.find('/api/users', 'name', 'agente')
  await page.goto(`/modify/${_id}`)
  await page.getByRole('button', { name: 'Sesiones' }).click()
  const dialog = page.getByRole('dialog', { name: `Sesiones de ${fullName}` })
  await expect(dialog.getByRole('listitem').first()).toBeVisible()
  await axe()
  await dialog.getByRole('button', { name: 'Desconectar' }).click()
  const question = page.getByRole('dialog', { name: `¿Desconectar a ${fullName}?` })
  await question.getByRole('button', { name: 'Desconectar' }).click()
  await expectNotification(page, /^Se cerr(ó 1 sesión|aron \d+ sesiones)\.$/)
  await expect(dialog.getByText('No hay sesiones abiertas.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cerrar' }).press('Escape')
  await expect(page.getByRole('button', { name: 'Sesiones' })).toBeFocused()
  await other.goto('/admin')
  await expect(other).toHaveURL('/login')
})

test.describe('a password set by another user', () => {
  test.use({ tolerated: [/403/] })

  test('has to be changed first if the settings require it', async ({ page, signedIn, axe }) => {
    const api = apiOf(page, await signedIn('sa'))
    await createUser(api, 'recien-llegada', 'agent')
    await page.goto('/automation?tab=security')
    await page.getByRole('switch', { name: 'Exigir cambio de contraseña' }).check()
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await expectNotification(page, 'Los datos fueron guardados.')
    await page.context().clearCookies({ name: 'token' })
    await page.goto('/login')
    await signInByForm(page, 'recien-llegada', 'cartelera')
    await expect(page).toHaveURL('/settings')
    await expect(page.getByText('Antes de seguir debe cambiar su contraseña')).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await axe()
    await page.goto('/admin')
    await expect(page).toHaveURL('/settings')
    await page.getByLabel('Contraseña actual').fill('cartelera')
    await page.getByLabel('Nueva contraseña').fill('la-mia-propia')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(page).toHaveURL('/login')
    await signInByForm(page, 'recien-llegada', 'la-mia-propia')
    await expect(page).toHaveURL('/main')
    await expect(page.getByRole('button', { name: 'Administración' })).toBeVisible()
  })
})

test('signing out clears the cache, but not the theme or the cookie of known browsers', async ({
  page,
  context,
}) => {
  await page.goto('/login')
  await signInByForm(page, 'soporte')
  await expect(page).toHaveURL('/main')
  await page.getByRole('button', { name: /^Menú del usuario/ }).click()
  await page.getByRole('menuitem', { name: 'Tema oscuro' }).click()
  const ended = page.waitForResponse('**/auth/logout')
  await page.getByRole('button', { name: /^Menú del usuario/ }).click()
  await page.getByRole('menuitem', { name: 'Salir' }).click()
  expect(await (await ended).headerValue('clear-site-data')).toBe('"cache"')
  await expect(page).toHaveURL('/login')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const names = (await context.cookies(`${page.url()}/../auth/local`)).map(({ name }) => name)
  expect(names).toContain('known_browsers')
})
