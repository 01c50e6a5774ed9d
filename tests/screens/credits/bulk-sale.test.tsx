import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { BulkSalePreview } from '../../../src/domain/credits/bulk-sale.ts'
import { transactionOf } from '../../support/answers.ts'
import type { Asked } from '../../support/fake-api.ts'
import { openUsers, sceneOf, user, withUsersScreens } from '../../support/open-users.tsx'

withUsersScreens()

const SELL = 'POST /api/license_transactions/bulk'

const preview: BulkSalePreview = {
  sales: ['u7', 'u8'].map((_id) => ({
    _id,
    name: _id,
    fullName: `Cliente ${_id}`,
    status: 'enable',
    dateExpire: '2026-11-27T15:00:00.000Z',
    newDateExpire: '2026-12-27T15:00:00.000Z',
    total: 350,
    message: '',
  })),
  creditPrice: 350,
  total: 700,
  balance: null,
}

const sold = ['u7', 'u8'].map((userLicensed, index) =>
  transactionOf({
    _id: `t${index}`,
    reference: 123 + index,
    userLicensed,
    userFullName: `Cliente ${userLicensed}`,
  }),
)

/** Opens the list with two selected users, and the bulk sale to them. */
const open = async (answers: readonly object[]) => {
  const left = [...answers]
  const users = [user(), user({ _id: 'u8', name: 'bsoto', fullName: 'Berta Soto' })]
  const asked = sceneOf({
    users,
    answers: {
      'GET /api/users/expiring': { body: { soon: [], expired: 0 } },
      'GET /api/license_transactions/size': { body: { count: 0 } },
      [`${SELL}/preview`]: { body: preview },
      [SELL]: () => left.shift() ?? { status: 500, body: {} },
    },
  })
  openUsers('/admin')
  await chooseAndSell()
  return asked
}

const chooseAndSell = async () => {
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Elegir los de esta página' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Vender a los 2' }))
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const press = async (title: string, name: string) => {
  const button = await (await dialog(title)).findByRole('button', { name })
  await waitFor(() => expect(button).toBeEnabled())
  await userEvent.click(button)
}
const salesIn = (asked: readonly Asked[]) => asked.filter(({ method, path }) => `${method} ${path}` === SELL)

it('retries a sale without a response with the same idempotency key', async () => {
  const asked = await open([
    { status: 503, body: { message: 'Ocupado.' } },
    { status: 200, body: sold },
  ])
  await press('Vender a 2 usuarios', 'Vender a los 2')
  expect((await dialog('Venta sin respuesta')).getByRole('alert')).toHaveTextContent(
    'Ocupado. No se sabe si la transacción se procesó. Al reintentar no se repite.',
  )
  await press('Venta sin respuesta', 'Cancelar')
  await userEvent.click(await screen.findByRole('button', { name: 'Vender a los 2' }))
  await press('Venta sin respuesta', 'Reintentar')
  expect((await dialog('Venta a 2 usuarios')).getByRole('status')).toHaveTextContent('2 transacciones')
  const [first, second] = salesIn(asked)
  expect(first?.body).toEqual({
    ids: ['u7', 'u8'],
    period: 'MESES',
    count: 1,
    description: '',
    total: 700,
  })
  expect(second?.body).toEqual(first?.body)
  expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'))
})

it('shows the reason of a rejection and then starts a new sale', async () => {
  const refusal = { status: 409, body: { code: 'TOTAL', message: 'Los precios cambiaron.' } }
  const asked = await open([refusal, { status: 201, body: sold }])
  await press('Vender a 2 usuarios', 'Vender a los 2')
  await screen.findByText('Los precios cambiaron.')
  await press('Vender a 2 usuarios', 'Vender a los 2')
  await dialog('Venta a 2 usuarios')
  const [first, second] = salesIn(asked)
  expect(second?.headers.get('Idempotency-Key')).not.toBe(first?.headers.get('Idempotency-Key'))
  const previews = asked.filter(({ path }) => path.endsWith('/preview'))
  expect(previews.length).toBeGreaterThanOrEqual(2)
})
