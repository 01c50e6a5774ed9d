import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { expectNotification } from '../support/notifications.ts'
import { apiOf } from './support/api.ts'
import { signInByForm, takeTool, watchWrites } from './support/screen.ts'
import { createUser, password } from './support/user.ts'

test.use({ ownDemo: true })

const active = (page: Page, name: string) => page.getByRole('switch', { name: `Activo: Persona ${name}` })

test('deactivating a user asks for confirmation, ends its sessions and can be undone', async ({
  page,
  signedIn,
  anotherPage,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  const { _id } = await createUser(api, 'intermitente', 'Consulta')
  const other = await anotherPage()
  await other.goto('/categories')
  await signInByForm(other, 'intermitente')
  await expect(other).toHaveURL('/categories')
  const writes = watchWrites(page)
  await page.goto('/admin?filter={"q":"intermitente"}')
  await active(page, 'intermitente').click()
  const asked = page.getByRole('dialog', {
    name: '¿Seguro que desea desactivar el usuario Persona intermitente?',
  })
  await asked.getByRole('button', { name: 'Cancelar' }).click()
  await expect(asked).toBeHidden()
  expect(writes).toEqual([])
  await active(page, 'intermitente').click()
  await asked.getByRole('button', { name: 'Desactivar' }).click()
  await expect(active(page, 'intermitente')).not.toBeChecked()
  await expect.poll(async () => (await api.get(`/api/users/${_id}`)).status).toBe('disable')
  expect(writes).toEqual([`PUT /api/users/${_id}`])
  await other.reload()
  await expect(other).toHaveURL('/login')
  await active(page, 'intermitente').click()
  await page
    .getByRole('dialog', { name: '¿Seguro que desea activar el usuario Persona intermitente?' })
    .getByRole('button', { name: 'Activar' })
    .click()
  await expect(active(page, 'intermitente')).toBeChecked()
  await expect.poll(async () => (await api.get(`/api/users/${_id}`)).status).toBe('enable')
  await signInByForm(other, 'intermitente')
  await expect(other).toHaveURL('/categories')
})

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

test('Remover Demo shows how many have expired, and deletes only those after confirmation', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  const fresh = await createUser(api, 'demofresco', 'demo')
  const before = await api.count('/api/users/size')
  const expired = await api.count('/api/users/demo/expired')
  expect(expired).toBeGreaterThan(1)
  const writes = watchWrites(page)
  await page.goto('/admin')
  await takeTool(page, 'Remover Demo')
  const asked = page.getByRole('dialog', { name: 'Seguro que desea eliminar los usuarios demos vencidos?' })
  await expect(asked.getByText(`Se eliminarán ${expired} usuarios demo vencidos.`)).toBeVisible()
  await asked.getByRole('button', { name: 'Cancelar' }).click()
  expect(writes).toEqual([])
  await takeTool(page, 'Remover Demo')
  await asked.getByRole('button', { name: 'Eliminar' }).click()
  await expectNotification(page, `Se eliminaron ${expired} usuarios demo vencidos.`)
  await expect(page.getByTestId('total')).toHaveText(String(before - expired))
  expect(writes).toEqual(['DELETE /api/users/demo'])
  expect((await api.ask('GET', `/api/users/${fresh._id}`)).status()).toBe(200)
  await takeTool(page, 'Remover Demo')
  await expect(asked.getByText('No hay usuarios demo vencidos.')).toBeVisible()
  await expect(asked.getByRole('button', { name: 'Eliminar' })).toBeDisabled()
})
