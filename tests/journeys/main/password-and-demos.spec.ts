import { expect, test } from '../../support/browser.ts'
import { expectNotification } from '../../support/notifications.ts'
import { apiOf } from '../support/api.ts'
import { takeUserEntry, watchWrites } from '../support/screen.ts'
import { createUser } from '../support/user.ts'

test('an administrator removes the expired demo users after confirmation, then changes its own password, which signs it out', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  await createUser(api, 'cambiante', 'Administrador')
  const fresh = await createUser(api, 'demofresco', 'demo')
  const before = await api.count('/api/users/size')
  const expired = await api.count('/api/users/demo/expired')
  expect(expired).toBeGreaterThan(1)
  await signedIn('cambiante')
  const writes = watchWrites(page)
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Remover Demo' }).click()
  const question = page.getByRole('dialog', {
    name: 'Seguro que desea eliminar los usuarios demos vencidos?',
  })
  await expect(question.getByText(`Se eliminarán ${expired} usuarios demo vencidos.`)).toBeVisible()
  await question.getByRole('button', { name: 'Cancelar' }).click()
  expect(writes).toEqual([])
  await page.getByRole('button', { name: 'Remover Demo' }).click()
  await question.getByRole('button', { name: 'Eliminar' }).click()
  await expectNotification(page, `Se eliminaron ${expired} usuarios demo vencidos.`)
  await expect(page.getByTestId('total')).toHaveText(String(before - expired))
  expect(writes).toEqual(['DELETE /api/users/demo'])
  expect((await api.ask('GET', `/api/users/${fresh._id}`)).status()).toBe(200)
  await page.getByRole('button', { name: 'Remover Demo' }).click()
  await expect(question.getByText('No hay usuarios demo vencidos.')).toBeVisible()
  await expect(question.getByRole('button', { name: 'Eliminar' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()

  await takeUserEntry(page, 'Cambiar contraseña')
  await expect(page).toHaveURL('/settings')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cambio de contraseña')
  const current = page.getByLabel('Contraseña actual')
  const next = page.getByLabel('Nueva contraseña')
  const save = page.getByRole('button', { name: 'Guardar' })
  await current.fill('otra')
  await next.fill('ab')
  await save.click()
  await expect(next).toHaveAccessibleDescription('La contraseña debe tener al menos 3 caracteres.')
  await next.fill('segunda')
  await save.click()
  await expect(current).toHaveAccessibleDescription('Contraseña incorrecta.')
  await current.fill('cartelera')
  await save.click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Su contraseña fue cambiada. Inicie sesión de nuevo.')).toBeVisible()
  const signIn = async (password: string) =>
    (await page.request.post('/auth/local', { data: { name: 'cambiante', password } })).status()
  expect(await signIn('cartelera')).toBe(401)
  expect(await signIn('segunda')).toBe(200)
})
