import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { Role } from '../../../src/domain/access/permissions.ts'
import { settingsOf, transactionOf } from '../../support/answers.ts'
import type { Asked } from '../../support/fake-api.ts'
import { openUsers, sceneOf, user, withUsersScreens } from '../../support/open-users.tsx'
import { openAddress } from '../../support/pages.tsx'

withUsersScreens()

const PATH = '/api/license_transactions'

const SETTINGS = settingsOf({
  periods: ['MESES', 'AÑOS'],
  creditPriceMonthly: 350.5,
  creditPriceYearly: 3600,
})

const transaction = transactionOf({ price: 350.5, creditPrice: 350.5, total: 350.5 })

interface Scene {
  role?: Role
  settings?: Partial<typeof SETTINGS>
  target?: Parameters<typeof user>[0]
  answers?: Parameters<typeof sceneOf>[0]
  creditToResell?: number
  /** Label of the button that opens the dialog. */
  button?: string
}

const open = async (scene: Scene = {}) => {
  const { role = 'admin', settings = {}, target = {}, answers = {} } = scene
  const asked = sceneOf({
    role,
    creditToResell: scene.creditToResell ?? 24,
    users: [user(target)],
    answers: {
      'GET /api/settings': { body: { ...SETTINGS, ...settings } },
      [`POST ${PATH}`]: { status: 201, body: { ...transaction, status: 'CREATED' } },
      [`PUT ${PATH}/t1`]: { body: transaction },
      ...answers.answers,
    },
  })
  openUsers('/modify/u7')
  await userEvent.click(await screen.findByRole('button', { name: 'Crédito' }))
  await screen.findByRole('button', { name: scene.button ?? 'Procesar' })
  return asked
}

const dialog = () => within(screen.getByRole('dialog'))
const process = () => userEvent.click(dialog().getByRole('button', { name: /^(Procesar|Reintentar)$/ }))
const count = () => dialog().getByRole('textbox', { name: 'Cantidad' })
const creations = (asked: readonly Asked[]) => asked.filter(({ method }) => method === 'POST')
const keysOf = (asked: readonly Asked[]) =>
  creations(asked).map(({ headers }) => headers.get('Idempotency-Key'))
