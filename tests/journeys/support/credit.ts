import type { Locator, Page } from '@playwright/test'
import { expect } from '../../support/browser.ts'
import { TYPE } from '../../support/credits.ts'
import type { Api, Row, Stored } from './api.ts'

const PATH = '/api/license_transactions'

export const creditDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Crédito', exact: true })

/** Searches the users for one, and presses 'Crédito' in its row. */
export async function openFromRow(page: Page, { name, fullName }: Row): Promise<Locator> {
  await page.goto('/admin')
  await page.getByRole('searchbox').fill(String(name))
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByTestId('total')).toHaveText('1')
  await page.getByRole('button', { name: `Crédito: ${fullName}` }).click()
  const dialog = creditDialog(page)
  await expect(dialog.getByRole('button', { name: 'Procesar' })).toBeVisible()
  return dialog
}

/** The submit button of the credit dialog. */
export const processing = (dialog: Locator): Locator =>
  dialog.getByRole('button', { name: /^(Procesar|Reintentar)$/ })

/** Waits for the dialog's success message. */
export const expectProcessed = (dialog: Locator): Promise<void> =>
  expect(dialog.getByRole('status')).toHaveText(/^Transacción procesada\. Referencia \d{6}\.$/)

/** Creates and processes a transaction through the API. */
export async function processTransaction(api: Api, userLicensed: string, changes: Row = {}): Promise<Stored> {
  const asked = { userLicensed, type: TYPE.SALE, period: 'MESES', count: 1, ...changes }
  const { _id } = await api.post(PATH, asked)
  return api.put(`${PATH}/${_id}`, { status: 'PROCESSED' })
}

/** Number of processed transactions of a user. */
export const countTransactions = (api: Api, { _id }: Stored): Promise<number> =>
  api.count(`${PATH}/size?status=PROCESSED&userLicensed=${_id}`)
