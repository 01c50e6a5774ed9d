import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { expectNotification } from '../support/notifications.ts'
import { apiOf } from './support/api.ts'
import { localFilm, register } from './support/film.ts'
import { field, formMessage, watchWrites } from './support/screen.ts'

const NETWORK = 'Sin conexión a la red. La página se actualizará cuando vuelva.'
const SERVER = 'El servidor no responde. La página se actualizará cuando vuelva.'
const BUSY = 'El servicio está ocupado. Se intenta de nuevo en unos segundos.'
const LOST = /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|FAILED)/

const banner = (page: Page) => page.getByTestId('connection')

/** Returns the distinct texts of the banner from now on; that of a busy server disappears by itself. */
async function watchBanner(page: Page): Promise<() => Promise<string[]>> {
  await banner(page).evaluate((element) => {
    const said = new Set<string>()
    const look = () => element.textContent && said.add(element.textContent)
    new MutationObserver(look).observe(element, { childList: true, subtree: true, characterData: true })
    Object.assign(window, { said })
  })
  return () => page.evaluate(() => [...(window as unknown as { said: Set<string> }).said])
}

/** The link of a film; films that no journey edits are not on the first page of the list. */
const film = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true })

const search = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('searchbox').fill(text)
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
}

test('a search while offline shows a message, and the rows once online', async ({
  page,
  context,
  signedIn,
  tolerated,
}) => {
  tolerated.push(LOST)
  await signedIn('admin')
  await page.goto('/movie')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(banner(page)).toBeEmpty()
  await expect(film(page, 'Romola')).toHaveCount(0)
  await context.setOffline(true)
  await search(page, 'romola')
  await expect(banner(page)).toHaveText(NETWORK)
  await context.setOffline(false)
  await expect(banner(page)).toBeEmpty()
  await expect(film(page, 'Romola')).toBeVisible()
})

test('a screen whose code was never loaded opens once online', async ({
  page,
  context,
  signedIn,
  tolerated,
}) => {
  tolerated.push(LOST)
  await signedIn('admin')
  await page.goto('/movie')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await context.setOffline(true)
  // The banner moves the menu.
  await expect(banner(page)).toHaveText(NETWORK)
  await page.getByRole('button', { name: 'Contenidos' }).click()
  await page.getByRole('menuitem', { name: 'Radios' }).click()
  await expect(page.getByText('Algo salió mal')).toHaveCount(0)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Radios' })).toBeVisible()
  await expect(page.getByTestId('total')).toHaveText(/\d/)
  await expect(banner(page)).toBeEmpty()
})

test('a form opened while offline waits for its record', async ({ page, context, signedIn, tolerated }) => {
  tolerated.push(LOST)
  const api = apiOf(page, await signedIn('admin'))
  await api.post('/api/movies', localFilm({ title: 'Ya abierta' }))
  await api.post('/api/movies', localFilm({ title: 'Por abrir' }))
  await page.goto('/movie')
  await film(page, 'Ya abierta').click()
  await expect(field(page, 'Título')).toHaveValue('Ya abierta')
  await page.getByRole('button', { name: 'Atras' }).click()
  await expect(film(page, 'Por abrir')).toBeVisible()
  await context.setOffline(true)
  await expect(banner(page)).toHaveText(NETWORK)
  await film(page, 'Por abrir').click()
  await expect(page.getByRole('status', { name: 'Cargando' })).toBeVisible()
  await context.setOffline(false)
  await expect(field(page, 'Título')).toHaveValue('Por abrir')
})

test('saving while offline fails with a message, and a retry sends the record once', async ({
  page,
  context,
  signedIn,
  tolerated,
}) => {
  tolerated.push(LOST)
  const api = apiOf(page, await signedIn('admin'))
  const { _id } = await api.post('/api/movies', localFilm({ title: 'Sin red' }))
  await page.goto(`/movie/${_id}`)
  await field(page, 'Referencia').fill('escrita sin red')
  await context.setOffline(true)
  await register(page).click()
  await expect(formMessage(page)).toContainText('no se guardó nada')
  await expect(field(page, 'Referencia')).toHaveValue('escrita sin red')
  const writes = watchWrites(page)
  await context.setOffline(false)
  await expect(banner(page)).toBeEmpty()
  await expect(formMessage(page)).toBeEmpty()
  expect(writes).toEqual([])
  await register(page).click()
  await expectNotification(page, 'Los datos fueron guardados.')
  expect(writes).toEqual([`PUT /api/movies/${_id}`])
})

test('a form restores its input after a reload', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  const { _id } = await api.post('/api/movies', localFilm({ title: 'Recargada' }))
  page.on('dialog', (question) => question.accept())
  for (const [path, value] of [
    [`/movie/${_id}`, 'Recargada'],
    ['/moviecrate', ''],
  ] as const) {
    await page.goto(path)
    await expect(field(page, 'Título')).toHaveValue(value)
    await field(page, 'Referencia').fill('escrita antes')
    await page.reload()
    await expect(page.getByText(/Se recuperó lo que había escrito antes/)).toBeVisible()
    await expect(field(page, 'Referencia')).toHaveValue('escrita antes')
    await expect(field(page, 'Título')).toHaveValue(value)
    await expect(page.getByText('1 cambio sin guardar')).toBeVisible()
    await page.getByRole('button', { name: 'Descartar' }).click()
    await page.reload()
    await expect(field(page, 'Título')).toHaveValue(value)
    await expect(field(page, 'Referencia')).toHaveValue('')
  }
})

test('a message says that the server is unreachable or overloaded until it responds again', async ({
  page,
  signedIn,
  tolerated,
}) => {
  tolerated.push(LOST, /status of 503/)
  await signedIn('admin')
  await page.goto('/movie')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.route(/\/(api|health)/, (route) => route.abort('connectionrefused'))
  await search(page, 'casablanca')
  await expect(banner(page)).toHaveText(SERVER)
  await page.unroute(/\/(api|health)/)
  await expect(film(page, 'Casablanca')).toBeVisible()
  await expect(banner(page)).toBeEmpty()
  let rejected = 0
  const said = await watchBanner(page)
  await page.route('**/api/movies/short*', (route) => {
    rejected += 1
    if (rejected > 2) return route.fallback()
    const json = { message: 'El servicio está ocupado.', requestId: 'r' }
    return route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json })
  })
  await search(page, 'romola')
  await expect(film(page, 'Romola')).toBeVisible()
  await expect(banner(page)).toBeEmpty()
  expect(await said()).toEqual([BUSY])
  expect(rejected).toBe(3)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('the offline message fits above the navbar', { tag: '@looks' }, async ({
    page,
    context,
    signedIn,
    tolerated,
    axe,
  }) => {
    tolerated.push(LOST)
    await signedIn('admin')
    await page.goto('/movie')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await context.setOffline(true)
    await expect(banner(page)).toHaveText(NETWORK)
    await page.evaluate(() => window.scrollTo(0, 600))
    const bar = page.locator('header').first()
    await expect
      .poll(async () => [(await banner(page).boundingBox())?.y, (await bar.boundingBox())?.y])
      .toEqual([0, 36])
    await axe()
  })
})
