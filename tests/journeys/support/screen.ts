import type { Locator, Page } from '@playwright/test'
import { expect } from '../../support/browser.ts'

/**
 * Waits until the page has nothing left to do with the responses so far. A page blocked by a held script is never idle:
 * stops after `timeout`.
 */
export const untilIdle = (page: Page, timeout = 60_000): Promise<unknown> =>
  page.evaluate((limit) => new Promise((done) => requestIdleCallback(done, { timeout: limit })), timeout)

/** Stops the clock of pages on load, which keeps cached data fresh; timers still run. */
export const stopClock = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const now = Date.now()
    Date.now = () => now
  })

/** Fills in and submits the sign-in form. */
export async function signInByForm(page: Page, name: string, password = 'cartelera'): Promise<void> {
  await page.getByRole('textbox', { name: 'Usuario' }).fill(name)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
}

/** A text or number field by its label. */
export const field = (within: Page | Locator, label: string): Locator =>
  within.getByRole('textbox', { name: label, exact: true })

/** A select by its label; its accessible name includes the chosen option. */
export const select = (within: Page | Locator, label: string): Locator =>
  within.getByRole('combobox', { name: new RegExp(`^${label}`) })

/** Opens a select and chooses an option. */
export async function choose(within: Page | Locator, label: string, option: string): Promise<void> {
  await select(within, label).click()
  const page = 'page' in within ? within.page() : within
  await page.getByRole('option', { name: option, exact: true }).click()
  await expect(page.getByRole('listbox')).toBeHidden()
}

/** The helper text of a field, matched exactly. */
export async function expectMessage(control: Locator, message: string): Promise<void> {
  await expect(control).toHaveAccessibleDescription(message)
}

const KEYS = 'Las flechas pasan de una a otra; la barra espaciadora elige.'

/** The message of a group of checkboxes, after its keyboard hint. */
export async function expectGroupMessage(group: Locator, message: string): Promise<void> {
  await expect(group).toHaveAccessibleDescription(`${KEYS} ${message}`)
}

/** The general message area of the form. */
export const formMessage = (page: Page): Locator => page.getByTestId('form-message')

/** Opens the user menu and chooses an item. */
export async function takeUserEntry(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: /^Menú del usuario/ }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** Opens the menu of a list's tools and chooses an item. */
export async function takeTool(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Más', exact: true }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** Records the write requests of the page from now on, as `METHOD /path`. */
export function watchWrites(page: Page): string[] {
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  return writes
}
