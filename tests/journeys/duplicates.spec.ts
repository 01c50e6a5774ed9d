import { expect, test } from '../support/browser.ts'
import { apiOf } from './support/api.ts'
import { addLink, fillFilm, localFilm, register, save } from './support/film.ts'
import { field, watchWrites } from './support/screen.ts'

test('a film with an existing IMDb id is saved only after showing the other film', async ({
  page,
  context,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  const { _id } = await api.post('/api/movies', localFilm({ title: 'La primera', imdbId: 'tt7654321' }))
  await page.goto('/moviecrate')
  await fillFilm(page, 'La segunda')
  await field(page, 'IMDb').fill(' TT7654321')
  await addLink(page, 'peliculas/segunda.mp4')
  const writes = watchWrites(page)
  await register(page).click()
  const question = page.getByRole('dialog', { name: 'Ya existe un registro con este código IMDb' })
  const link = question.getByRole('link', { name: /^La primera \(2014\)/ })
  const [other] = await Promise.all([context.waitForEvent('page'), link.click()])
  await expect(other).toHaveURL(`/movie/${_id}`)
  await other.close()
  await question.getByRole('button', { name: 'Seguir editando' }).click()
  await expect(question).toBeHidden()
  await expect(field(page, 'Título')).toHaveValue('La segunda')
  expect(writes).toEqual([])
  await register(page).click()
  await question.getByRole('button', { name: 'Guardar de todos modos' }).click()
  await expect(page).toHaveURL(/\/movie\/[\w-]+$/)
  expect(writes).toEqual(['POST /api/movies'])
  await field(page, 'Referencia').fill('el código no cambió')
  await save(page)
  await expect(question).toBeHidden()
})

test('a broken cover looks different from a missing one', async ({ page, signedIn, tolerated }) => {
  tolerated.push(/status of 404/)
  const api = apiOf(page, await signedIn('admin'))
  await api.post('/api/movies', localFilm({ title: 'Portada perdida', covertImage: '/pictures/nowhere.svg' }))
  await page.goto('/movie?filter={"q":"portada perdida"}')
  const dead = page.getByRole('img', { name: 'Portada perdida: la imagen no se pudo cargar' })
  await expect(dead).toBeVisible()
  await expect(dead).toHaveAttribute('title', 'La imagen no se pudo cargar')
  await page.getByRole('link', { name: 'Portada perdida' }).click()
  await expect(page.getByText('La imagen no se pudo cargar')).toBeVisible()
  await field(page, 'Imagen de portada').fill('')
  await expect(page.getByRole('img', { name: /sin imagen$/ }).first()).toBeVisible()
  await expect(page.getByText('La imagen no se pudo cargar')).toHaveCount(0)
})
