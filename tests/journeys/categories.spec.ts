import { readFileSync } from 'node:fs'
import { expect, test } from '../support/browser.ts'
import { apiOf } from './support/api.ts'
import { localFilm, register, save } from './support/film.ts'
import { choose, field, formMessage } from './support/screen.ts'

const { category: said }: { category: Record<'name' | 'descriptionEnglish' | 'type' | 'duplicate', string> } =
  JSON.parse(readFileSync(new URL('../data/messages-contents.json', import.meta.url), 'utf8'))

test('rejects a duplicate category, ignoring case and accents', { tag: '@all' }, async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  const before = await api.count('/api/categories/size')
  await page.goto('/category')
  await field(page, 'Descripción').fill('CLASICOS DEL CINE')
  await field(page, 'Descripción en Inglés').fill('Again')
  await choose(page, 'Tipo', 'Película')
  await register(page).click()
  await expect(page.getByText(said.duplicate).first()).toBeVisible()
  await expect(page).toHaveURL('/category')
  expect(await api.count('/api/categories/size')).toBe(before)
  await choose(page, 'Tipo', 'Serie')
  await register(page).click()
  await expect(page).toHaveURL(/\/category\/[\w-]+$/)
})

test('a category in use cannot be deleted and shows its number of contents; an unused one is deleted after confirmation', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  const used = await api.post('/api/categories', {
    name: 'En uso',
    descriptionEnglish: 'Used',
    type: 'PELICULA',
  })
  const film = await api.post('/api/movies', localFilm({ title: 'La que usa', categories: [used._id] }))
  await page.goto(`/category/${used._id}`)
  const remove = page.getByRole('button', { name: 'Eliminar', exact: true })
  const question = page.getByRole('dialog', { name: 'Seguro de eliminar En uso' })
  await remove.click()
  await question.getByRole('button', { name: 'Eliminar' }).click()
  await expect(formMessage(page)).toHaveText('No puede eliminar la categoría, la usa 1 contenido.')
  await expect(question).toBeHidden()
  await api.put(`/api/movies/${film._id}`, { categories: [] })
  await remove.click()
  await question.getByRole('button', { name: 'Eliminar' }).click()
  await expect(page).toHaveURL('/categories')
  expect((await api.ask('GET', `/api/categories/${used._id}`)).status()).toBe(404)
})

test('the switch of a row changes the status at once, and reverts when the server rejects it', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  const { _id } = await api.find('/api/categories', 'name', 'Biografías')
  await page.goto('/categories')
  const active = page.getByRole('switch', { name: 'Activo: Biografías' })
  await expect(active).toBeChecked()
  await active.click()
  await expect(active).not.toBeChecked()
  await expect.poll(async () => (await api.get(`/api/categories/${_id}`)).status).toBe(false)
  await page.reload()
  await expect(active).not.toBeChecked()
  await page.route(`**/api/categories/${_id}`, (route) =>
    route.fulfill({ status: 409, json: { message: 'La base dice que no.' } }),
  )
  await active.click()
  await expect(page.getByText('La base dice que no.')).toBeVisible()
  await expect(active).not.toBeChecked()
})

test('a stale edit is not saved, and offers the newer version', { tag: '@all' }, async ({
  page,
  signedIn,
  anotherPage,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  const { _id } = await api.post('/api/categories', {
    name: 'Compartida',
    descriptionEnglish: 'Shared',
    type: 'SERIE',
  })
  const other = await anotherPage('sa')
  await page.goto(`/category/${_id}`)
  await other.goto(`/category/${_id}`)
  await field(other, 'Descripción').fill('Compartida por dos')
  await save(other)
  await field(page, 'Descripción en Inglés').fill('Mine')
  await register(page).click()
  const question = page.getByRole('dialog', {
    name: 'Otra persona guardó este registro mientras usted lo editaba',
  })
  await question.getByRole('button', { name: 'Cargar la versión nueva' }).click()
  await expect(field(page, 'Descripción')).toHaveValue('Compartida por dos')
  await expect(field(page, 'Descripción en Inglés')).toHaveValue('Shared')
  await field(page, 'Descripción en Inglés').fill('Ours')
  await save(page)
  expect(await api.get(`/api/categories/${_id}`)).toMatchObject({
    name: 'Compartida por dos',
    descriptionEnglish: 'Ours',
  })
})
