import { expect, test } from '../support/browser.ts'
import { expectNotification } from '../support/notifications.ts'
import { apiOf, type Stored } from './support/api.ts'
import { localFilm, save } from './support/film.ts'
import { test as inspected } from './support/inspected.ts'
import { field, formMessage, takeTool } from './support/screen.ts'
import { episodesOf, storeSeries } from './support/series.ts'
import { createUser } from './support/user.ts'

test.use({ ownDemo: true })

test('a deleted film is restored by undoing, or from the trash by keyboard', async ({
  page,
  signedIn,
  axe,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  const film = await api.post('/api/movies', localFilm({ title: 'La papelera' }))
  const remove = async () => {
    await page.goto(`/movie/${film._id}`)
    await page.getByRole('button', { name: 'Eliminar', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Seguro de eliminar La papelera' })
    await question.getByRole('button', { name: 'Eliminar' }).click()
    await expectNotification(page, 'El registro fue eliminado.')
  }
  await remove()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expectNotification(page, 'El registro fue restaurado.')
  await expect(page.getByRole('link', { name: 'La papelera' })).toBeVisible()
  expect(await api.get<Stored>(`/api/movies/${film._id}`)).toEqual(film)

  await remove()
  await takeTool(page, 'Papelera')
  await expect(page).toHaveURL('/movie/papelera')
  await expect(page.getByRole('heading', { name: 'Papelera de películas' })).toBeVisible()
  const row = page.getByRole('row', { name: /La papelera/ })
  await expect(row).toContainText('2014')
  await expect(row).toContainText('admin')
  await axe()
  await row.getByRole('button', { name: 'Restaurar La papelera' }).press('Enter')
  await expect(row).toHaveCount(0)
  await page.getByRole('link', { name: 'Abrir' }).click()
  await expect(page).toHaveURL(`/movie/${film._id}`)
  await expect(field(page, 'Título')).toHaveValue('La papelera')
})

test('films deleted together are restored together', async ({ page, signedIn, axe }) => {
  const api = apiOf(page, await signedIn('admin'))
  const titles = ['Lote de papelera uno', 'Lote de papelera dos', 'Lote de papelera tres']
  for (const title of titles) {
    const { _id } = await api.post('/api/movies', localFilm({ title }))
    await api.ask('DELETE', `/api/movies/${_id}`)
  }
  await page.goto(`/movie/papelera?filter=${encodeURIComponent('{"q":"Lote de papelera"}')}`)
  await expect(page.getByTestId('total')).toHaveText('3')
  await page.getByRole('checkbox', { name: 'Elegir los de esta página' }).check()
  const bar = page.getByRole('group', { name: 'Con los elegidos' })
  await expect(bar.getByRole('button', { name: /^(Cambiar|Eliminar|Activar)/ })).toHaveCount(0)
  await axe()
  await bar.getByRole('button', { name: 'Restaurar los 3' }).click()
  await expect(page.getByRole('dialog')).toContainText('3 registros restaurados')
  await page.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await expect(page.getByTestId('total')).toHaveText('0')
  await page.goto(`/movie?filter=${encodeURIComponent('{"q":"Lote de papelera"}')}`)
  await expect(page.getByTestId('total')).toHaveText('3')
})

test('episodes that were deleted together are restored together', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  const serie = await storeSeries(api, 'Serie de papelera', [
    { episode: 1 },
    { episode: 2, title: 'El otro' },
  ])
  await page.goto(`/episodeMain/${serie._id}`)
  await page.getByRole('checkbox', { name: 'Elegir los de esta página' }).check()
  const bar = page.getByRole('group', { name: 'Con los elegidos' })
  await bar.getByRole('button', { name: 'Eliminar' }).click()
  const question = page.getByRole('dialog', { name: '¿Desea eliminar 2 episodios?' })
  await question.getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByRole('dialog')).toContainText('2 registros eliminados')
  await page.goto(`/episodeMain/${serie._id}/papelera`)
  await expect(page.getByTestId('total')).toHaveText('2')
  await page.getByRole('checkbox', { name: 'Elegir los de esta página' }).check()
  await bar.getByRole('button', { name: 'Restaurar los 2' }).click()
  await expect(page.getByRole('dialog')).toContainText('2 registros restaurados')
  expect(await api.get(episodesOf(serie))).toHaveLength(2)
})

test('a film is reverted to an earlier version, and duplicated without its links', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  const film = await api.post('/api/movies', localFilm({ title: 'Primera versión', reference: 'Caja 1' }))
  const edited = await api.put(`/api/movies/${film._id}`, { title: 'Segunda versión' })
  await api.put(`/api/movies/${film._id}`, { year: 1999, dateUpdate: edited.dateUpdate })
  await page.goto(`/movie/${film._id}`)
  await page.getByRole('link', { name: 'Cambios' }).click()
  await page.getByRole('row', { name: /Creación/ }).click()
  await page.getByRole('button', { name: 'Volver a esta versión' }).click()
  const dialog = page.getByRole('dialog', { name: /^Volver a la versión del/ })
  await expect(dialog.getByRole('row', { name: /Título/ })).toContainText('Segunda versión')
  await expect(dialog.getByRole('row', { name: /Título/ })).toContainText('Primera versión')
  await expect(dialog.getByRole('row', { name: /Año/ })).toContainText('2014')
  await dialog.getByRole('button', { name: 'Abrir con estos valores' }).click()
  await expect(page).toHaveURL(`/movie/${film._id}`)
  await expect(page.getByText(/^Se cargó la versión del/)).toBeVisible()
  await expect(page.getByText('2 cambios sin guardar')).toBeVisible()
  await save(page)
  expect(await api.get(`/api/movies/${film._id}`)).toMatchObject({ title: 'Primera versión', year: 2014 })

  await page.getByRole('button', { name: 'Duplicar' }).click()
  await expect(page).toHaveURL('/moviecrate')
  await expect(field(page, 'Título')).toBeFocused()
  await expect(field(page, 'Título')).toHaveValue('Primera versión')
  await expect(field(page, 'Referencia')).toHaveValue('Caja 1')
  await page.getByRole('button', { name: 'Registrar' }).click()
  await expect(page.getByText('Debe agregar por lo meno un link.')).toBeVisible()
  await expect(formMessage(page)).toHaveText('Hay 1 campo por corregir.')
  expect(await api.count('/api/movies/size?search=Primera versión')).toBe(1)
})

