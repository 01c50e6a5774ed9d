import { expect, test } from '../../support/browser.ts'
import { expectNotification } from '../../support/notifications.ts'
import { apiOf } from '../support/api.ts'
import { expectMessage, field, formMessage, watchWrites } from '../support/screen.ts'
import { fillUser, password } from '../support/user.ts'

test('a user is created after correcting the errors shown at its fields, edited, and deleted after confirmation', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  const writes = watchWrites(page)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Nuevo usuario' }).click()
  await expect(page).toHaveURL('/signup')
  const go = page.getByRole('button', { name: 'Continuar' })
  await go.click()
  await expect(field(page, 'Usuario')).toBeFocused()
  await expectMessage(field(page, 'Usuario'), 'Debe especificar el nombre de usuario')
  await expectMessage(password(page), 'La contraseña debe tener al menos 3 caracteres.')
  await expectMessage(field(page, 'Nombre completo'), 'Debe especificar el nombre completo del usuario')
  await expectMessage(field(page, 'Dirección'), 'Debe especificar la dirección.')
  await expect(formMessage(page)).toHaveText('Hay 4 campos por corregir.')
  await fillUser(page, 'ADMIN', { password: 'ab' })
  await field(page, 'Correo electrónico').fill('maria@')
  await field(page, 'Teléfono').fill('12')
  await field(page, 'Celular').fill('llámame')
  await go.click()
  await expect(password(page)).toBeFocused()
  await expectMessage(password(page), 'La contraseña debe tener al menos 3 caracteres.')
  await expectMessage(field(page, 'Correo electrónico'), 'No se ve como un correo electrónico válido.')
  await expectMessage(field(page, 'Teléfono'), 'No se ve como un telefono valido.')
  await expectMessage(field(page, 'Celular'), 'No se ve como un telefono valido.')
  expect(writes).toEqual([])
  await password(page).fill('la-de-antes')
  await field(page, 'Correo electrónico').fill('maria@correo.example')
  await field(page, 'Teléfono').fill('(809) 555-0101')
  await field(page, 'Celular').fill('')
  await go.click()
  await expectMessage(field(page, 'Usuario'), 'Ya existe un usuario con ese nombre.')
  await expect(field(page, 'Usuario')).toBeFocused()
  await field(page, 'Usuario').fill('mcreada')
  await go.dblclick()
  await expect(page).toHaveURL(/\/modify\/[\w-]+$/)
  expect(writes).toEqual(['POST /api/users', 'POST /api/users'])
  const { _id, ...created } = await api.find('/api/users', 'name', 'mcreada')
  expect(created).toMatchObject({
    profileName: 'app',
    status: 'enable',
    email: 'maria@correo.example',
    platform: 'com.cartelera.roku.tv',
    userCreate: 'admin',
  })
  await page.getByRole('link', { name: 'Vender' }).click()
  await page.getByRole('dialog', { name: 'Crédito' }).getByRole('button', { name: 'Cancelar' }).click()
  await expect(page).toHaveURL(`/modify/${_id}`)

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Persona ADMIN · Editar usuario')
  await field(page, 'Nombre completo').fill('María Editada')
  await page.getByRole('switch', { name: 'Usa Lista de TV' }).check()
  await expect(page.getByText('2 cambios sin guardar')).toBeVisible()
  await field(page, 'Nombre completo').press('Enter')
  await expectNotification(page, 'Los datos fueron guardados.')
  // The notification of the creation, which is the same, may still be shown.
  await expect(page.getByText('2 cambios sin guardar')).toBeHidden()
  expect(await api.get(`/api/users/${_id}`)).toMatchObject({ fullName: 'María Editada', useTvList: true })

  await page.getByRole('button', { name: 'Eliminar' }).click()
  const question = page.getByRole('dialog', { name: 'Seguro de eliminar María Editada' })
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(question).toBeHidden()
  expect((await api.ask('GET', `/api/users/${_id}`)).status()).toBe(200)
  await page.getByRole('button', { name: 'Eliminar' }).click()
  await question.getByRole('button', { name: 'Eliminar' }).click()
  await expect(page).toHaveURL('/admin')
  expect((await api.ask('GET', `/api/users/${_id}`)).status()).toBe(404)
})
