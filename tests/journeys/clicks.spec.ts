import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { TYPE } from '../support/credits.ts'
import { expectNotification } from '../support/notifications.ts'
import { expectPrint } from '../support/prints.ts'
import { apiOf } from './support/api.ts'
import { creditDialog, expectProcessed, processing, processTransaction } from './support/credit.ts'
import { handsOf, palette, search, watchHands } from './support/hands.ts'
import { PHONE } from './support/inspected.ts'
import { field, select } from './support/screen.ts'
import { createUser, password } from './support/user.ts'

const HOUR = 3_600_000

const copied = (page: Page): Promise<string | null> => page.evaluate(() => sessionStorage.getItem('copied'))

/** Searches for a text and runs one of the offered actions, by keyboard. */
const doFound = async (page: Page, text: string, action: string): Promise<void> => {
  await search(page, text)
  const option = palette(page).getByRole('option', { name: action })
  await expect(option).toBeVisible()
  while ((await option.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

test('finding a customer, selling, reprinting, transferring and deactivating take one to three clicks each', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  const customer = await createUser(api, 'atendida', 'app')
  const agent = await createUser(api, 'atendedor', 'agent')
  await watchHands(page)

  const found = await handsOf(page, async () => {
    await search(page, 'atendida')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/modify/${customer._id}`)
  })
  expect(found).toBe(1)

  const sold = await handsOf(page, async () => {
    await page.getByRole('button', { name: 'Vender', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Vender a…' })
    await dialog.getByRole('combobox').fill('atendida')
    await dialog.getByRole('option', { name: /Persona atendida/ }).click()
    await processing(creditDialog(page)).click()
    await expectProcessed(creditDialog(page))
  })
  expect(sold).toBe(3)

  const soldByKeyboard = await handsOf(page, async () => {
    await doFound(page, 'atendida', 'Vender a Persona atendida')
    await expect(creditDialog(page).getByRole('textbox', { name: 'Cantidad' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expectProcessed(creditDialog(page))
  })
  expect(soldByKeyboard).toBe(2)
  const [sale]: { reference: number }[] = await api.get(
    `/api/license_transactions?userLicensed=${customer._id}&sort=date&order=desc`,
  )
  const reference = String(sale?.reference).padStart(6, '0')

  const reprinted = await handsOf(page, async () => {
    await search(page, 'atendida')
    await page.keyboard.press('Enter')
    const purchases = page.getByRole('region', { name: 'Compras' })
    await expect(purchases.getByRole('listitem')).toHaveCount(2)
    // What still loads beside it may move the button; a press that misses it counts too.
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await purchases.getByRole('button', { name: `Reimprimir ${reference}` }).click()
    expect(await expectPrint(page)).toContain(`Recibo ${reference}REIMPRESIÓN`)
  })
  expect(reprinted).toBe(2)
  // Any input ends the reprint, so that the receipt is removed from the page.
  await page.keyboard.press('Shift')
  await expect(page.locator('.receipt')).toHaveCount(0)

  const reprintedByReference = await handsOf(page, async () => {
    await doFound(page, reference, `Reimprimir ${reference}`)
    expect(await expectPrint(page)).toContain(`Recibo ${reference}REIMPRESIÓN`)
  })
  expect(reprintedByReference).toBe(1)

  const transferred = await handsOf(page, async () => {
    await doFound(page, 'atendedor', 'Transferir créditos a Persona atendedor')
    await expect(creditDialog(page).getByRole('textbox', { name: 'Cantidad' })).toBeFocused()
    await page.keyboard.type('30')
    await page.keyboard.press('Enter')
    await expectProcessed(creditDialog(page))
  })
  expect(transferred).toBe(2)
  expect(await api.get(`/api/users/${agent._id}`)).toMatchObject({ creditToResell: 30 })

  const deactivated = await handsOf(page, async () => {
    await doFound(page, 'atendida', 'Desactivar a Persona atendida')
    await page
      .getByRole('dialog', { name: '¿Seguro que desea desactivar el usuario Persona atendida?' })
      .getByRole('button', { name: 'Desactivar' })
      .click()
    await expectNotification(page, 'Persona atendida: usuario desactivado.')
  })
  expect(deactivated).toBe(2)
  expect(await api.get(`/api/users/${customer._id}`)).toMatchObject({ status: 'disable' })
})

test('creating a user with a sale takes one submit and one confirmation, and shows its password once', async ({
  page,
  signedIn,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  await createUser(api, 'anterior', 'app', { platform: 'com.cartelera.stb.tv' })
  await watchHands(page)
  const created = await handsOf(page, async () => {
    await page.getByRole('link', { name: 'Nuevo usuario' }).click()
    await expect(field(page, 'Usuario')).toBeFocused()
    await expect(select(page, 'Perfil')).toHaveText('app · Cliente')
    await expect(select(page, 'App Origen')).toHaveText('cartelera.stb')
    await page.keyboard.type('deinmediato')
    await password(page).fill('clave-de-ana')
    await field(page, 'Nombre completo').fill('Ana Inmediata')
    await field(page, 'Dirección').fill('Calle El Conde No. 5')
    await page.getByRole('button', { name: 'Guardar y vender' }).click()
    await expect(creditDialog(page).getByRole('textbox', { name: 'Cantidad' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expectProcessed(creditDialog(page))
  })
  // Opening the form, submitting it, and confirming the sale.
  expect(created).toBe(1 + 1 + 1)
  await creditDialog(page).getByRole('button', { name: 'Copiar' }).click()
  await expect
    .poll(() => copied(page))
    .toMatch(/^Cartelera · Recibo \d{6}\nFecha: .*\nCliente: Ana Inmediata\n/s)
  await creditDialog(page).getByRole('button', { name: 'Cerrar' }).click()

  const notice = page.getByRole('region', { name: 'Datos de acceso' })
  await notice.getByRole('button', { name: 'Copiar' }).click()
  await expect.poll(() => copied(page)).toBe('Cartelera\nUsuario: deinmediato\nContraseña: clave-de-ana')
  expect(await api.find('/api/users', 'name', 'deinmediato')).toMatchObject({ role: 'app', creditAmount: 1 })
  const kept = await page.evaluate(() =>
    JSON.stringify([location.href, history.state, { ...localStorage }, document.cookie]),
  )
  expect(kept).not.toContain('clave-de-ana')
  await page.reload()
  await expect(field(page, 'Nombre completo')).toHaveValue('Ana Inmediata')
  await expect(notice).toHaveCount(0)

  await page.getByRole('button', { name: 'Generar contraseña' }).click()
  const generated = await password(page).inputValue()
  expect(generated).toMatch(/^[a-z2-9]{8}$/)
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await expect(notice).toContainText(generated)
})

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true })

  test('an agent shares a generated demo in two taps, and sells in three', async ({
    page,
    signedIn,
    axe,
  }) => {
    const api = apiOf(page, await signedIn('agente'))
    const customer = await createUser(api, 'deltelefono', 'app')
    await processTransaction(api, customer._id, { type: TYPE.SALE })
    await watchHands(page)
    const made = await handsOf(page, async () => {
      await page.getByRole('button', { name: 'Nuevo demo' }).tap()
      const dialog = page.getByRole('dialog', { name: 'Nuevo demo' })
      await dialog.getByRole('button', { name: 'Copiar' }).tap()
      await expect
        .poll(() => copied(page))
        .toMatch(/^Cartelera\nUsuario: demo\w{5}\nContraseña: \w{8}\nVence: /)
    })
    expect(made).toBe(2)
    await axe()
    const [, name = ''] = /Usuario: (\w+)/.exec((await copied(page)) ?? '') ?? []
    const { role, dateCreate, dateExpire, userCreate } = await api.find('/api/users', 'name', name)
    expect({ role, userCreate }).toEqual({ role: 'demo', userCreate: 'agente' })
    expect((Date.parse(String(dateExpire)) - Date.parse(String(dateCreate))) / HOUR).toBeCloseTo(2, 1)

    const sold = await handsOf(page, async () => {
      await page.getByRole('button', { name: 'Vender', exact: true }).tap()
      const dialog = page.getByRole('dialog', { name: 'Vender a…' })
      await dialog.getByRole('combobox').fill('deltelefono')
      await dialog.getByRole('option', { name: /Persona deltelefono/ }).tap()
      await expect(processing(creditDialog(page))).toBeFocused()
      await processing(creditDialog(page)).tap()
      await expectProcessed(creditDialog(page))
    })
    expect(sold).toBe(3)
  })
})