inspected(
  'a change is undone field by field, which is itself recorded in the audit log',
  { tag: '@looks' },
  async ({ page, signedIn, axe, lookAsPhone }) => {
    const api = apiOf(page, await signedIn('admin'))
    const film = await api.post('/api/movies', localFilm({ title: 'Antes del cambio', reference: 'Caja 1' }))
    await api.put(`/api/movies/${film._id}`, { title: 'Con el cambio', reference: 'Caja 2', year: 1999 })
    await api.put(`/api/movies/${film._id}`, { year: 2001 })
    await page.goto('/audit')
    await page
      .getByRole('row', { name: /Con el cambio/ })
      .nth(1)
      .click()
    await expect(page.getByRole('button', { name: 'Volver a esta versión' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Deshacer este cambio' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toHaveCount(1)
    await expect(dialog.getByRole('checkbox', { name: 'Título' })).toBeChecked()
    await expect(dialog.getByRole('checkbox', { name: 'Año' })).not.toBeChecked()
    await expect(dialog.getByRole('row', { name: /Año/ })).toContainText('Se cambió de nuevo después.')
    await dialog.getByRole('checkbox', { name: 'Referencia' }).uncheck()
    await axe()
    await lookAsPhone()
    await dialog.getByRole('button', { name: 'Deshacer este cambio' }).click()
    await expectNotification(page, 'El cambio se deshizo.')
    await expect(dialog).toHaveCount(0)
    expect(await api.get(`/api/movies/${film._id}`)).toMatchObject({
      title: 'Antes del cambio',
      reference: 'Caja 2',
      year: 2001,
    })
    await expect(page.getByRole('row').nth(1)).toContainText('Modificación')
    await expect(page.getByRole('row').nth(1)).toContainText('Antes del cambio')
  },
)

test('a user, a profile and the settings are reverted to an earlier version; user and profile are duplicated', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  const goBack = async (resource: string, record: string) => {
    const filter = JSON.stringify({ resource, record, action: 'update' })
    await page.goto(`/audit?${new URLSearchParams({ filter })}`)
    // The event before the last.
    await page.getByRole('row').nth(2).click()
    await page.getByRole('button', { name: 'Volver a esta versión' }).click()
    await page.getByRole('button', { name: 'Abrir con estos valores' }).click()
    await expect(page.getByText(/^Se cargó la versión del/)).toBeVisible()
  }
  const user = await createUser(api, 'devuelta', 'app', { address: 'Calle 1' })
  await api.put(`/api/users/${user._id}`, { address: 'Calle 2' })
  await api.put(`/api/users/${user._id}`, { address: 'Calle 3', password: 'otra-clave' })
  await goBack('users', String(user._id))
  await expect(field(page, 'Dirección')).toHaveValue('Calle 2')
  await expect(page.getByText('1 cambio sin guardar')).toBeVisible()
  const saved = page.waitForRequest((request) => request.method() === 'PUT')
  await page.getByRole('button', { name: 'Actualizar' }).click()
  expect((await saved).postDataJSON()).toEqual({
    address: 'Calle 2',
    dateUpdate: expect.any(String),
    version: expect.any(String),
  })
  await expectNotification(page, 'Los datos fueron guardados.')
  await page.getByRole('button', { name: 'Duplicar' }).click()
  await expect(page).toHaveURL('/signup')
  await expect(field(page, 'Dirección')).toHaveValue('Calle 2')
  for (const name of ['Usuario', 'Contraseña', 'Nombre completo'])
    await expect(field(page, name)).toHaveValue('')

  const profile = await api.post('/api/profiles', { name: 'Devuelto' })
  await api.put(`/api/profiles/${profile._id}`, { accessApp: true })
  await api.put(`/api/profiles/${profile._id}`, { name: 'Cambiado', accessApp: false })
  await goBack('profiles', String(profile._id))
  await page.getByRole('button', { name: 'Registrar' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Devuelto · Permisos del perfil')
  expect(await api.get(`/api/profiles/${profile._id}`)).toMatchObject({ name: 'Devuelto', accessApp: true })
  await page.getByRole('button', { name: 'Duplicar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Duplicar Devuelto' })
  await field(dialog, 'Nombre del perfil').fill('Copiado')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Copiado · Permisos del perfil')
  expect(await api.find('/api/profiles', 'name', 'Copiado')).toMatchObject({ accessApp: true })

  await api.put('/api/settings', { transMax: 11 })
  await api.put('/api/settings', { transMax: 12 })
  await goBack('settings', 'settings')
  await expect(page).toHaveURL(/\/setting/)
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect.poll(async () => (await api.get('/api/settings')).transMax).toBe(11)
})
