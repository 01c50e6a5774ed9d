import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { apiOf } from './support/api.ts'
import { creditDialog, expectProcessed, processing } from './support/credit.ts'
import { PHONE } from './support/inspected.ts'
import { choose, expectMessage, field } from './support/screen.ts'
import { createUser } from './support/user.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const timeline = (page: Page) => page.getByRole('region', { name: 'Últimos eventos' })
const events = (page: Page) => timeline(page).getByRole('listitem')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('the card of a customer shows how it stands, what happened lately, and takes notes', async ({
  page,
  signedIn,
  axe,
}) => {
  const api = apiOf(page, await signedIn('admin'))
  const name = 'Persona tarjeta'
  const { _id } = await createUser(api, 'tarjeta', 'app', { celPhone: '809 555 0123' })
  await page.goto(`/modify/${_id}`)
  await expect(card(page, name)).toContainText('Sin licencia')
  await expect(card(page, name)).toContainText('Sin vincular')
  await expect(card(page, name).getByRole('link', { name: '809 555 0123', exact: true })).toHaveAttribute(
    'href',
    'tel:8095550123',
  )
  await expect(card(page, name).getByRole('link', { name: /^Chatear por WhatsApp/ })).toHaveAttribute(
    'href',
    'https://wa.me/18095550123',
  )
  await expect(events(page)).toHaveText([/^Cambios\s*Creación/])

  await card(page, name).getByRole('button', { name: 'Vender' }).click()
  await choose(creditDialog(page), 'Tipo', 'Venta')
  await processing(creditDialog(page)).click()
  await expectProcessed(creditDialog(page))
  await page.keyboard.press('Escape')
  await expect(card(page, name)).toContainText(/Vence \d\d\/\d\d\/\d{4}/)
  await expect(events(page)).toHaveText([/Venta · 1 mes/, /Creación/])

  await field(page, 'Nueva nota').fill('Llama de tarde.')
  await press(page, 'Anotar')
  await expect(events(page)).toHaveText([/Llama de tarde\./, /Venta/, /Creación/])
  await expect(field(page, 'Nueva nota')).toHaveValue('')
  await axe()
  await choose(timeline(page), 'Mostrar', 'Notas')
  await expect(events(page)).toHaveText([/Llama de tarde\./])
  await press(page, 'Eliminar la nota')
  await page
    .getByRole('dialog', { name: '¿Eliminar la nota?' })
    .getByRole('button', { name: 'Eliminar' })
    .click()
  await expect(timeline(page)).toContainText('Todavía no hay nada.')

  await choose(timeline(page), 'Mostrar', 'Créditos')
  await timeline(page).getByRole('link', { name: 'Ver todo' }).click()
  await expect(page).toHaveURL(/\/credits\?/)
  await expect(page.getByText(`Solo de ${name}`)).toBeVisible()
  await expect(page.getByTestId('total')).toHaveText('1')
})

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true })

  test('the card is the page, and the form unfolds to be edited or corrected', async ({
    page,
    signedIn,
    axe,
  }) => {
    const api = apiOf(page, await signedIn('agente'))
    const { _id, fullName } = await createUser(api, 'plegada', 'app')
    await page.goto(`/modify/${_id}`)
    await expect(card(page, String(fullName)).getByRole('button', { name: 'Vender' })).toBeVisible()
    await expect(timeline(page)).toContainText('Todavía no hay nada.')
    const fold = page.getByRole('button', { name: 'Editar datos' })
    const fullNameField = field(page, 'Nombre completo')
    await expect(fullNameField).toBeHidden()
    await axe()
    await fold.tap()
    await expect(fold).toHaveAttribute('aria-expanded', 'true')
    await fullNameField.fill('')
    await fold.tap()
    await expect(fullNameField).toBeHidden()
    await page.getByRole('button', { name: 'Actualizar' }).tap()
    await expect(fullNameField).toBeFocused()
    await expectMessage(fullNameField, 'Debe especificar el nombre completo del usuario')
    await fullNameField.fill('Nombre nuevo')
    await page.getByRole('button', { name: 'Actualizar' }).tap()
    await expect(card(page, 'Nombre nuevo')).toBeVisible()
  })
})
