import type { Page } from '@playwright/test'
import { expect } from '../support/browser.ts'
import type { Api, Stored } from './support/api.ts'
import { creditDialog, expectProcessed, processing } from './support/credit.ts'
import { looksAt, type Screen, test } from './support/inspected.ts'
import { choose, field } from './support/screen.ts'

const USERS = { path: '/admin?perPage=10', heading: 'CONSULTA DE USUARIOS' }
const HISTORY = { path: '/credits?perPage=10', heading: 'Historial de créditos' }

const transactionLinks = (page: Page) => page.getByRole('row').getByRole('button', { name: /^\d{6}$/ })

/** Opens the credit dialog of the first user in the list who can have transactions. */
async function openDialog(page: Page) {
  await page
    .getByRole('button', { name: /^Crédito: / })
    .first()
    .click()
  await expect(processing(creditDialog(page))).toBeVisible()
  return creditDialog(page)
}

/** Creates a customer; returns the path of its form. */
const automaticSale = async (api: Api): Promise<string> => {
  const users: Stored[] = await api.get('/api/users?limit=100')
  return `/modify/${users.find(({ role }) => role === 'app')?._id}?autoTransSale=true`
}

const SCREENS: Screen[] = [
  { what: 'the credit dialog', ...USERS, prepare: openDialog },
  {
    what: 'the credit dialog of a free transaction',
    ...USERS,
    prepare: async (page) => choose(await openDialog(page), 'Tipo', 'Devolución'),
  },
  {
    what: 'the credit dialog of days, with an exact expiry',
    ...USERS,
    prepare: async (page) => {
      const dialog = await openDialog(page)
      await choose(dialog, 'Tipo', 'Crédito sin cargo')
      await choose(dialog, 'Período', 'DIAS')
      await field(dialog, 'Hasta el día').fill('12/31/2090')
    },
  },
  {
    what: 'the credit dialog with an invalid quantity',
    ...USERS,
    prepare: async (page) => {
      const dialog = await openDialog(page)
      await field(dialog, 'Cantidad').fill('0')
      await processing(dialog).click()
      await expect(dialog.getByText('La cantidad de créditos debe ser mayor que 0')).toBeVisible()
    },
  },
  {
    what: 'a processed transaction',
    ...USERS,
    prepare: async (page) => {
      const dialog = await openDialog(page)
      await processing(dialog).click()
      await expectProcessed(dialog)
    },
  },
  {
    what: 'a rejected transaction',
    ...USERS,
    prepare: async (page) => {
      await page.route('**/api/license_transactions', (route) =>
        route.fulfill({ status: 409, json: { message: 'La transacción venció sin ser procesada.' } }),
      )
      const dialog = await openDialog(page)
      await processing(dialog).click()
      await expect(dialog.getByRole('alert')).toContainText('Alerta!')
    },
  },
  {
    what: 'the history of credits',
    ...HISTORY,
    prepare: (page) => expect(transactionLinks(page)).toHaveCount(10),
  },
  {
    what: 'a transaction of the history',
    ...HISTORY,
    prepare: async (page) => {
      await transactionLinks(page).first().click()
      await expect(page.getByRole('dialog', { name: /^Transacción \d{6}$/ })).toBeVisible()
    },
  },
  {
    what: 'a history without matches',
    ...HISTORY,
    path: '/credits?filter={"q":"nadie se llama así"}',
    prepare: (page) => expect(page.getByText('Ningún registro coincide con la búsqueda.')).toBeVisible(),
  },
]

const RECONCILIATION: Screen = {
  what: 'the reconciliation',
  path: '/reconciliation',
  heading: 'Conciliación',
  prepare: async (page) => {
    await expect(page.getByText(/^Todo concuerda\./)).toBeVisible()
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(0)
  },
}

const SALE: Screen = {
  what: 'an automatic sale',
  path: automaticSale,
  heading: 'Editar usuario',
  prepare: (page) => expect(creditDialog(page).getByTestId('seller-balance')).toBeVisible(),
}

for (const { what, tag, states } of looksAt([...SCREENS, RECONCILIATION]))
  test(what, { tag }, ({ inspect }) => inspect(states, 'admin'))

test(`passes the screen checks: ${SALE.what}`, { tag: '@all' }, ({ inspect }) => inspect(SALE, 'agente'))
