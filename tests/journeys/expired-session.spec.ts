import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { apiOf, endSessionAt, isWrite } from './support/api.ts'
import { addLink, fillFilm, linkRow, register, save } from './support/film.ts'
import { field, signInByForm, takeUserEntry } from './support/screen.ts'
import { fillUser, password } from './support/user.ts'

const RESTORED = 'Se recuperó lo que había escrito cuando su sesión expiró.'

/** The session storage of the tab, as one text. */
const kept = (page: Page) => page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))

test('an unsaved form is restored after the session expired', async ({ page, signedIn }) => {
  const token = await signedIn('admin')
  const api = apiOf(page, token)
  const { _id } = await api.find('/api/movies', 'title', 'Casablanca')
  await page.goto(`/movie/${_id}`)
  await field(page, 'Referencia').fill('Revisada por el editor')
  await field(page, 'Actores').fill('Humphrey Bogart')
  await endSessionAt(page, token, isWrite)
  await register(page).click()
  await expect(page).toHaveURL('/login')
  await signInByForm(page, 'admin')
  await expect(page).toHaveURL(`/movie/${_id}`)
  await expect(page.getByText(RESTORED)).toBeVisible()
  await expect(field(page, 'Referencia')).toHaveValue('Revisada por el editor')
  await expect(field(page, 'Actores')).toHaveValue('Humphrey Bogart')
  await save(page)
  const after = apiOf(page, await signedIn('admin'))
  expect(await after.get(`/api/movies/${_id}`)).toMatchObject({
    reference: 'Revisada por el editor',
    actors: 'Humphrey Bogart',
  })
})

test('a new film is restored with its links after the session expired', async ({ page, signedIn }) => {
  const token = await signedIn('admin')
  await page.goto('/moviecrate')
  await fillFilm(page, 'La isla que vuelve')
  await addLink(page, 'peliculas/isla-que-vuelve.mp4')
  await endSessionAt(page, token, isWrite)
  await register(page).click()
  await expect(page).toHaveURL('/login')
  await signInByForm(page, 'admin')
  await expect(page).toHaveURL('/moviecrate')
  await expect(field(page, 'Título')).toHaveValue('La isla que vuelve')
  await expect(linkRow(page, 'peliculas/isla-que-vuelve.mp4')).toBeVisible()
  await save(page)
  await expect(page).toHaveURL(/\/movie\/[\w-]+$/)
})

test('an unsaved form is not restored for another user', { tag: '@all' }, async ({ page, signedIn }) => {
  const token = await signedIn('admin')
  const { _id } = await apiOf(page, token).find('/api/movies', 'title', 'Casablanca')
  await page.goto(`/movie/${_id}`)
  await field(page, 'Título').fill('Secreto de otra persona')
  await endSessionAt(page, token, isWrite)
  await register(page).click()
  await expect(page).toHaveURL('/login')
  await signInByForm(page, 'sa')
  await expect(page).toHaveURL(`/movie/${_id}`)
  await expect(field(page, 'Título')).toHaveValue('Casablanca')
  await expect(page.getByText(RESTORED)).toBeHidden()
  expect(await kept(page)).not.toContain('Secreto')
})

test('the user form is restored without its password', { tag: '@all' }, async ({ page, signedIn }) => {
  const token = await signedIn('admin')
  await page.goto('/signup')
  await fillUser(page, 'recuperado', { password: 'muy-secreta' })
  await endSessionAt(page, token, isWrite)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page).toHaveURL('/login')
  expect(await kept(page)).toContain('recuperado')
  expect(await kept(page)).not.toContain('muy-secreta')
  await signInByForm(page, 'admin')
  await expect(page).toHaveURL('/signup')
  await expect(field(page, 'Usuario')).toHaveValue('recuperado')
  await expect(field(page, 'Dirección')).toHaveValue('Calle El Conde No. 5')
  await expect(password(page)).toHaveValue('')
})

test('signing out discards unsaved forms', { tag: '@all' }, async ({ page, signedIn }) => {
  await signedIn('admin')
  await page.goto('/moviecrate')
  await field(page, 'Título').fill('Una película a medias')
  await takeUserEntry(page, 'Salir')
  await page.getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(page).toHaveURL('/login')
  expect(await kept(page)).not.toContain('a medias')
})
