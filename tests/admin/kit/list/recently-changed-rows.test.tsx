import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { settingsOf, transactionOf } from '../../../support/answers.ts'
import { type Asked, held } from '../../../support/fake-api.ts'
import * as contents from '../../../support/open-contents.tsx'
import { openUsers, sceneOf, user, withUsersScreens } from '../../../support/open-users.tsx'

const { userEvent } = contents

const expired = user({ creditAmount: 0, dateExpire: '2026-01-27T15:00:00.000Z' })
const SALE = '/api/license_transactions'

describe('a row that no longer matches after its sale', () => {
  withUsersScreens()

  /** Sells to the list's user, who then no longer matches its filters, and closes the dialog at once. */
  const renew = async () => {
    let stored = expired
    const reading = held()
    const listed = ({ query }: Asked) => (query.ids === 'u7' || stored === expired ? [stored] : [])
    const asked = sceneOf({
      users: [expired],
      answers: {
        'GET /api/settings': { body: settingsOf({ creditPriceMonthly: 350 }) },
        'GET /api/users/short': (question) => ({ body: listed(question) }),
        'GET /api/users/size': (question) => ({ body: { count: listed(question).length } }),
        'GET /api/users/expiring': { body: { soon: [], expired: 1 } },
        'GET /api/users/u7': async () => {
          if (stored !== expired) await reading.until
          return { body: stored }
        },
        'PUT /api/users/u7': ({ body }) => {
          stored = { ...stored, ...Object(body) }
          return { body: stored }
        },
        [`POST ${SALE}`]: { status: 201, body: transactionOf({ status: 'CREATED' }) },
        [`PUT ${SALE}/t1`]: () => {
          stored = user({ creditAmount: 1, dateExpire: '2026-12-27T15:00:00.000Z' })
          return { body: transactionOf() }
        },
      },
    })
    openUsers('/admin')
    await userEvent.click(await screen.findByRole('button', { name: 'Crédito: Ana Peña' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(await dialog.findByRole('button', { name: 'Procesar' }))
    await userEvent.click(await dialog.findByRole('button', { name: 'Cerrar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    reading.release()
    return { asked, row: within((await screen.findByText('Ana Peña')).closest('tr') ?? document.body) }
  }

  it('stays, ticked and updated by the sale, even if the dialog is closed at once', async () => {
    const { row } = await renew()
    await waitFor(() => expect(screen.getByTestId('total')).toHaveTextContent('0'))
    expect(row.getByRole('img', { name: 'Hecho' })).toBeVisible()
    await waitFor(() => expect(row.getByTitle('Meses restantes')).toHaveTextContent('1, último crédito'))
  })

  it('shows a change by its switch', async () => {
    const { row, asked } = await renew()
    await waitFor(() => expect(row.getByTitle('Meses restantes')).toHaveTextContent('1, último crédito'))
    await userEvent.click(row.getByRole('switch', { name: 'Activo: Ana Peña' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Desactivar' }))
    await waitFor(() => expect(row.getByRole('switch', { name: 'Activo: Ana Peña' })).not.toBeChecked())
    expect(asked.filter(({ method, path }) => method === 'PUT' && path === '/api/users/u7')).toHaveLength(1)
  })
})

describe('the switch of a row', () => {
  contents.withContentScreens()

  it('keeps its new value even if the list was loading when it was pressed', async () => {
    let stored = contents.category({ status: true })
    const reading = held()
    const reads: unknown[] = []
    contents.sceneOf({
      answers: {
        'GET /api/categories': async () => {
          const body = [stored]
          reads.push(body)
          if (reads.length === 2) await reading.until
          return { body }
        },
        'PUT /api/categories/c1': ({ body }) => {
          stored = { ...stored, ...Object(body) }
          return { body: stored }
        },
      },
    })
    contents.openContents('/categories')
    await userEvent.click(await screen.findByRole('button', { name: 'Buscar' }))
    await waitFor(() => expect(reads).toHaveLength(2))
    const toggle = () => screen.getByRole('switch', { name: /Estrenos/ })
    await userEvent.click(toggle())
    await waitFor(() => expect(stored.status).toBe(false))
    await waitFor(() => expect(toggle()).not.toBeDisabled())
    reading.release()
    await waitFor(() => expect(toggle().closest('[aria-busy]')).toHaveAttribute('aria-busy', 'false'))
    expect(toggle()).not.toBeChecked()
  })
})
