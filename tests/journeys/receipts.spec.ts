import { expect, test } from '../support/browser.ts'
import { TYPE } from '../support/credits.ts'
import { pagesOf, printedPages } from '../support/prints.ts'
import { apiOf } from './support/api.ts'
import { expectProcessed, openFromRow, processing, processTransaction } from './support/credit.ts'
import { expectReceipt, linesOf } from './support/receipt.ts'
import { createUser } from './support/user.ts'

test.use({ ownDemo: true })

test('the history of credits prints as a page with all its columns', async ({ page, signedIn }) => {
  await signedIn('agente')
  await page.goto('/credits')
  await expect(page.getByRole('button', { name: /^\d{6}$/ }).first()).toBeVisible()
  const [first] = await pagesOf(page)
  expect(first?.width).toBeGreaterThan(150)
  for (const column of await page.getByRole('columnheader').allInnerTexts())
    expect(first?.text).toContain(column)
})

test('the receipts of selected transactions are one document, which omits transactions without a receipt', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  const customer = await createUser(api, 'elegida', 'app')
  const types = [TYPE.SALE, TYPE.CREDIT, TYPE.SALE]
  for (const type of types) await processTransaction(api, customer._id, { type })
  await page.goto('/credits?filter={"q":"elegida"}')
  await expect(page.getByTestId('total')).toHaveText('3')
  await page.getByRole('checkbox', { name: 'Elegir los de esta página' }).check()
  await page.getByRole('button', { name: 'Imprimir recibos' }).click()
  const dialog = page.getByRole('dialog', { name: 'Imprimir recibos' })
  await expect(dialog).toContainText('Se imprimirán 2 recibos en un solo documento.')
  await expect(dialog).toContainText('1 transacción no lleva recibo.')
  await dialog.getByRole('button', { name: 'Imprimir recibos' }).click()
  const pages = await printedPages(page)
  expect(pages).toHaveLength(2)
  for (const each of pages) expect(linesOf(each)).toEqual(expect.arrayContaining(['REIMPRESIÓN', 'Venta']))
})

test('the longest names and the largest amounts fit on one page', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('sa'))
  await api.put('/api/settings', { creditPriceYearly: 99_999, periods: ['AÑOS'], transMax: 0 })
  const fullName = `${'María Ñáñez '.repeat(6)}${'W'.repeat(78)}`
  const customer = await createUser(api, 'larguisima', 'app', { fullName })
  const me = await api.get('/api/users/me')
  await api.put(`/api/users/${me._id}`, { fullName: 'Ñ'.repeat(150) })
  await processTransaction(api, customer._id, { period: 'AÑOS', count: 900 })
  await page.goto('/credits?filter={"q":"larguisima"}')
  await page.getByRole('button', { name: /^\d{6}$/ }).click()
  await page.getByRole('button', { name: 'Reimprimir' }).click()
  const lines = linesOf(expectReceipt(await printedPages(page)))
  for (const text of ['REIMPRESIÓN', 'AÑOS', '900', 'RD$99,999.00', 'RD$89,999,100.00', 'Nuevo vencimiento'])
    expect(lines).toContain(text)
})

test('markup in a name is shown as text in the dialog and on the receipt', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  const fullName = '<img src=x onerror="document.title=1">'
  const dialog = await openFromRow(page, await createUser(api, 'marcada', 'app', { fullName }))
  await expect(dialog).toContainText(fullName)
  await processing(dialog).click()
  await expectProcessed(dialog)
  await expect(dialog).toContainText(fullName)
  const { text } = expectReceipt(await pagesOf(page))
  expect(text.replaceAll('\n', '')).toContain('<img src=x')
  await expect(page).toHaveTitle('CONSULTA DE USUARIOS · Cartelera')
})

test('the history of credits lists and filters processed transactions', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  const path = '/api/license_transactions'
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Administración' }).click()
  await page.getByRole('menuitem', { name: 'Historial de créditos' }).click()
  await expect(page).toHaveURL('/credits')
  const total = page.getByTestId('total')
  const count = async (query: string) =>
    (await api.count(`${path}/size?status=PROCESSED${query}`)).toLocaleString('en-US')
  await expect(total).toHaveText(await count(''))
  await page.getByRole('combobox', { name: /^Tipo/ }).click()
  await page.getByRole('option', { name: 'Devolución', exact: true }).click()
  await expect(total).toHaveText(await count('&type=2'))
  await page.getByRole('button', { name: 'Fecha Todas' }).click()
  await page.getByRole('button', { name: 'Últimos 30 días' }).click()
  await expect(total).not.toHaveText(await count('&type=2'))
})
