import type { Locator, Page } from '@playwright/test'
import { expect } from '../../support/browser.ts'

/** Counts the user's clicks and key presses on the page from now on, and records copies. */
export const watchHands = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const count = (): void =>
      sessionStorage.setItem('hands', String(Number(sessionStorage.getItem('hands') ?? 0) + 1))
    const options = { capture: true }
    // Pressing a button by key also emits a click, without a pointer.
    window.addEventListener('click', ({ isTrusted, detail }) => isTrusted && detail > 0 && count(), options)
    window.addEventListener(
      'keydown',
      ({ isTrusted, key }) => isTrusted && key === 'Enter' && count(),
      options,
    )
    const clipboard = { writeText: async (text: string) => sessionStorage.setItem('copied', text) }
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
  })
}

/** Opens the home page, by a reload only the first time. */
const goHome = async (page: Page): Promise<void> => {
  if (page.url() === 'about:blank') await page.goto('/main')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('link', { name: 'Cartelera: inicio' }).click()
  await expect(page).toHaveURL('/main')
  await expect(page.getByRole('button', { name: 'Buscar en todo' })).toBeVisible()
}

/** Clicks, taps and presses of Enter needed for a job from the home page. */
export const handsOf = async (page: Page, work: () => Promise<void>): Promise<number> => {
  await goHome(page)
  await page.evaluate(() => sessionStorage.setItem('hands', '0'))
  await work()
  return page.evaluate(() => Number(sessionStorage.getItem('hands')))
}

export const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Buscar en todo' })

export const search = async (page: Page, text: string): Promise<void> => {
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
  await page.keyboard.type(text)
}
