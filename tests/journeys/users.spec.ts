import { expect, test } from '../support/browser.ts'
import { expectNotification } from '../support/notifications.ts'
import { apiOf, type Stored } from './support/api.ts'
import { choose, expectMessage, field, formMessage, select } from './support/screen.ts'
import { createUser, password } from './support/user.ts'

test('editing a user without typing a password does not change it', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  const { _id } = await createUser(api, 'editada', 'Consulta', { password: 'la-de-antes' })
  const signIn = (given: string) =>
    page.request.post('/auth/local', { data: { name: 'editada', password: given } })
  await page.goto(`/modify/${_id}`)
  await expect(page.getByRole('button', { name: 'Eliminar' })).toBeEnabled()
  await field(page, 'Nombre completo').fill('María Editada')
  await page.getByRole('switch', { name: 'Usa Lista de TV' }).check()
  await expect(page.getByText('2 cambios sin guardar')).toBeVisible()
  await field(page, 'Nombre completo').press('Enter')
  await expectNotification(page, 'Los datos fueron guardados.')
  expect(await api.get(`/api/users/${_id}`)).toMatchObject({ fullName: 'María Editada', useTvList: true })
  expect((await signIn('la-de-antes')).status()).toBe(200)
  await expect(password(page)).toHaveValue('')
  await password(page).fill('ab')
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await expectMessage(password(page), 'La contraseña debe tener al menos 3 caracteres.')
  await password(page).fill('la-nueva')
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await expect.poll(async () => (await signIn('la-nueva')).status()).toBe(200)
  expect((await signIn('la-de-antes')).status()).toBe(401)
})

