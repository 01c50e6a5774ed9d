import { formatCount } from '../../../src/domain/format/text.ts'
import { expect, test } from '../../support/browser.ts'
import { apiOf } from '../support/api.ts'
import { choose, select, watchWrites } from '../support/screen.ts'
import { createUser } from '../support/user.ts'

test('an administrator filters the users, finds one, and deactivates and activates it after confirmation', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  const { _id } = await createUser(api, 'intermitente', 'Consulta')
  const { _id: profile } = await api.find('/api/profiles', 'name', 'agent')
  const expectTotal = async (query: string) =>
    expect(page.getByTestId('total')).toHaveText(formatCount(await api.count(`/api/users/size?${query}`)))
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('CONSULTA DE USUARIOS')
  await expectTotal('')

  await page.getByRole('button', { name: 'Registro Todas' }).click()
  const days = page.getByRole('dialog', { name: 'Registro' })
  await days.getByRole('textbox', { name: 'Desde' }).fill('03/04/2026')
  await expect(days.getByText('4 de marzo de 2026')).toBeVisible()
  await days.getByRole('textbox', { name: 'Hasta' }).fill('01/02/2026')
  await days.getByRole('button', { name: 'Aplicar' }).click()
  await expect(days.getByRole('alert')).toHaveText('La fecha inicial es posterior a la final.')
  await days.getByRole('textbox', { name: 'Hasta' }).fill('05/31/2026')
  await days.getByRole('button', { name: 'Aplicar' }).click()
  await expect(page.getByRole('button', { name: 'Registro 04/03/2026 – 31/05/2026' })).toBeVisible()
  await expectTotal('registerFrom=2026-03-04&registerTo=2026-05-31')
  await page.getByRole('button', { name: /^Registro 04/ }).click()
  await days.getByRole('button', { name: 'Limpiar' }).click()
  await expect(page.getByRole('button', { name: 'Registro Todas' })).toBeVisible()
  await choose(page, 'Perfil', 'agent · Agente')
  await expectTotal(`profile=${profile}`)
  await choose(page, 'App', 'cartelera.roku')
  await expectTotal(`profile=${profile}&platform=com.cartelera.roku.tv`)
  await choose(page, 'Usa Lista de TV', 'Sí')
  const search = page.getByRole('searchbox', { name: 'Texto a buscar' })
  await search.fill('nadie se llama así')
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
  await expect(page.getByText('Ningún registro coincide con la búsqueda.')).toBeVisible()
  await page.getByRole('button', { name: 'Limpiar filtros' }).click()
  await expectTotal('')
  await expect(search).toHaveValue('')
  await expect(select(page, 'Usa Lista de TV')).toHaveText('Todos')

  await search.fill('intermitente')
  await search.press('Enter')
  await expect(page.getByTestId('total')).toHaveText('1')
  const signIn = async () => {
    const data = { name: 'intermitente', password: 'cartelera' }
    const answer = await page.request.post('/auth/local', { data })
    return { status: answer.status(), viewer: apiOf(page, (await answer.json()).token ?? '') }
  }
  const { viewer } = await signIn()
  const writes = watchWrites(page)
  const active = page.getByRole('switch', { name: 'Activo: Persona intermitente' })
  await active.click()
  const question = page.getByRole('dialog', {
    name: '¿Seguro que desea desactivar el usuario Persona intermitente?',
  })
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(question).toBeHidden()
  expect(writes).toEqual([])
  await active.click()
  await question.getByRole('button', { name: 'Desactivar' }).click()
  await expect(active).not.toBeChecked()
  await expect.poll(async () => (await api.get(`/api/users/${_id}`)).status).toBe('disable')
  expect(writes).toEqual([`PUT /api/users/${_id}`])
  expect((await viewer.ask('GET', '/api/users/me')).status()).toBe(401)
  expect((await signIn()).status).toBe(401)
  await active.click()
  await page
    .getByRole('dialog', { name: '¿Seguro que desea activar el usuario Persona intermitente?' })
    .getByRole('button', { name: 'Activar' })
    .click()
  await expect(active).toBeChecked()
  await expect.poll(async () => (await api.get(`/api/users/${_id}`)).status).toBe('enable')
  expect((await signIn()).status).toBe(200)
})
