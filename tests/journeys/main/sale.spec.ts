import { expect, test } from '../../support/browser.ts'
import { expectPrint, printedPages } from '../../support/prints.ts'
import { apiOf, type Row } from '../support/api.ts'
import { expectProcessed, openFromRow, processing } from '../support/credit.ts'
import { expectReceipt, linesOf } from '../support/receipt.ts'
import { createUser } from '../support/user.ts'

const day = (value: unknown): string => {
  const date = new Date(String(value))
  return date.toLocaleDateString('en-GB', { timeZone: 'America/Santo_Domingo' })
}

test('an agent sells a month, prints the receipt, and reprints it from the history of credits', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('agente'))
  const customer = await createUser(api, 'comprobada', 'app')
  const agent = await api.get('/api/users/me')
  const dialog = await openFromRow(page, customer)
  await expect(dialog).toContainText(`Su balance de créditos: ${agent.creditToResell}`)
  await processing(dialog).click()
  await expectProcessed(dialog)
  const { dateExpire, creditAmount } = await api.get(`/api/users/${customer._id}`)
  expect(creditAmount).toBe(1)
  const [sale]: Row[] = await api.get(`/api/license_transactions?userLicensed=${customer._id}`)
  const reference = String(sale?.reference).padStart(6, '0')

  const print = dialog.getByRole('button', { name: 'Imprimir' })
  await expect(print).toBeFocused()
  await print.click()
  const lines = linesOf(expectReceipt(await printedPages(page)))
  for (const text of [
    reference,
    String(agent.fullName),
    'Persona comprobada',
    'Venta',
    'MESES',
    '1',
    'RD$350.00',
    day(dateExpire),
  ])
    expect(lines).toContain(text)
  expect(lines.some((line) => line.startsWith(day(sale?.date)))).toBe(true)
  expect(lines).not.toContain('REIMPRESIÓN')
  await print.click()
  expect(await expectPrint(page)).toContain('REIMPRESIÓN')
  await dialog.getByRole('button', { name: 'Cerrar' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByTestId('balance')).toHaveText(
    `Balance de créditos: ${Number(agent.creditToResell) - 1}`,
  )
  await expect(page.getByTitle('Meses restantes')).toHaveText('1, último crédito')

  await page.getByRole('button', { name: 'Administración' }).click()
  await page.getByRole('menuitem', { name: 'Historial de créditos' }).click()
  await expect(page).toHaveURL('/credits')
  await page.getByRole('button', { name: reference }).click()
  const transaction = page.getByRole('dialog', { name: `Transacción ${reference}` })
  await transaction.getByRole('button', { name: 'Reimprimir' }).click()
  const reprint = linesOf(expectReceipt(await printedPages(page)))
  expect(reprint).toEqual(expect.arrayContaining(['REIMPRESIÓN', reference, 'Persona comprobada', 'Venta']))
  await transaction.getByRole('button', { name: 'Cerrar' }).click()
  await expect(transaction).toBeHidden()
  await expect(page.getByRole('button', { name: reference })).toBeFocused()
})