test('the second of two concurrent edits of a user offers the newer version', async ({
  page,
  signedIn,
  anotherPage,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  const { _id } = await createUser(api, 'disputada', 'app')
  const other = await anotherPage('sa')
  await page.goto(`/modify/${_id}`)
  await expect(field(page, 'Comentario')).toBeVisible()
  await other.goto(`/modify/${_id}`)
  await field(other, 'Comentario').fill('Llamó el lunes')
  await other.getByRole('button', { name: 'Actualizar' }).click()
  await expectNotification(other, 'Los datos fueron guardados.')
  await field(page, 'Comentario').fill('Llamó el martes')
  await page.getByRole('button', { name: 'Actualizar' }).click()
  const question = page.getByRole('dialog', {
    name: 'Otra persona guardó este registro mientras usted lo editaba',
  })
  await expect(question).toContainText('Sus cambios no se guardaron.')
  await question.getByRole('button', { name: 'Seguir editando' }).click()
  await expect(field(page, 'Comentario')).toHaveValue('Llamó el martes')
  expect(await api.get(`/api/users/${_id}`)).toMatchObject({ comment: 'Llamó el lunes' })
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await question.getByRole('button', { name: 'Cargar la versión nueva' }).click()
  await expect(field(page, 'Comentario')).toHaveValue('Llamó el lunes')
  await field(page, 'Comentario').fill('Llamó dos veces')
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await expect
    .poll(() => api.get(`/api/users/${_id}`))
    .toMatchObject({ comment: 'Llamó dos veces', userUpdate: 'admin' })
})

test('a device is unlinked after confirmation, unless the user has changed', async ({
  page,
  signedIn,
  tolerated,
}) => {
  tolerated.push(/409/)
  const api = apiOf(page, await signedIn('admin'))
  const users: (Stored & { device: { macAddress: string } | null; fullName: string })[] =
    await api.get('/api/users?limit=100')
  const user = users.find(({ device }) => device !== null)
  await page.goto(`/modify/${user?._id}`)
  const dialog = page.getByRole('dialog', { name: 'Dispositivo', exact: true })
  const comment = await field(page, 'Comentario').inputValue()
  await field(page, 'Comentario').fill('Sin guardar')
  await page.getByRole('button', { name: 'Dispositivo' }).click()
  await expect(dialog.getByRole('button', { name: 'Desvincular' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await field(page, 'Comentario').fill(comment)
  await page.getByRole('button', { name: 'Dispositivo' }).click()
  await expect(dialog).toContainText(user?.device?.macAddress ?? '?')
  await dialog.getByRole('button', { name: 'Desvincular' }).click()
  const question = page.getByRole('dialog', {
    name: `¿Seguro que desea desvincular el dispositivo de ${user?.fullName}?`,
  })
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(dialog).toContainText(user?.device?.macAddress ?? '?')
  await dialog.getByRole('button', { name: 'Desvincular' }).click()
  await api.put(`/api/users/${user?._id}`, { fullName: `${user?.fullName} II` })
  await question.getByRole('button', { name: 'Desvincular' }).click()
  await expectNotification(page, /^Otra persona guardó este usuario/)
  await dialog.getByRole('button', { name: 'Desvincular' }).click()
  await page
    .getByRole('dialog', { name: `¿Seguro que desea desvincular el dispositivo de ${user?.fullName} II?` })
    .getByRole('button', { name: 'Desvincular' })
    .click()
  await expect(dialog).toContainText('Sin dispositivo vinculado')
  expect((await api.get(`/api/users/${user?._id}`)).device).toBeNull()
  await dialog.getByRole('button', { name: 'Cerrar' }).press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Dispositivo' })).toBeFocused()
  // The form still has the current version and can be saved.
  await field(page, 'Comentario').fill('Cambió de equipo')
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await expectNotification(page, 'Los datos fueron guardados.')
})

test('a user that cannot be deleted remains, and the form shows why', async ({
  page,
  signedIn,
  tolerated,
}) => {
  tolerated.push(/409/)
  const api = apiOf(page, await signedIn('admin'))
  const { _id } = await createUser(api, 'sobrante', 'app')
  await page.goto(`/modify/${_id}`)
  const question = page.getByRole('dialog', { name: 'Seguro de eliminar Persona sobrante' })
  const message = 'No puede eliminar el usuario: tiene 12 créditos y 3 clientes.'
  await page.route(`**/api/users/${_id}`, (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 409, json: { message } })
      : route.fallback(),
  )
  await page.getByRole('button', { name: 'Eliminar' }).click()
  await question.getByRole('button', { name: 'Eliminar' }).click()
  await expect(formMessage(page)).toHaveText(message)
  await expect(question).toBeHidden()
  expect((await api.ask('GET', `/api/users/${_id}`)).status()).toBe(200)
})

test('markup in a name is shown as text on every screen', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  const markup = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
  const { _id } = await createUser(api, 'etiquetada', 'app', { fullName: markup, comment: markup })
  await page.goto('/admin?filter={"q":"etiquetada"}')
  await expect(page.getByRole('cell', { name: markup, exact: true })).toBeVisible()
  await page.getByRole('switch', { name: `Activo: ${markup}` }).click()
  await expect(page.getByRole('dialog')).toContainText(markup)
  await page.goto(`/modify/${_id}`)
  await expect(field(page, 'Nombre completo')).toHaveValue(markup)
  await page.getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByRole('dialog')).toContainText(`Seguro de eliminar ${markup}`)
  await expect(page).toHaveTitle(`${markup} · Editar usuario · Cartelera`)
})

test('users cannot deactivate themselves in their form', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  const { _id } = await api.find('/api/users', 'name', 'admin')
  await page.goto(`/modify/${_id}`)
  await expect(password(page)).toBeDisabled()
  await expect(page.getByRole('switch', { name: 'Usuario activo' })).toBeDisabled()
  await expect(page.getByText('No puede deshabilitar su propio usuario.')).toBeVisible()
  await expect(select(page, 'Perfil')).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Eliminar' })).toHaveCount(0)
  await choose(page, 'App Origen', 'cartelera.ios')
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await expectNotification(page, 'Los datos fueron guardados.')
})
