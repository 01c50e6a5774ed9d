import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { ListedBatch } from '../../../../src/domain/batches/batch.ts'
import { transactionOf } from '../../../support/answers.ts'
import {
  category,
  sceneOf as contentScene,
  openContents,
  withContentScreens,
} from '../../../support/open-contents.tsx'
import { openUsers, user, sceneOf as userScene } from '../../../support/open-users.tsx'

withContentScreens()

const named = (name: string, fullName: string) => user({ _id: name, name, fullName })
const ANA = named('ana', 'Ana Peña')
const LUIS = named('luis', 'Luis Gil')
const EVA = named('eva', 'Eva Sol')

type Query = Readonly<Record<string, string>>

/** Responses of a list to searches and ids; `isListed` stands for its other filters. */
const listOf = <Row extends { _id: string; name: string }>(
  rows: readonly Row[],
  isListed: (row: Row) => boolean,
) => {
  const found = ({ search = '', ids }: Query) =>
    rows.filter(
      (row) =>
        isListed(row) && row.name.includes(search) && (ids === undefined || ids.split(',').includes(row._id)),
    )
  return {
    rows: ({ query }: { query: Query }) => ({ body: found(query) }),
    size: ({ query }: { query: Query }) => ({ body: { count: found(query).length } }),
  }
}

const people = [ANA, LUIS, EVA]
const usersThat = (isListed: (row: { _id: string }) => boolean) => {
  const list = listOf(people, isListed)
  return {
    'GET /api/users/short': list.rows,
    'GET /api/users': list.rows,
    'GET /api/users/size': list.size,
    'GET /api/users/expiring': { body: { soon: [], expired: 3 } },
    'GET /api/license_transactions/size': { body: { count: 0 } },
  }
}

const bar = () => screen.findByRole('group', { name: 'Con los elegidos' })
const chooseAll = async () =>
  userEvent.click(await screen.findByRole('checkbox', { name: 'Elegir los de esta página' }))
const press = async (name: string) =>
  userEvent.click(await within(await bar()).findByRole('button', { name }))
const search = async (text: string) => {
  const box = screen.getByRole('searchbox', { name: 'Texto a buscar' })
  await userEvent.clear(box)
  await userEvent.type(box, `${text}{Enter}`)
}

