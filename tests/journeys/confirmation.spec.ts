import { expect, test } from '../support/browser.ts'
import { expectNotification } from '../support/notifications.ts'
import { apiOf } from './support/api.ts'
import { asksToConfirm, confirmation, openConfirmation } from './support/confirmation.ts'
import { expectMessage, field, watchWrites } from './support/screen.ts'
import { createUser, password } from './support/user.ts'

// The journey removes the expired demo users.
test.use({ ownDemo: true, tolerated: [/403/, /422/] })

test('a sensitive change asks for the password in another dialog, and continues once confirmed', async ({
  page,
  signedIn,
}) => {
  await signedIn('admin')
  await asksToConfirm(page, '**/api/users/demo')
  await page.goto('/admin')
  const dialog = await openConfirmation(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expectNotification(page, 'No confirmó su identidad: no se guardó nada.')
  await openConfirmation(page)
  const password = dialog.getByRole('textbox', { name: 'Contraseña' })
  await password.fill('equivocada')
  await dialog.getByRole('button', { name: 'Mostrar contraseña' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await password.press('Enter')
  await expectMessage(password, 'Contraseña incorrecta.')
  await expect(password).toHaveAttribute('type', 'password')
  const writes = watchWrites(page)
  await password.fill('cartelera')
  await page.keyboard.press('Enter')
  await expectNotification(page, /usuarios? demo vencidos?/)
  await expect(dialog).toBeHidden()
  expect(writes).toEqual(['POST /auth/confirm', 'DELETE /api/users/demo'])
})

test('a form keeps its input when the user cancels the confirmation', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  const { _id } = await createUser(api, 'por-confirmar', 'app')
  await asksToConfirm(page, `**/api/users/${_id}`)
  await page.goto(`/modify/${_id}`)
  await field(page, 'Comentario').fill('Olvidó su clave')
  await password(page).fill('clave-nueva')
  const save = page.getByRole('button', { name: 'Actualizar' })
  await save.click()
  await confirmation(page).getByRole('button', { name: 'Cancelar' }).click()
  await expect(confirmation(page)).toBeHidden()
  await expect(page.getByText('No confirmó su identidad: no se guardó nada.')).toBeVisible()
  await expect(field(page, 'Comentario')).toHaveValue('Olvidó su clave')
  await expect(password(page)).toHaveValue('clave-nueva')
  await save.click()
  await confirmation(page).getByRole('textbox', { name: 'Contraseña' }).fill('cartelera')
  await confirmation(page).getByRole('button', { name: 'Confirmar' }).click()
  await expectNotification(page, 'Los datos fueron guardados.')
  expect(await api.get(`/api/users/${_id}`)).toMatchObject({ comment: 'Olvidó su clave' })
})
