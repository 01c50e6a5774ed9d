import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { expectNotification } from '../support/notifications.ts'
import { apiOf } from './support/api.ts'
import { signInByForm } from './support/screen.ts'
import { createUser, password } from './support/user.ts'

const active = (page: Page, name: string) => page.getByRole('switch', { name: `Activo: Persona ${name}` })

test('a password set by another user ends the sessions', { tag: '@all' }, async ({
  page,
  signedIn,
  anotherPage,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  const { _id } = await createUser(api, 'olvidadiza', 'Consulta', { password: 'vieja1' })
  const other = await anotherPage()
  await other.goto('/categories')
  await signInByForm(other, 'olvidadiza', 'vieja1')
  await expect(other).toHaveURL('/categories')
  await page.goto(`/modify/${_id}`)
  await password(page).fill('nueva1')
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await expectNotification(page, 'Los datos fueron guardados.')
  await other.reload()
  await expect(other).toHaveURL('/login')
  await signInByForm(other, 'olvidadiza', 'nueva1')
  await expect(other).toHaveURL('/categories')
})

test('a switch reverts when the server rejects the change', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  const { _id } = await createUser(api, 'terco', 'app')
  await page.route(`**/api/users/${_id}`, (route) =>
    route.fulfill({ status: 409, json: { message: 'La base dice que no.' } }),
  )
  await page.goto('/admin?filter={"q":"terco"}')
  await active(page, 'terco').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Desactivar' }).click()
  await expect(page.getByText('La base dice que no.')).toBeVisible()
  await expect(active(page, 'terco')).toBeChecked()
})

test('users cannot deactivate themselves or superiors', async ({ page, signedIn }) => {
  await signedIn('admin')
  for (const fullName of ['Carmen Almonte Rosario', 'Superadministrador']) {
    await page.goto(`/admin?filter=${JSON.stringify({ q: fullName })}`)
    await expect(page.getByRole('switch', { name: `Activo: ${fullName}` })).toBeDisabled()
  }
  await page.getByRole('link', { name: 'sa', exact: true }).click()
  await expect(
    page.getByText('Solo lectura: no puede modificar un usuario de su mismo nivel o superior.'),
  ).toBeVisible()
})
