import { expect, test } from '../support/browser.ts'
import { expectNotification } from '../support/notifications.ts'
import { apiOf } from './support/api.ts'
import { localFilm } from './support/film.ts'
import { field } from './support/screen.ts'

test('a saved film that no longer matches the search stays in its row, ticked, until the list is reloaded', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  for (const title of ['Arreglo primero', 'Arreglo segundo'])
    await api.post('/api/movies', localFilm({ title }))
  await page.goto('/movie?filter=%7B%22q%22%3A%22arreglo%22%7D&sort=title&order=ASC')
  await page.getByRole('link', { name: 'Arreglo primero' }).click()
  await field(page, 'Título').fill('Compuesto')
  await page.getByRole('button', { name: 'Registrar' }).click()
  await expectNotification(page, 'Los datos fueron guardados.')
  await page.getByRole('button', { name: 'Atras' }).click()
  await expect(page.getByTestId('total')).toHaveText('1')
  const rows = page.locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Compuesto')
  await expect(rows.first().getByRole('img', { name: 'Hecho' })).toBeVisible()
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
  await expect(rows).toHaveCount(1)
  await expect(page.getByRole('img', { name: 'Hecho' })).toHaveCount(0)
})

test('going back from a link of a row focuses that row', async ({ page, signedIn }) => {
  await signedIn('admin')
  const titles = page.locator('tbody [data-title]').getByRole('link')
  for (const path of ['/movie', '/issues', '/histories']) {
    await page.goto(path)
    const link = titles.nth(2)
    const text = (await link.textContent()) ?? ''
    await link.press('Enter')
    await expect(page).not.toHaveURL(path)
    await expect(page.locator('main form')).toBeVisible()
    await page.goBack()
    await expect(link).toHaveText(text)
    await expect(link).toBeFocused()
  }
})

test('the genres of a film are one tab stop, with arrow keys between them', async ({ page, signedIn }) => {
  await signedIn('admin')
  await page.goto('/moviecrate')
  const genres = page.getByRole('group', { name: 'Géneros' })
  const boxes = genres.getByRole('checkbox')
  await expect(boxes.first()).toBeVisible()
  const stops = await page
    .locator('main')
    .evaluate(
      (main) =>
        [...main.querySelectorAll<HTMLElement>('a[href], button, input, textarea, [tabindex]')].filter(
          (one) => one.tabIndex >= 0 && !one.matches(':disabled') && one.checkVisibility(),
        ).length,
    )
  expect(stops).toBeLessThanOrEqual(36)

  await boxes.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(boxes.nth(1)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(boxes.nth(1)).toBeChecked()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('End')
  await expect(boxes.last()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(genres.locator(':focus')).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await expect(boxes.last()).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(genres.locator(':focus')).toHaveCount(0)
})
