import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { apiOf } from './support/api.ts'
import { choose, select, takeTool } from './support/screen.ts'

const search = (page: Page): Locator => page.getByRole('searchbox', { name: 'Texto a buscar' })
const total = (page: Page): Locator => page.getByTestId('total')
const column = (page: Page, name: string): Locator => page.getByRole('columnheader', { name, exact: true })

/** The links of the rows, from top to bottom. */
const openers = (page: Page): Locator => page.locator('tbody [data-title]').getByRole('link')

const names = (page: Page): Promise<string[]> => openers(page).allTextContents()

/** Formats a count as displayed. */
const shown = (count: number): string => new Intl.NumberFormat('es-DO').format(count)

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let press = 0; press < 120; press += 1) {
    await page.keyboard.press('Tab')
    if (await control.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`Tab never reaches ${control}`)
}

test('a filter that the server refuses is cleared in one step', async ({ page, signedIn, tolerated }) => {
  tolerated.push(/422/)
  await signedIn('admin')
  await page.goto(`/movie?filter=${encodeURIComponent('{"quality":"gone"}')}`)
  await expect(page.getByRole('alert')).toContainText('El valor es inválido.')
  await page.getByRole('button', { name: 'Limpiar filtros' }).click()
  await expect(openers(page).first()).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('typing on a list without a focused field replaces the search text', async ({ page, signedIn }) => {
  await signedIn('admin')
  await page.goto('/admin')
  await search(page).fill('8095550101')
  await search(page).press('Enter')
  await expect(page).toHaveURL(/8095550101/)
  await openers(page).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goBack()
  await expect(openers(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'Más', exact: true }).focus()
  await page.keyboard.type('agente')
  await expect(search(page)).toBeFocused()
  await expect(search(page)).toHaveValue('agente')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/"q":"agente"|q%22%3A%22agente/)
})

test('search, filter, order and page are stored in the URL and restored from it', async ({
  page,
  signedIn,
  context,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  await page.goto('/admin')
  await choose(page, 'App', 'cartelera.roku')
  await expect(page.getByRole('cell', { name: 'cartelera.roku', exact: true }).first()).toBeVisible()
  await column(page, 'Nombre completo').getByRole('button').click()
  await expect(column(page, 'Nombre completo')).toHaveAttribute('aria-sort', 'ascending')
  await column(page, 'Nombre completo').getByRole('button').click()
  await expect(column(page, 'Nombre completo')).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(page).toHaveURL(/page=2/)
  const count = await api.count('/api/users/size?platform=com.cartelera.roku.tv')
  await expect(total(page)).toHaveText(shown(count))
  const rows: { name: string }[] = await api.get(
    '/api/users/short?platform=com.cartelera.roku.tv&sort=fullName&order=desc&page=2&limit=20',
  )
  const wanted = rows.map(({ name }) => name)
  await expect.poll(() => names(page)).toEqual(wanted)

  await page.reload()
  await expect.poll(() => names(page)).toEqual(wanted)
  const other = await context.newPage()
  await other.goto(page.url())
  await expect.poll(() => names(other)).toEqual(wanted)
  await expect(select(other, 'App')).toHaveText('cartelera.roku')
  await expect(column(other, 'Nombre completo')).toHaveAttribute('aria-sort', 'descending')
  await expect(other.getByRole('button', { name: 'Página 2', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )

  await page.goBack()
  await expect(page).not.toHaveURL(/page=2/)
  await expect.poll(() => names(page)).not.toEqual(wanted)
  await page.goForward()
  await expect.poll(() => names(page)).toEqual(wanted)
})

test('the list keeps its state when a record is opened and left', async ({ page, signedIn }) => {
  await signedIn('admin')
  await page.goto('/movie?page=3&perPage=50&sort=title&order=ASC')
  const row = page.getByRole('row').getByRole('link').nth(40)
  await row.scrollIntoViewIfNeeded()
  const title = (await row.textContent()) ?? ''
  const before = await page.evaluate(() => Math.round(window.scrollY))
  expect(before).toBeGreaterThan(500)
  await row.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${title} · Película`)
  await page.getByRole('button', { name: 'Atras' }).click()
  await expect(page.getByRole('link', { name: title, exact: true })).toBeInViewport()
  await expect(page).toHaveURL(/page=3/)
})

test('searching, sorting, paging and opening a record work with the keyboard only', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  await page.goto('/categories')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(search(page)).toBeFocused()
  // The page's first tab stop is before it.
  const skip = page.getByRole('button', { name: 'Saltar al contenido' })
  while (!(await skip.evaluate((button) => button === document.activeElement)))
    await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await tabTo(page, search(page))
  await page.keyboard.type('ca')
  await page.keyboard.press('Enter')
  await expect(total(page)).toHaveText(shown(await api.count('/api/categories/size?search=ca')))
  await search(page).fill('')
  await page.keyboard.press('Enter')
  await expect(total(page)).toHaveText(shown(await api.count('/api/categories/size')))
  await tabTo(page, column(page, 'Tipo').getByRole('button'))
  await page.keyboard.press('Enter')
  await expect(column(page, 'Tipo')).toHaveAttribute('aria-sort', 'ascending')
  await tabTo(page, page.getByRole('button', { name: 'Página siguiente' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/page=2/)
  const first = page.getByRole('row').nth(1).getByRole('link')
  await expect(page.getByRole('button', { name: 'Página 2', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await page.reload()
  await expect(first).toBeVisible()
  const name = (await first.textContent()) ?? ''
  await tabTo(page, first)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/category\/[\w-]+$/)
  await expect(page.getByRole('textbox', { name: 'Descripción', exact: true })).toHaveValue(name)
})

test('a removed filter is not restored by a search right after', async ({ page, signedIn }) => {
  await signedIn('admin')
  await page.goto('/movie?filter={"onlyLinkReserved":"true"}')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await search(page).fill('casablanca')
  await choose(page, 'Enlaces', 'Todos')
  await search(page).press('Enter')
  await expect(page.getByRole('link', { name: 'Casablanca', exact: true })).toBeVisible()
  await expect(select(page, 'Enlaces')).toHaveText('Todos')
})

test('the total equals the count of the API, ignoring case and accents', { tag: '@all' }, async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  for (const [path, resource, text] of [
    ['/admin', 'users', 'PENA'],
    ['/movie', 'movies', 'noche'],
    ['/categories', 'categories', 'de'],
  ] as const) {
    await page.goto(path)
    await expect(total(page)).toHaveText(shown(await api.count(`/api/${resource}/size`)))
    await search(page).fill(text)
    await search(page).press('Enter')
    await expect(total(page)).toHaveText(shown(await api.count(`/api/${resource}/size?search=${text}`)))
  }
})

test('the page size changes the number of rows, and the last page can be opened', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  await page.goto('/admin')
  const rows = openers(page)
  await expect(rows).toHaveCount(20)
  const users = await api.count('/api/users/size')
  await expect(page.getByText(`1–20 de ${users}`)).toBeVisible()
  await page.getByRole('combobox', { name: 'Registros por página' }).click()
  await page.getByRole('option', { name: '50 por página' }).click()
  await expect(rows).toHaveCount(50)
  await expect(page).toHaveURL(/perPage=50/)
  await page.getByRole('button', { name: 'Última página' }).click()
  const lastPage = Math.ceil(users / 50)
  await expect(page.getByText(`${(lastPage - 1) * 50 + 1}–${users} de ${users}`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Página siguiente' })).toBeDisabled()
  await page.getByRole('button', { name: 'Primera página' }).click()
  await expect(page.getByText(`1–50 de ${users}`)).toBeVisible()
})

test('the choice of columns is restored after a reload', { tag: '@all' }, async ({ page, signedIn }) => {
  await signedIn('admin')
  await page.goto('/movie')
  await expect(column(page, 'Géneros')).toBeVisible()
  await takeTool(page, 'Columnas')
  await page
    .getByRole('checkbox', { name: 'Géneros' })
    .or(page.getByRole('switch', { name: 'Géneros' }))
    .click()
  await page.keyboard.press('Escape')
  await expect(column(page, 'Géneros')).toHaveCount(0)
  await page.reload()
  await expect(column(page, 'Título')).toBeVisible()
  await expect(column(page, 'Géneros')).toHaveCount(0)
})

test('the column with the visits of users is hidden by default and cannot be sorted', async ({
  page,
  signedIn,
}) => {
  await signedIn('admin')
  await page.goto('/admin')
  await expect(column(page, 'Nombre completo')).toBeVisible()
  await expect(column(page, 'Visitas')).toHaveCount(0)
  await takeTool(page, 'Columnas')
  await page
    .getByRole('checkbox', { name: 'Visitas' })
    .or(page.getByRole('switch', { name: 'Visitas' }))
    .click()
  await page.keyboard.press('Escape')
  await expect(column(page, 'Visitas')).toBeVisible()
  await expect(column(page, 'Visitas').getByRole('button')).toHaveCount(0)
})

test('a list that fails to load shows the error and can be retried', { tag: '@all' }, async ({
  page,
  signedIn,
  tolerated,
}) => {
  tolerated.push(/status of 503/)
  await signedIn('admin')
  await page.route('**/api/movies/short*', (route) => route.fulfill({ status: 503, body: 'upstream' }))
  await page.goto('/movie')
  await expect(page.getByRole('alert').filter({ hasText: 'upstream' })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(0)
  await page.unroute('**/api/movies/short*')
  await page.getByRole('button', { name: 'Intentar de nuevo' }).click()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})
