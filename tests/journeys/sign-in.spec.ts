import { expect, test } from '../support/browser.ts'
import { endSessionAt } from './support/api.ts'
import { field, signInByForm, takeUserEntry } from './support/screen.ts'

test('the form marks missing fields and focuses the first', { tag: '@all' }, async ({ page }) => {
  await page.goto('/login')
  const enter = page.getByRole('button', { name: 'Entrar' })
  const name = field(page, 'Usuario')
  const password = page.getByLabel('Contraseña', { exact: true })
  await enter.click()
  await expect(page.getByRole('alert')).toHaveText('Porfavor digite el nombre de usuario y la contraseña.')
  await expect(name).toHaveAccessibleDescription('Debe digitar el nombre de usuario')
  await expect(password).toHaveAccessibleDescription('Debe digitar la contraseña')
  await expect(name).toBeFocused()
  await name.fill('admin')
  await enter.click()
  await expect(page.getByRole('alert')).toBeEmpty()
  await expect(name).not.toHaveAttribute('aria-invalid', 'true')
  await expect(password).toHaveAccessibleDescription('Debe digitar la contraseña')
  await expect(password).toBeFocused()
  await name.fill(' ')
  await password.fill('cartelera')
  await password.press('Enter')
  await expect(name).toHaveAccessibleDescription('Debe digitar el nombre de usuario')
  await expect(page).toHaveURL('/login')
})

test('a wrong password and an unknown name get the same error', { tag: '@all' }, async ({ page }) => {
  await page.goto('/login')
  await signInByForm(page, 'admin', 'otra')
  await expect(page.getByRole('alert')).not.toBeEmpty()
  const answer = await page.getByRole('alert').textContent()
  await expect(page.getByLabel('Contraseña', { exact: true })).toBeFocused()
  await signInByForm(page, 'nadie')
  await expect(page.getByRole('alert')).toHaveText(answer ?? '')
  await signInByForm(page, 'admin')
  await expect(page).toHaveURL('/main')
})

test('rejects a disabled user', { tag: '@all' }, async ({ page }) => {
  await page.goto('/login')
  await signInByForm(page, 'catalogo3')
  await expect(page.getByRole('alert')).not.toBeEmpty()
  await expect(page).toHaveURL('/login')
})

test('signing in opens the page requested before', { tag: '@all' }, async ({ page }) => {
  await page.goto('/categories?page=2&perPage=10')
  await expect(page).toHaveURL('/login')
  await signInByForm(page, 'admin')
  await expect(page).toHaveURL('/categories?page=2&perPage=10')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Categorías')
})

test('a revoked session redirects to /login at the next request, and back after signing in', async ({
  page,
  signedIn,
}) => {
  const token = await signedIn('admin')
  await page.goto('/categories')
  await expect(page.getByRole('link', { name: 'Acción y aventura' })).toBeVisible()
  await endSessionAt(page, token, (request) => /\/api\/categories\?.*order=desc/.test(request.url()))
  await page.getByRole('button', { name: 'Descripción', exact: true }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Su sesión expiró. Inicie sesión de nuevo.')).toBeVisible()
  await signInByForm(page, 'admin')
  await expect(page).toHaveURL(/\/categories\?.*sort=name&order=DESC|\/categories\?.*order=DESC&.*sort=name/)
  await expect(page.getByRole('columnheader', { name: 'Descripción', exact: true })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
})

test('signing out in one tab signs out the others at their next request', async ({
  page,
  signedIn,
  context,
}) => {
  await signedIn('admin')
  await page.goto('/categories')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/main')
  await takeUserEntry(other, 'Salir')
  await expect(other).toHaveURL('/login')
  // A background request of the page may come first.
  const sort = page.getByRole('button', { name: 'Tipo', exact: true })
  await sort.click({ timeout: 20_000 }).catch(() => undefined)
  await expect(page).toHaveURL('/login')
})