describe('after a bulk action', () => {
  it('rows no longer listed are unselected, and the result names skipped records with the reason', async () => {
    const gone = new Set<string>()
    const sale = (_id: string, message: string) => ({
      _id,
      name: _id,
      fullName: people.find((each) => each._id === _id)?.fullName ?? '',
      status: 'enable' as const,
      dateExpire: null,
      newDateExpire: '2026-12-27T15:00:00.000Z',
      total: 350,
      message,
    })
    userScene({
      users: people,
      answers: {
        ...usersThat(({ _id }) => !gone.has(_id)),
        'POST /api/license_transactions/bulk/preview': {
          body: {
            sales: [sale('ana', ''), sale('luis', ''), sale('eva', 'Es un demo.')],
            creditPrice: 350,
            total: 700,
            balance: null,
          },
        },
        'POST /api/license_transactions/bulk': () => {
          gone.add('ana').add('luis')
          return { status: 201, body: [transactionOf({ _id: 't1' }), transactionOf({ _id: 't2' })] }
        },
      },
    })
    openUsers('/admin')
    await chooseAll()
    await press('Vender a los 3')
    const sell = await screen.findByRole('button', { name: 'Vender a los 2 que se puede' })
    await waitFor(() => expect(sell).toBeEnabled())
    await userEvent.click(sell)
    const done = within(await screen.findByRole('dialog', { name: 'Venta a 2 usuarios' }))
    expect(done.getByRole('status')).toHaveTextContent('2 transacciones procesadas.')
    expect(done.getByRole('list', { name: '1 quedó fuera:' })).toHaveTextContent('Eva Sol: Es un demo.')
    await userEvent.click(done.getByRole('button', { name: 'Cerrar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(async () =>
      expect(within(await bar()).getByRole('status')).toHaveTextContent(/^1 elegido$/),
    )
    expect(screen.getByRole('checkbox', { name: 'Elegir eva' })).toBeChecked()
  })

  it('deleted records are unselected, refused ones stay selected', async () => {
    const gone = new Set<string>()
    const batch: ListedBatch = {
      ...{ _id: 'b1', resource: 'users', action: 'delete', undoes: null, undoneDate: null, changes: {} },
      ...{ name: '', message: '', state: 'done', date: '2026-11-20T12:00:00.000Z', canUndo: false },
      ...{ done: 3, total: 3, changed: 2, refusedCount: 1, group: null },
    }
    userScene({
      users: people,
      answers: {
        ...usersThat(({ _id }) => !gone.has(_id)),
        'POST /api/users/bulk': () => {
          gone.add('ana').add('eva')
          return { status: 202, body: { batch: 'b1' } }
        },
        'GET /api/batches': () => ({
          body: gone.size === 0 ? [] : [batch],
        }),
        'GET /api/batches/b1': {
          body: { ...batch, parent: null, refused: [{ _id: 'luis', message: 'Tiene ventas.' }] },
        },
      },
    })
    openUsers('/admin')
    await chooseAll()
    await press('Eliminar')
    const question = within(await screen.findByRole('dialog', { name: '¿Desea eliminar 3 usuarios?' }))
    await userEvent.click(question.getByRole('button', { name: 'Eliminar' }))
    const job = within(await screen.findByRole('dialog', { name: 'Listo' }))
    expect(job.getByRole('status')).toHaveTextContent('2 registros eliminados; 1 rechazado.')
    expect(await job.findByText(/Tiene ventas\./)).toBeVisible()
    await userEvent.click(job.getByRole('button', { name: 'Cerrar' }))
    await waitFor(async () =>
      expect(within(await bar()).getByRole('status')).toHaveTextContent(/^1 elegido$/),
    )
    expect(screen.getByRole('checkbox', { name: 'Elegir luis' })).toBeChecked()
  })
})

describe('selected records hidden by a search (rule W22)', () => {
  it('stay selected, and are named before several are deleted or disabled', async () => {
    userScene({ users: people, answers: usersThat(() => true) })
    openUsers('/admin')
    await chooseAll()
    await search('ana')
    await waitFor(() => expect(screen.queryByRole('link', { name: 'luis' })).toBeNull())
    const told = '2 de los 3 no se ven con la búsqueda actual: Luis Gil y Eva Sol.'
    for (const [button, title] of [
      ['Eliminar', '¿Desea eliminar 3 usuarios?'],
      ['Desactivar', '¿Seguro que desea desactivar 3 usuarios?'],
    ] as const) {
      await press(button)
      const dialog = await screen.findByRole('dialog', { name: title })
      await waitFor(() => expect(dialog).toHaveTextContent(told))
      await userEvent.click(within(dialog).getByRole('button', { name: 'Cancelar' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    await press('Activar')
    expect(
      await screen.findByRole('dialog', { name: '¿Seguro que desea activar 3 usuarios?' }),
    ).not.toHaveTextContent('no se ven')
  })

  it('require a confirmation to deactivate records, which otherwise needs none', async () => {
    const rows = ['Cine', 'Series', 'Radio'].map((name) => category({ _id: name, name }))
    const list = listOf(rows, () => true)
    const asked = contentScene({
      answers: { 'GET /api/categories': list.rows, 'GET /api/categories/size': list.size },
    })
    openContents('/categories')
    await chooseAll()
    await search('Cine')
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Radio' })).toBeNull())
    await press('Desactivar')
    const dialog = await screen.findByRole('dialog', { name: '¿Desactivar 3 categorías?' })
    await waitFor(() =>
      expect(dialog).toHaveTextContent('2 de los 3 no se ven con la búsqueda actual: Series y Radio.'),
    )
    expect(asked.filter(({ method }) => method !== 'GET')).toEqual([])
  })
})
