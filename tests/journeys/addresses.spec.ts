import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { apiOf, endSessionAt } from './support/api.ts'
import { field, signInByForm } from './support/screen.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Follows an entry of a menu. */
async function follow(page: Page, menu: string, entry: string): Promise<void> {
  await page.getByRole('navigation').getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

test('every kind of path opens its screen when typed or reloaded, also with a query', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  const film = await api.find('/api/movies', 'title', 'Casablanca')
  const [series] = await api.get<{ _id: string }[]>('/api/series/short?limit=1')
  const addresses = {
    '/main': 'Cartelera',
    '/movie': 'Películas',
    '/movie?sort=year&order=DESC&page=2&perPage=20&filter=%7B%7D': 'Películas',
    '/movie/papelera': 'Papelera de películas',
    '/moviecrate': 'Nueva película',
    [`/movie/${film._id}`]: 'Casablanca · Película',
    [`/episodeMain/${series?._id}`]: 'Episodios',
    [`/episode/${series?._id}/-1`]: 'Nuevo episodio',
    '/setting?tab=1': 'Configuración',
    '/settings': 'contraseña',
    '/balance': 'movimientos',
  }
  for (const [address, text] of Object.entries(addresses)) {
    await page.goto(address)
    await expect(heading(page), address).toContainText(new RegExp(text, 'i'))
    await page.reload()
    await expect(heading(page), address).toContainText(new RegExp(text, 'i'))
    expect(new URL(page.url()).pathname).toBe(address.replace(/\?.*/, ''))
  }
})

test('each followed link adds one history entry; back and forward show each screen at its URL', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  const { _id } = await api.find('/api/movies', 'title', 'Casablanca')
  await page.goto('/main')
  await expect(heading(page)).toHaveText('Cartelera')
  await follow(page, 'Contenidos', 'Películas')
  await expect(page).toHaveURL('/movie')
  await page.getByRole('searchbox').fill('Casablanca')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/movie\?.*Casablanca/)
  const list = page.url()
  await page.getByRole('link', { name: 'Casablanca', exact: true }).click()
  await expect(page).toHaveURL(`/movie/${_id}`)
  await page.getByRole('link', { name: 'Cartelera: inicio' }).click()
  await expect(page).toHaveURL('/main')
  // A link to the current URL adds none.
  await page.getByRole('link', { name: 'Cartelera: inicio' }).click()

  const steps: readonly (readonly [string, string])[] = [
    [`/movie/${_id}`, 'Casablanca · Película'],
    [list, 'Películas'],
  ]
  for (const [address, text] of steps) {
    await page.goBack()
    await expect(page).toHaveURL(address)
    await expect(heading(page)).toHaveText(text)
  }
  await expect(page.getByRole('searchbox')).toHaveValue('Casablanca')
  for (const [address, text] of [...steps.slice(0, 1), ['/main', 'Cartelera'] as const]) {
    await page.goForward()
    await expect(page).toHaveURL(address)
    await expect(heading(page)).toHaveText(text)
  }
})

test('an unsaved form asks before it is left by a link or by going back', async ({ page, signedIn }) => {
  await signedIn('admin')
  await page.goto('/movie')
  await expect(heading(page)).toBeVisible()
  await page.locator('main a[href="/moviecrate"]').click()
  await expect(page).toHaveURL('/moviecrate')
  await field(page, 'Título').fill('A medias')
  const stay = page.getByRole('button', { name: 'Seguir editando' })

  await follow(page, 'Contenidos', 'Series')
  await stay.click()
  await expect(page).toHaveURL('/moviecrate')
  await page.evaluate(() => window.history.back())
  await stay.click()
  await expect(page).toHaveURL('/moviecrate')
  await expect(field(page, 'Título')).toHaveValue('A medias')

  await page.evaluate(() => window.history.back())
  await page.getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(page).toHaveURL('/movie')
  await page.goForward()
  await expect(page).toHaveURL('/moviecrate')
  await expect(field(page, 'Título')).toHaveValue('')
})

test('a session that ends while a screen opens redirects to the sign-in, and then back to that screen with its query', async ({
  page,
  signedIn,
}) => {
  const token = await signedIn('admin')
  await page.goto('/main')
  await expect(heading(page)).toHaveText('Cartelera')
  await endSessionAt(page, token, (request) => request.url().includes('/api/movies/short'))
  await follow(page, 'Contenidos', 'Películas')
  await expect(page).toHaveURL('/login')
  await signInByForm(page, 'admin')
  await expect(page).toHaveURL(/\/movie/)
  await expect(heading(page)).toHaveText('Películas')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  // The sign-in replaced the screen's history entry, so that going back leads to the one before.
  await page.goBack()
  await expect(page).toHaveURL('/main')
})
