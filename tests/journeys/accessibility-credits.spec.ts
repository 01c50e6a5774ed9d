import type { Page } from '@playwright/test'
import { expect } from '../support/browser.ts'
import type { Api, Stored } from './support/api.ts'
import { creditDialog, expectProcessed, processing } from './support/credit.ts'
import { looksAt, type Screen, test } from './support/inspected.ts'
import { choose, field } from './support/screen.ts'

const USERS = { path: '/admin?perPage=10', heading: 'CONSULTA DE USUARIOS' }
const HISTORY = { path: '/credits?perPage=10', heading: 'Historial de créditos' }

const movements = (page: Page) => page.getByRole('row').getByRole('button', { name: /^\d{6}$/ })

/** Opens the dialog on the first user of the list who takes part in movements. */
async function openDialog(page: Page) {
  await page
    .getByRole('button', { name: /^Crédito: / })
    .first()
    .click()
  await expect(processing(creditDialog(page))).toBeVisible()
  return creditDialog(page)
}

/** The address of a new customer's form, as its creation leaves it. */
const automaticSale = async (api: Api): Promise<string> => {
  const users: Stored[] = await api.get('/api/users?limit=100')
  return `/modify/${users.find(({ role }) => role === 'app')?._id}?autoTransSale=true`
}

const SCREENS: Screen[] = [
  { what: 'the credit dialog', ...USERS, prepare: openDialog },
  {
    what: 'the credit dialog with nothing to charge',
    ...USERS,
    prepare: async (page) => choose(await openDialog(page), 'Tipo', 'Devolución'),
  },
  {
    what: 'the credit dialog with a quantity that cannot be',
    ...USERS,
    prepare: async (page) => {
      const dialog = await openDialog(page)
      await field(dialog, 'Cantidad').fill('0')
      await processing(dialog).click()
      await expect(dialog.getByText('La cantidad de créditos debe ser mayor que 0')).toBeVisible()
    },
  },
  {
    what: 'a movement that was made',
    ...USERS,
    prepare: async (page) => {
      const dialog = await openDialog(page)
      await processing(dialog).click()
      await expectProcessed(dialog)
    },
  },
  {
    what: 'a movement that was refused',
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
    prepare: (page) => expect(movements(page)).toHaveCount(10),
  },
  {
    what: 'a movement of the history',
    ...HISTORY,
    prepare: async (page) => {
      await movements(page).first().click()
      await expect(page.getByRole('dialog', { name: /^Transacción \d{6}$/ })).toBeVisible()
    },
  },
  {
    what: 'a history that nothing matches',
    ...HISTORY,
    path: '/credits?filter={"q":"nadie se llama así"}',
    prepare: (page) => expect(page.getByText('Ningún registro coincide con la búsqueda.')).toBeVisible(),
  },
]

const RECONCILIATION: Screen = {
  what: 'the reconciliation',
  path: '/reconciliation',
  heading: 'Conciliación',
  prepare: (page) => expect(page.getByText(/^Todo concuerda\./)).toBeVisible(),
}

const SALE: Screen = {
  what: 'an automatic sale',
  path: automaticSale,
  heading: 'Editar usuario',
  prepare: (page) => expect(creditDialog(page).getByTestId('seller-balance')).toBeVisible(),
}

for (const { what, tag, states } of looksAt([...SCREENS, RECONCILIATION]))
  test(what, { tag }, ({ inspect }) => inspect(states, 'admin'))

test(SALE.what, { tag: '@all' }, ({ inspect }) => inspect(SALE, 'agente'))
