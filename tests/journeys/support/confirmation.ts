import type { Locator, Page } from '@playwright/test'
import { CONFIRMATION } from '../../../src/domain/sign-in/confirmation.ts'
import { expect } from '../../support/browser.ts'

/** Makes writes to a URL require a confirmation, as long after the sign-in, until the user has confirmed. */
export async function asksToConfirm(page: Page, address: string): Promise<void> {
  let isConfirmed = false
  page.on('response', (response) => {
    if (response.url().endsWith('/auth/confirm') && response.ok()) isConfirmed = true
  })
  await page.route(address, (route) =>
    isConfirmed || route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 403, json: CONFIRMATION }),
  )
}

export const confirmation = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Confirme su identidad' })

/** Starts removing the expired demo users from the list of users, up to the dialog that asks for the password. */
export async function openConfirmation(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Remover Demo' }).click()
  await page.getByRole('button', { name: 'Eliminar', exact: true }).click()
  const dialog = confirmation(page)
  await expect(dialog.getByRole('textbox', { name: 'Contraseña' })).toBeFocused()
  return dialog
}
