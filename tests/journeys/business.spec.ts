import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { expectNotification } from '../support/notifications.ts'
import { pngOf } from '../support/png.ts'
import { pagesOf, printedPages } from '../support/prints.ts'
import { type Api, apiOf } from './support/api.ts'
import { expectProcessed, openFromRow, processing, processTransaction } from './support/credit.ts'
import { expectReceipt, linesOf } from './support/receipt.ts'
import { field } from './support/screen.ts'
import { createUser } from './support/user.ts'

test.use({ ownDemo: true })

const chooseLogo = async (page: Page, buffer: Buffer, name = 'logo.png') => {
  await page.getByLabel('Archivo del logotipo').setInputFiles({ name, mimeType: 'image/png', buffer })
}

/** Puts a logo by the API. */
const putLogo = async (page: Page, token: string) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/png' }
  const answer = await page.request.put('/api/logo', { headers, data: pngOf({ width: 100, height: 100 }) })
  expect(answer.ok()).toBe(true)
}

test('the business is on its receipts, on the sign-in page and in the navbar', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  await page.goto('/setting?tab=control')
  await field(page, 'Nombre del negocio').fill('Streaming del Caribe')
  await field(page, 'Teléfono del negocio').fill('809-555-0100')
  await field(page, 'Identificación fiscal').fill('RNC 1-01-12345-6')
  await field(page, 'Agradecimiento del recibo').fill('Gracias por preferirnos')
  await page.getByRole('switch', { name: 'Mostrar en la barra de navegación' }).check()
  await chooseLogo(page, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await expect(page.getByText('El archivo no es una imagen PNG.')).toBeVisible()
  await chooseLogo(page, pngOf({ width: 300, height: 100 }))
  await expect(page.getByText('Logotipo de 300 × 100 píxeles.')).toBeVisible()
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expectNotification(page, 'Los datos fueron guardados.')
  await expect(page.getByRole('link', { name: 'Streaming del Caribe: inicio' })).toBeVisible()

  const customer = await createUser(api, 'delnegocio', 'app')
  const dialog = await openFromRow(page, customer)
  await processing(dialog).click()
  await expectProcessed(dialog)
  await dialog.getByRole('button', { name: 'Imprimir' }).click()
  const receipt = linesOf(expectReceipt(await printedPages(page))).join(' ')
  for (const text of [
    'Streaming del Caribe',
    '809-555-0100',
    'RNC 1-01-12345-6',
    'Gracias por preferirnos',
    String(customer.name),
  ])
    expect(receipt).toContain(text)
  const logo = page.locator('.receipt img')
  expect(await logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(300)

  await page.context().clearCookies()
  await page.goto('/login')
  await expect(page.getByText('Streaming del Caribe')).toBeVisible()
  const picture = page.locator('main img')
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(300)
})

test('a removed logo is no longer shown', async ({ page, signedIn }) => {
  await putLogo(page, await signedIn('admin'))
  await page.goto('/setting?tab=control')
  await page.getByRole('button', { name: 'Quitar logotipo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).click()
  await expect(page.getByText('Sin logotipo.')).toBeVisible()
  await page.context().clearCookies()
  await page.goto('/login')
  await expect(page.getByText('¿Olvidó su contraseña?')).toBeVisible()
  await expect(page.locator('main img')).toHaveCount(0)
})

/** Opens the receipt of the longest sale, to a customer whose names begin with a word. */
const longest = async (page: Page, api: Api, word: string) => {
  await api.put('/api/settings', { creditPriceYearly: 99_999, periods: ['AÑOS'], transMax: 0 })
  const me = await api.get('/api/users/me')
  await api.put(`/api/users/${me._id}`, { fullName: 'W'.repeat(150) })
  const fullName = `${word} ${'W'.repeat(149 - word.length)}`
  const customer = await createUser(api, word + 'W'.repeat(50 - word.length), 'app', { fullName })
  await processTransaction(api, customer._id, { period: 'AÑOS', count: 900 })
  await page.goto(`/credits?filter={"q":"${word}"}`)
  await page.getByRole('button', { name: /^\d{6}$/ }).click()
  await page.getByRole('button', { name: 'Reimprimir' }).click()
}

test('a receipt with the longest texts of everybody is one page, which is not cut off', async ({
  page,
  signedIn,
}) => {
  const token = await signedIn('sa')
  const api = apiOf(page, token)
  await putLogo(page, token)
  await api.put('/api/settings', {
    businessName: 'W'.repeat(40),
    businessPhone: 'W'.repeat(25),
    businessTaxId: 'W'.repeat(25),
    receiptThanks: 'W'.repeat(60),
  })
  await longest(page, api, 'larguisima')
  const lines = linesOf(expectReceipt(await printedPages(page)))
  for (const text of ['REIMPRESIÓN', 'AÑOS', '900', 'RD$99,999.00', 'RD$89,999,100.00', 'Nuevo vencimiento'])
    expect(lines).toContain(text)
  await page.emulateMedia({ media: 'print' })
  const sizes = await page
    .locator('.receipt')
    .evaluate((receipt) => ({ needed: receipt.scrollHeight, given: receipt.clientHeight }))
  expect(sizes.needed).toBeLessThanOrEqual(sizes.given)
})

test('a receipt without a business has the name of the product', async ({ page, signedIn }) => {
  const token = await signedIn('sa')
  const api = apiOf(page, token)
  await api.put('/api/settings', {
    businessName: '',
    businessPhone: '',
    businessTaxId: '',
    receiptThanks: '',
  })
  await page.request.delete('/api/logo', { headers: { authorization: `Bearer ${token}` } })
  await longest(page, api, 'sencilla')
  const { text } = expectReceipt(await pagesOf(page))
  expect(text).toContain('Cartelera')
})

test('sales of many credits are asked about first', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  await api.put('/api/settings', { askFromCredits: 3, periods: ['MESES'] })
  const customer = await createUser(api, 'preguntada', 'app')
  const dialog = await openFromRow(page, customer)
  await field(dialog, 'Cantidad').fill('3')
  await processing(dialog).click()
  const question = page.getByRole('dialog', { name: `¿Transferir 3 créditos a ${customer.fullName}?` })
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(question).toHaveCount(0)
  expect((await api.get<unknown[]>(`/api/license_transactions?userLicensed=${customer._id}`)).length).toBe(0)
  await processing(dialog).click()
  await question.getByRole('button', { name: 'Procesar' }).click()
  await expectProcessed(dialog)
})
