import { expect, test } from '../support/browser.ts'

test('on the way back from what a row leads to, the focus is on that row', async ({ page, signedIn }) => {
  await signedIn('admin')
  const titles = page.locator('tbody td.on-phone-title').getByRole('link')
  for (const path of ['/movie', '/issues', '/histories']) {
    await page.goto(path)
    const link = titles.nth(2)
    const text = (await link.textContent()) ?? ''
    await link.press('Enter')
    await expect(page).not.toHaveURL(path)
    await expect(page.locator('form')).toBeVisible()
    await page.goBack()
    await expect(link).toHaveText(text)
    await expect(link).toBeFocused()
  }
})

test('the genres of a film are one stop of the Tab key, and the arrows move among them', async ({
  page,
  signedIn,
}) => {
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
  expect(stops).toBeLessThanOrEqual(32)

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
