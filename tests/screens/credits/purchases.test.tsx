import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { buildGrants } from '../../../src/domain/access/permissions.ts'
import { meOf, transactionOf } from '../../support/answers.ts'
import { openUsers, sceneOf, withUsersScreens } from '../../support/open-users.tsx'

withUsersScreens()

const transaction = (reference: number, typeDescrition: 'Venta' | 'Crédito sin cargo') =>
  transactionOf({
    _id: `t${reference}`,
    reference,
    type: typeDescrition === 'Venta' ? 1 : 3,
    typeDescrition,
    count: 2,
    total: 700,
    newDateExpire: '2027-01-27T15:00:00.000Z',
    newDateExpireFormat: '27/01/2027',
  })

const LEDGER = [
  transaction(108, 'Crédito sin cargo'),
  ...[107, 106, 105, 104, 103, 102, 101].map((each) => transaction(each, 'Venta')),
]

describe('the purchases of a customer', () => {
  it('show the latest, and more on demand; all but CREDITs can be reprinted by one click', async () => {
    const printed: string[] = []
    vi.stubGlobal('print', () => printed.push(document.querySelector('.receipt')?.textContent ?? ''))
    const asked = sceneOf({
      role: 'agent',
      answers: {
        'GET /api/license_transactions': ({ query }) => ({ body: LEDGER.slice(0, Number(query.limit)) }),
      },
    })
    openUsers('/modify/u7')
    const purchases = within(await screen.findByRole('region', { name: 'Compras' }))
    expect(await purchases.findAllByRole('listitem')).toHaveLength(5)
    await userEvent.click(purchases.getByRole('button', { name: 'Ver más' }))
    expect(await purchases.findByText('000101')).toBeVisible()
    expect(purchases.getAllByRole('listitem')).toHaveLength(8)
    expect(purchases.queryByRole('button', { name: 'Ver más' })).toBeNull()
    expect(asked.find(({ path }) => path === '/api/license_transactions')?.query).toMatchObject({
      userLicensed: 'u7',
      status: 'PROCESSED',
      sort: 'date',
      order: 'desc',
    })
    expect(purchases.queryByRole('button', { name: 'Reimprimir 000108' })).toBeNull()
    await userEvent.click(purchases.getByRole('button', { name: 'Reimprimir 000107' }))
    await userEvent.click(purchases.getByRole('button', { name: 'Reimprimir 000106' }))
    expect(printed).toHaveLength(2)
    expect(printed[1]).toMatch(/Recibo 000106REIMPRESIÓN.*Ana Peña.*700\.00/)
    await userEvent.keyboard('{Shift}')
    expect(document.querySelector('.receipt')).toBeNull()
  })

  it('are hidden without the permission to list transactions', async () => {
    const asked = sceneOf({
      answers: {
        'GET /api/users/me': {
          body: meOf({ routeAccess: buildGrants({ 'user-list': [], 'user-edit': ['modify'] }) }),
        },
      },
    })
    openUsers('/modify/u7')
    expect(await screen.findByRole('region', { name: 'Ficha' })).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Compras' })).toBeNull()
    expect(asked.filter(({ path }) => path === '/api/license_transactions')).toEqual([])
  })
})
