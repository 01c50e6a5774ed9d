import { expect, test } from '../support/browser.ts'
import { TYPE } from '../support/credits.ts'
import { apiOf } from './support/api.ts'
import {
  countTransactions,
  creditDialog,
  expectProcessed,
  openFromRow,
  processing,
  processTransaction,
} from './support/credit.ts'
import { PHONE } from './support/inspected.ts'
import { choose, field, select, signInByForm, watchWrites } from './support/screen.ts'
import { createUser, fillUser } from './support/user.ts'

const LEDGER = '/api/license_transactions'

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true })

  test('an agent finds a user and sells a month in two steps from its row', async ({ page, signedIn }) => {
    const api = apiOf(page, await signedIn('agente'))
    const customer = await createUser(api, 'clientela', 'app')
    const { creditToResell } = await api.get('/api/users/me')
    const dialog = await openFromRow(page, customer)
    await expect(dialog).toContainText(`Su balance de créditos: ${creditToResell}`)
    await expect(dialog).toContainText('Persona clientela')
    const { height } = (await processing(dialog).boundingBox()) ?? { height: 0 }
    expect(height).toBeGreaterThanOrEqual(44)
    await processing(dialog).tap()
    await expectProcessed(dialog)
    await dialog.getByRole('button', { name: 'Cerrar' }).tap()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Crédito: Persona clientela' })).toBeFocused()
    await expect(page.getByTestId('balance')).toHaveText(`Balance de créditos: ${Number(creditToResell) - 1}`)
    await expect(page.getByTitle('Meses restantes')).toHaveText('1 mes, último crédito')
    expect(await api.get(`/api/users/${customer._id}`)).toMatchObject({ creditAmount: 1 })
  })
})

test('an agent sells to a customer it just created with one confirmation', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('agente'))
  const { creditToResell } = await api.get('/api/users/me')
  await page.goto('/signup')
  await fillUser(page, 'recienvenida', { password: 'clave1' })
  const writes = watchWrites(page)
  await page.getByRole('button', { name: 'Continuar' }).click()
  const dialog = creditDialog(page)
  await expect(dialog.getByTestId('seller-balance')).toHaveText(`Su balance de créditos: ${creditToResell}`)
  await expect(page).toHaveURL(/\/modify\/[\w-]+\?autoTransSale=true$/)
  await expect(select(dialog, 'Período')).toBeVisible()
  await expect(select(dialog, 'Tipo')).toHaveCount(0)
  await processing(dialog).click()
  await expectProcessed(dialog)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/modify\/[\w-]+$/)
  await expect(page.getByRole('region', { name: 'Ficha' })).toContainText(/Meses restantes1/)
  expect(writes.map((write) => write.replace(/[\w-]{36}/, ':id'))).toEqual([
    'POST /api/users',
    `POST ${LEDGER}`,
    `PUT ${LEDGER}/:id`,
  ])
})

test('an administrator refunds months without losing unsaved changes of the form', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  const customer = await createUser(api, 'arrepentida', 'app')
  await processTransaction(api, customer._id, { count: 6 })
  await page.goto(`/modify/${customer._id}`)
  await field(page, 'Comentario').fill('Se muda de país')
  await page.getByRole('button', { name: 'Crédito' }).click()
  const dialog = creditDialog(page)
  await choose(dialog, 'Tipo', 'Devolución')
  await expect(dialog).toContainText('Este proceso no genera cargos')
  await field(dialog, 'Cantidad').fill('7')
  await processing(dialog).click()
  await expect(field(dialog, 'Cantidad')).toHaveAccessibleDescription(
    'No puede exceder el crédito del usuario, que es de 6.',
  )
  await field(dialog, 'Cantidad').fill('4')
  await processing(dialog).click()
  await expectProcessed(dialog)
  await dialog.getByRole('button', { name: 'Cerrar' }).click()
  await expect(page.getByRole('button', { name: 'Crédito' })).toBeFocused()
  await expect(page.getByRole('region', { name: 'Ficha' })).toContainText(/Meses restantes2/)
  await expect(field(page, 'Comentario')).toHaveValue('Se muda de país')
  expect(await api.get(`/api/users/${customer._id}`)).toMatchObject({ creditAmount: 2 })
})