const typeInto = async (text: string) => {
  await userEvent.clear(count())
  await userEvent.type(count(), text)
}
const options = async (label: RegExp) => {
  await userEvent.click(dialog().getByRole('combobox', { name: label }))
  const names = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  await userEvent.keyboard('{Escape}')
  return names
}
const choose = async (label: RegExp, option: string) => {
  await userEvent.click(dialog().getByRole('combobox', { name: label }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}

describe('the credit dialog', () => {
  it('reopens when navigated to again', async () => {
    await open()
    const sale = '/modify/u7?autoTransSale=true'
    for (const time of ['first', 'second']) {
      await userEvent.click(dialog().getByRole('button', { name: 'Cancelar' }))
      await waitFor(() => expect(screen.queryByRole('dialog'), time).toBeNull())
      await act(() => openAddress(sale))
      expect(await screen.findByRole('dialog'), time).toBeVisible()
    }
  })

  it('offers the types and periods of its seller and user', async () => {
    await open({ target: { role: 'agent' } })
    expect(await options(/^Tipo/)).toEqual(['Transferencia', 'Devolución de transferencia'])
    expect(await options(/^Período/)).toEqual(['MESES'])
  })

  it('says what both balances will be after a transfer, as long as they suffice', async () => {
    await open({ role: 'superagent', target: { role: 'agent', creditToResell: 50 } })
    await choose(/^Tipo/, 'Transferencia')
    const outcome = within(dialog().getByTestId('outcome'))
    expect(await outcome.findByText('quedará en 51')).toBeVisible()
    expect(outcome.getByText('quedará en 23')).toBeVisible()
    await typeInto('25')
    await waitFor(() => expect(outcome.getByText('quedará en 75')).toBeVisible())
    expect(outcome.queryByText('Su balance')).toBeNull()
  })

  it('fixes the quantity at one if the settings limit it to 1', async () => {
    const asked = await open({ settings: { transMax: 1 } })
    expect(count()).toBeDisabled()
    await process()
    await waitFor(() => expect(creations(asked)[0]?.body).toMatchObject({ count: 1 }))
  })

  it('sends no request with an invalid quantity', async () => {
    const asked = await open({ role: 'agent', settings: { agentTransMax: 60 } })
    for (const [text, message] of [
      ['0', 'La cantidad de créditos debe ser mayor que 0 y como máximo 9999.'],
      ['61', 'No puede exceder de 60 por transacción.'],
      ['1.5', 'La cantidad de créditos debe ser mayor que 0 y como máximo 9999.'],
      ['25', 'No tiene créditos suficientes, su balance es de 24.'],
    ] as const) {
      await typeInto(text)
      await process()
      expect(await dialog().findByText(message), text).toBeVisible()
    }
    expect(creations(asked)).toEqual([])
  })

  describe('in days', () => {
    const expiry = '2032-03-01T15:00:00.000Z'
    const openInDays = async (scene: Scene = {}) => {
      const asked = await open({ target: { dateExpire: expiry }, ...scene })
      await choose(/^Tipo/, 'Crédito sin cargo')
      await choose(/^Período/, 'DIAS')
      return asked
    }
    const lastDay = () => dialog().getByRole('textbox', { name: /^Hasta el día/ })

    it('adds the number of days, without a price', async () => {
      const asked = await openInDays()
      await typeInto('3')
      expect(await dialog().findByText('04/03/2032, 4 de marzo de 2032')).toBeVisible()
      await process()
      await waitFor(() => expect(creations(asked)).toHaveLength(1))
      expect(creations(asked)[0]?.body).toMatchObject({ type: 3, period: 'DIAS', count: 3 })
      expect(creations(asked)[0]?.body).not.toHaveProperty('until')
    })

    it('takes the last day instead, which ends in the time zone of the service', async () => {
      const asked = await openInDays()
      await userEvent.type(lastDay(), '03/28/2032')
      expect(count()).toBeDisabled()
      await process()
      await waitFor(() => expect(creations(asked)).toHaveLength(1))
      expect(creations(asked)[0]?.body).toMatchObject({ period: 'DIAS', until: '2032-03-29T03:59:59.999Z' })
      expect(creations(asked)[0]?.body).not.toHaveProperty('count')
    })

    it('says next to the last day that it is before the present expiry', async () => {
      const asked = await openInDays()
      await userEvent.type(lastDay(), '02/27/2032')
      await process()
      const message = 'El vencimiento no puede ser anterior al actual, que es el 01/03/2032.'
      expect(await dialog().findByText(message)).toBeVisible()
      expect(creations(asked)).toEqual([])
    })

    it('forgets the last day when another period is chosen', async () => {
      const asked = await openInDays()
      await userEvent.type(lastDay(), '03/28/2032')
      await choose(/^Período/, 'MESES')
      expect(count()).toHaveValue('1')
      await process()
      await waitFor(() => expect(creations(asked)[0]?.body).toMatchObject({ period: 'MESES', count: 1 }))
      expect(creations(asked)[0]?.body).not.toHaveProperty('until')
    })
  })

  it('keeps the idempotency key while the outcome is unknown, and drops it once rejected', async () => {
    const answer = vi.fn<() => { status: number; body: object }>(() => ({ status: 503, body: {} }))
    const asked = await open({ answers: { answers: { [`PUT ${PATH}/t1`]: () => answer() } } })
    await process()
    expect(await dialog().findByText(/No se sabe si la transacción se procesó/)).toBeVisible()
    expect(count()).toBeDisabled()
    answer.mockReturnValue({ status: 409, body: { message: 'La transacción venció sin ser procesada.' } })
    await process()
    expect(await dialog().findByText('La transacción venció sin ser procesada.')).toBeVisible()
    expect(dialog().getByText('Alerta!')).toBeVisible()
    answer.mockReturnValue({ status: 200, body: transaction })
    await process()
    await dialog().findByText(/^Transacción procesada/)
    const [first, second, third] = keysOf(asked)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  it('keeps the outcome unknown when a retry gets a 429', async () => {
    const answer = vi.fn<() => { status: number; body: object }>(() => ({ status: 503, body: {} }))
    const asked = await open({ answers: { answers: { [`PUT ${PATH}/t1`]: () => answer() } } })
    await process()
    await dialog().findByText(/No se sabe si la transacción se procesó/)
    answer.mockReturnValue({ status: 429, body: { message: 'Demasiados intentos.' } })
    await process()
    expect(await dialog().findByText(/^Demasiados intentos\. No se sabe/)).toBeVisible()
    answer.mockReturnValue({ status: 200, body: transaction })
    await process()
    await dialog().findByText(/^Transacción procesada/)
    expect(new Set(keysOf(asked)).size).toBe(1)
  })
})