test('a CREDIT is free and has no receipt; demo users have no credit', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  const dialog = await openFromRow(page, await createUser(api, 'obsequiada', 'app'))
  await choose(dialog, 'Tipo', 'Crédito sin cargo')
  await expect(dialog).toContainText('Este proceso no genera cargos')
  await expect(dialog.getByTestId('outcome')).toContainText('TotalRD$0.00')
  await processing(dialog).click()
  await expectProcessed(dialog)
  await expect(dialog.getByRole('button', { name: 'Imprimir' })).toHaveCount(0)
  const demo = await createUser(api, 'demostrada', 'demo')
  await page.goto(`/modify/${demo._id}`)
  await expect(page.getByRole('button', { name: 'Actualizar' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Crédito' })).toHaveCount(0)
})

test('an administrator sets the last day of a licence, and takes days back', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  const customer = await createUser(api, 'puntual', 'app')
  const dialog = await openFromRow(page, customer)
  await choose(dialog, 'Tipo', 'Crédito sin cargo')
  await choose(dialog, 'Período', 'DIAS')
  await field(dialog, 'Hasta el día').fill('12/31/2090')
  await expect(dialog.getByTestId('outcome')).toContainText('31/12/2090, 31 de diciembre de 2090')
  await processing(dialog).click()
  await expectProcessed(dialog)
  await expect(dialog.getByRole('button', { name: 'Imprimir' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Cerrar' }).click()

  const again = await openFromRow(page, customer)
  await choose(again, 'Tipo', 'Devolución')
  await choose(again, 'Período', 'DIAS')
  await field(again, 'Cantidad').fill('2')
  await expect(again.getByTestId('outcome')).toContainText('29/12/2090')
  await processing(again).click()
  await expectProcessed(again)
  const { dateExpire } = await api.get(`/api/users/${customer._id}`)
  expect(String(dateExpire)).toMatch(/^2090-12-30T03:59:59/)
})

test('an expired licence is renewed in three steps, and its row stays ticked until the list is reloaded', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('superagente'))
  const { expired } = await api.get('/api/users/expiring')
  await page.goto('/admin')
  await page.getByRole('button', { name: `Vencidos · ${expired}` }).click()
  await expect(page.getByTestId('total')).toHaveText(String(expired))
  await expect(page.locator('[aria-busy=true]:has(table)')).toHaveCount(0)
  const first = page.getByRole('button', { name: /^Crédito: / }).first()
  const name = await first.getAttribute('aria-label')
  await first.click()
  const dialog = creditDialog(page)
  await processing(dialog).click()
  await expectProcessed(dialog)
  await dialog.getByRole('button', { name: 'Cerrar' }).click()
  await expect(page.getByTestId('total')).toHaveText(String(Number(expired) - 1))
  const renewed = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: name ?? '', exact: true }) })
  await expect(renewed.getByRole('img', { name: 'Hecho' })).toBeVisible()
  await expect(renewed.getByTitle('Meses restantes')).toHaveText('1, último crédito')
  await page.reload()
  await expect(page.getByTestId('total')).toHaveText(String(Number(expired) - 1))
  await expect(renewed).toHaveCount(0)
  await expect(page.getByRole('button', { name: `Vencidos · ${Number(expired) - 1}` })).toBeVisible()
})

test('a double click sells once', async ({ page, signedIn }) => {
  const api = apiOf(page, await signedIn('admin'))
  const customer = await createUser(api, 'impaciente', 'app')
  const dialog = await openFromRow(page, customer)
  await processing(dialog).dblclick()
  await expectProcessed(dialog)
  expect(await countTransactions(api, customer)).toBe(1)
})

test('a sale whose response was lost is retried and processed once', async ({
  page,
  signedIn,
  tolerated,
}) => {
  tolerated.push(/ERR_FAILED/)
  const api = apiOf(page, await signedIn('admin'))
  const customer = await createUser(api, 'desconectada', 'app')
  const dialog = await openFromRow(page, customer)
  await page.route(`**${LEDGER}/*`, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await processing(dialog).click()
  await expect(dialog.getByRole('alert')).toContainText('No se sabe si la transacción se procesó.')
  await expect(field(dialog, 'Cantidad')).toBeDisabled()
  await page.unroute(`**${LEDGER}/*`)
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Crédito: Persona desconectada' }).click()
  await processing(dialog).click()
  await expectProcessed(dialog)
  expect(await countTransactions(api, customer)).toBe(1)
})

test('a sale whose response was lost is offered again after a reload and processed once', {
  tag: '@looks',
}, async ({ page, signedIn, tolerated, axe }) => {
  tolerated.push(/ERR_FAILED/)
  const admin = apiOf(page, await signedIn('admin'))
  const seller = await createUser(admin, 'vendedora.dos', 'agent')
  await processTransaction(admin, seller._id, { type: TYPE.TRANSFER, count: 2 })
  await page.context().clearCookies()
  await page.goto('/login')
  await signInByForm(page, 'vendedora.dos')
  await expect(page).toHaveURL('/main')
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
  const customer = await createUser(apiOf(page, token), 'recargada', 'app')
  const dialog = await openFromRow(page, customer)
  await field(dialog, 'Cantidad').fill('2')
  await page.route(`**${LEDGER}/*`, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await processing(dialog).click()
  await expect(dialog.getByRole('alert')).toContainText('No se sabe si la transacción se procesó.')
  await page.unroute(`**${LEDGER}/*`)
  await page.reload()
  await page.getByRole('button', { name: 'Crédito: Persona recargada' }).click()
  await expect(dialog.getByRole('alert')).toContainText(
    'La transacción anterior con este usuario quedó sin respuesta. No se sabe si la transacción se procesó.',
  )
  await expect(field(dialog, 'Cantidad')).toHaveValue('2')
  await expect(field(dialog, 'Cantidad')).toBeDisabled()
  await axe()
  await dialog.getByRole('button', { name: 'Reintentar' }).click()
  await expectProcessed(dialog)
  expect(await countTransactions(admin, customer)).toBe(1)
  expect(await admin.get(`/api/users/${seller._id}`)).toMatchObject({ creditToResell: 0 })
})

test('rejects a sale whose balance was spent meanwhile', async ({ page, signedIn }) => {
  const admin = apiOf(page, await signedIn('admin'))
  const seller = await createUser(admin, 'vendedora', 'agent')
  await processTransaction(admin, seller._id, { type: TYPE.TRANSFER, count: 1 })
  await page.context().clearCookies()
  await page.goto('/login')
  await signInByForm(page, 'vendedora')
  await expect(page).toHaveURL('/main')
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
  const api = apiOf(page, token)
  const [first, second] = [await createUser(api, 'primera', 'app'), await createUser(api, 'segunda', 'app')]
  const dialog = await openFromRow(page, first)
  await processTransaction(api, second._id)
  await processing(dialog).click()
  const alert = dialog.getByRole('alert')
  await expect(alert).toHaveText('Alerta!No tiene créditos suficientes, su balance es de 0.')
  await expect(dialog.getByTestId('seller-balance')).toHaveText('Su balance de créditos: 0')
  expect(await countTransactions(admin, first)).toBe(0)
})
