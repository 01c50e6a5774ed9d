import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../../../src/admin/api/query-client.ts'
import { openJobs } from '../../../../src/admin/kit/jobs/shown-jobs.ts'
import type { Batch } from '../../../../src/domain/batches/batch.ts'
import { type Asked, held } from '../../../support/fake-api.ts'
import {
  category,
  openContents,
  press,
  sceneOf,
  userEvent,
  withContentScreens,
} from '../../../support/open-contents.tsx'

withContentScreens()

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

const job = (fields: Partial<Batch> = {}): Batch => ({
  _id: 'b1',
  resource: 'categories',
  action: 'update',
  undoes: null,
  undoneDate: null,
  changes: { status: false },
  name: '',
  state: 'running',
  message: '',
  date: '2026-11-20T12:00:00.000Z',
  group: null,
  done: 1,
  total: 2,
  changed: 1,
  refusedCount: 0,
  parent: null,
  refused: [],
  canUndo: false,
  ...fields,
})

const DONE = job({ state: 'done', done: 2, changed: 2, canUndo: true })

/** A fake API with jobs that the test modifies; `first` delays the first list of jobs. */
const scene = (jobs: Batch[] = [], first: Promise<unknown> = Promise.resolve()) => {
  const state = { jobs, isActive: true }
  let isFirst = true
  const asked = sceneOf({
    answers: {
      'GET /api/categories': () => ({ body: [category({ status: state.isActive })] }),
      'GET /api/batches': async () => {
        const body = state.jobs.map(({ parent: _, refused: __, ...listed }) => listed)
        if (isFirst) {
          isFirst = false
          await first
        }
        return { body }
      },
      'GET /api/batches/b1': () => ({ body: state.jobs.find(({ _id }) => _id === 'b1') }),
      'POST /api/categories/bulk': () => {
        state.jobs = [job()]
        return { status: 202, body: { batch: 'b1' } }
      },
      ...Object.fromEntries(
        ['films', 'channels'].flatMap((id) => {
          const change = (fields: Partial<Batch>) => {
            state.jobs = state.jobs.map((each) => (each._id === id ? { ...each, ...fields } : each))
            return { body: state.jobs[0] }
          }
          return [
            [`POST /api/batches/${id}/cancel`, () => change({ state: 'cancelled', canUndo: true })],
            [
              `POST /api/batches/${id}/undo`,
              () => ({ ...change({ state: 'undoing', canUndo: false }), status: 202, body: { batch: 'b2' } }),
            ],
          ]
        }),
      ),
      'POST /api/batches/b1/cancel': () => {
        state.jobs = [job({ state: 'cancelled', canUndo: true })]
        return { body: state.jobs[0] }
      },
      'POST /api/batches/b1/undo': () => {
        state.jobs = [
          job({ _id: 'b2', action: 'undo', undoes: 'update', date: '2026-11-20T13:00:00.000Z' }),
          { ...DONE, state: 'undoing', canUndo: false },
        ]
        return { status: 202, body: { batch: 'b2' } }
      },
    },
  })
  return { state, asked }
}

const listings = (asked: readonly Asked[]) => asked.filter(({ path }) => path === '/api/batches')
const idle = () => act(() => vi.advanceTimersByTimeAsync(3_000))
const indicator = (name: string) => screen.findByRole('button', { name })

describe('a job that runs in the background', () => {
  it('is shown in the navbar, announced at its end, and refreshes the switches of its list', async () => {
    const { state } = scene()
    openContents('/categories')
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Elegir Estrenos' }))
    await press('Desactivar')
    const dialog = await screen.findByRole('dialog', { name: 'En curso' })
    expect(dialog).toHaveTextContent('Desactivar 2 categorías')
    expect(within(dialog).getByRole('status')).toHaveTextContent('1 de 2.')
    await press('Seguir en segundo plano')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await indicator('1 tarea en curso: 50 %')).toBeVisible()
    expect(await screen.findByRole('switch')).toBeChecked()

    state.jobs = [DONE]
    state.isActive = false
    expect(await screen.findByText('Desactivar 2 categorías · Listo: 2 registros cambiados.')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('switch')).not.toBeChecked())
    expect(screen.queryByRole('button', { name: /en curso/ })).toBeNull()
    await press('Ver')
    expect(await screen.findByRole('dialog', { name: 'Listo' })).toBeVisible()
  })

  it('is shown even if the first list of jobs was requested before it started', async () => {
    const first = held()
    const { asked } = scene([], first.until)
    openContents('/categories')
    await idle()
    await waitFor(() => expect(listings(asked)).toHaveLength(1))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Elegir Estrenos' }))
    await press('Desactivar')
    await screen.findByRole('dialog')
    first.release()
    expect(await screen.findByRole('dialog', { name: 'En curso' })).toBeVisible()
  })

  it('keeps the dialog open while its list is paged', async () => {
    const { state } = scene()
    const { router } = openContents('/categories?page=2&perPage=20')
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Elegir Estrenos' }))
    await press('Desactivar')
    await screen.findByRole('dialog', { name: 'En curso' })
    await act(() => router.navigate('/categories?page=1&perPage=20'))
    state.jobs = [DONE]
    expect(await screen.findByRole('dialog', { name: 'Listo' })).toBeVisible()
    await act(() => router.navigate('/category'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('is shown on another device, can be stopped and undone there, and names refused records', async () => {
    scene([job({ refusedCount: 1, refused: [{ _id: 'c1', message: 'La usa 1 contenido.' }] })])
    openContents('/categories')
    await idle()
    await userEvent.click(await indicator('1 tarea en curso: 50 %'))
    expect(await screen.findByText('La usa 1 contenido.', { exact: false })).toHaveTextContent('Estrenos')
    await press('Detener')
    expect(await screen.findByRole('dialog', { name: 'Se detuvo' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Ver registros' })).toHaveAttribute(
      'href',
      '/categories?filter=%7B%22batch%22%3A%22b1%22%7D',
    )
    await press('Deshacer')
    const question = await screen.findByRole('dialog', { name: '¿Deshacer «Desactivar 2 categorías»?' })
    await userEvent.click(within(question).getByRole('button', { name: 'Deshacer' }))
    const undo = await screen.findByRole('dialog', { name: 'En curso' })
    expect(undo).toHaveTextContent('Deshacer: Desactivar 2 categorías')
  })
})

describe('the jobs of one request over several entities', () => {
  const replacing = { action: 'replaceLinks', changes: { from: 'a.example', to: 'b.example' } } as const
  const films = job({ ...replacing, _id: 'films', resource: 'movies', group: 'g' })
  const channels = job({ ...replacing, _id: 'channels', resource: 'channels', group: 'g' })
  const ended = { state: 'done', done: 2, changed: 2, canUndo: true } as const
  const TITLE = 'Reemplazar a.example por b.example en 4 registros'

  const openOwnJobs = async () => {
    await press(/^Menú del usuario/)
    await userEvent.click(screen.getByRole('menuitem', { name: 'Mis tareas' }))
    return screen.findByRole('dialog', { name: 'Mis tareas' })
  }

  it('are listed under one heading, with the progress of all and of each, and stopped and undone together', async () => {
    const { asked } = scene([films, channels])
    openContents('/categories')
    const dialog = within(await openOwnJobs())
    expect(await dialog.findByText(TITLE)).toBeVisible()
    expect(dialog.getByRole('progressbar', { name: `Avance: ${TITLE}` })).toHaveAttribute(
      'aria-valuenow',
      '50',
    )
    const parts = within(dialog.getByRole('list', { name: `Partes de ${TITLE}` })).getAllByRole('listitem')
    expect(parts.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('2 canales'),
      expect.stringContaining('2 películas'),
    ])
    await userEvent.click(dialog.getByRole('button', { name: `Detener: ${TITLE}` }))
    await userEvent.click(await dialog.findByRole('button', { name: `Deshacer: ${TITLE}` }))
    const question = await screen.findByRole('dialog', { name: `¿Deshacer «${TITLE}»?` })
    await userEvent.click(within(question).getByRole('button', { name: 'Deshacer' }))
    await waitFor(() => expect(dialog.queryByRole('button', { name: /^Deshacer/ })).toBeNull())
    const sent = asked.filter(({ method }) => method === 'POST').map(({ path }) => path)
    expect(sent).toEqual(
      ['cancel', 'undo'].flatMap((action) =>
        ['films', 'channels'].map((id) => `/api/batches/${id}/${action}`),
      ),
    )
  })

  it('are announced once, when the last one ends', async () => {
    const { state } = scene([films, channels])
    openContents('/categories')
    await indicator('2 tareas en curso: 50 %')
    state.jobs = [{ ...films, ...ended }, channels]
    await indicator('1 tarea en curso: 50 %')
    expect(screen.queryByText(/ · Listo: /)).toBeNull()
    state.jobs = [
      { ...films, ...ended },
      { ...channels, ...ended },
    ]
    expect(await screen.findAllByText(`${TITLE} · Listo: 4 registros cambiados.`)).toHaveLength(1)
  })
})

describe('a running import', () => {
  it('can be stopped', async () => {
    scene([job({ action: 'import', name: 'categorías.csv', done: 0, changed: 0 })])
    openContents('/categories')
    await idle()
    await userEvent.click(await indicator('1 tarea en curso: 0 %'))
    await press('Detener')
    expect(await screen.findByRole('dialog', { name: 'Se detuvo' })).toBeVisible()
  })
})

describe('a job that was undone before its end was seen', () => {
  it('is not announced, unlike its undoing', async () => {
    const { state } = scene([job()])
    openContents('/categories')
    await indicator('1 tarea en curso: 50 %')
    const undone = { _id: 'b2', state: 'undone', date: '2026-11-20T13:00:00.000Z' } as const
    state.jobs = [DONE, { ...DONE, ...undone }]
    expect(await screen.findByText(/ · Listo: 2 registros cambiados\./)).toBeVisible()
    await idle()
    expect(screen.queryByText(/Se deshizo:/)).toBeNull()
  })
})

describe('a job that ends during a reload', () => {
  it('is announced after the reload', async () => {
    const { state } = scene([job()])
    const left = openContents('/categories')
    await idle()
    expect(await indicator('1 tarea en curso: 50 %')).toBeVisible()
    left.unmount()
    state.jobs = [DONE]
    queryClient.clear()
    openContents('/categories')
    expect(await screen.findByText('Desactivar 2 categorías · Listo: 2 registros cambiados.')).toBeVisible()
  })
})

describe('without a running job', () => {
  it('requests the jobs once, and lists the last ones in a dialog of the user menu', async () => {
    const { asked } = scene([DONE])
    openContents('/categories')
    await idle()
    await waitFor(() => expect(listings(asked)).toHaveLength(1))
    await idle()
    await idle()
    expect(listings(asked)).toHaveLength(1)
    expect(screen.queryByRole('button', { name: /en curso/ })).toBeNull()
    await press(/^Menú del usuario/)
    await userEvent.click(screen.getByRole('menuitem', { name: 'Mis tareas' }))
    const dialog = await screen.findByRole('dialog', { name: 'Mis tareas' })
    expect(within(dialog).getByRole('listitem')).toHaveTextContent('Desactivar 2 categorías')
    expect(within(dialog).getByRole('button', { name: 'Deshacer: Desactivar 2 categorías' })).toBeVisible()
  })

  it('lists jobs started on another device', async () => {
    const { state, asked } = scene()
    openContents('/categories')
    await idle()
    await waitFor(() => expect(listings(asked)).toHaveLength(1))
    state.jobs = [DONE]
    await press(/^Menú del usuario/)
    await userEvent.click(screen.getByRole('menuitem', { name: 'Mis tareas' }))
    const dialog = await screen.findByRole('dialog', { name: 'Mis tareas' })
    expect(await within(dialog).findByRole('listitem')).toHaveTextContent('Desactivar 2 categorías')
  })

  it('links the undoing of a user import to the credits that remain', async () => {
    const undoing = { resource: 'users', action: 'undo', undoes: 'import', state: 'done' } as const
    scene([job({ ...undoing, undoneDate: '2026-11-18T12:00:00.000Z', date: '2026-11-20T12:00:00.000Z' })])
    openContents('/categories')
    await press(/^Menú del usuario/)
    await userEvent.click(screen.getByRole('menuitem', { name: 'Mis tareas' }))
    const dialog = await screen.findByRole('dialog', { name: 'Mis tareas' })
    expect(await within(dialog).findByText(/siguen en el historial de créditos\./)).toBeVisible()
    const credits = within(dialog).getByRole('link', { name: 'Ver esos créditos' })
    expect(decodeURIComponent(credits.getAttribute('href') ?? '')).toContain('"dateBeging":"2026-11-18"')
  })

  it.each([
    { action: 'update', path: '/episodeMain/s1' },
    { action: 'delete', path: '/episodeMain/s1/papelera' },
  ] as const)(
    'links the episodes of a batch ($action) to those of their series',
    async ({ action, path }) => {
      scene([{ ...DONE, resource: 'episodes', action, parent: 's1' }])
      openContents('/categories')
      await press(/^Menú del usuario/)
      await userEvent.click(screen.getByRole('menuitem', { name: 'Mis tareas' }))
      const records = await screen.findByRole('link', { name: /^Ver registros/ })
      expect(records).toHaveAttribute('href', `${path}?filter=%7B%22batch%22%3A%22b1%22%7D`)
    },
  )

  it('links no episodes of several series', async () => {
    const { asked } = scene([{ ...DONE, resource: 'episodes' }])
    openContents('/categories')
    await press(/^Menú del usuario/)
    await userEvent.click(screen.getByRole('menuitem', { name: 'Mis tareas' }))
    await waitFor(() => expect(asked.some(({ path }) => path === '/api/batches/b1')).toBe(true))
    await idle()
    expect(screen.queryByRole('link', { name: /^Ver registros/ })).toBeNull()
  })

  it('lists repairs, which can be undone, but neither announces them nor links their reports', async () => {
    const { state, asked } = scene([DONE])
    openContents('/categories')
    await idle()
    await waitFor(() => expect(listings(asked)).toHaveLength(1))
    const repaired = { _id: 'b2', resource: 'issues', changes: {}, date: '2026-11-20T13:00:00.000Z' } as const
    state.jobs = [{ ...DONE, ...repaired, action: 'repair' }, DONE]
    act(() => void window.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(listings(asked)).toHaveLength(2))
    await idle()
    expect(screen.queryByText(/Listo:/)).toBeNull()
    await press(/^Menú del usuario/)
    await userEvent.click(screen.getByRole('menuitem', { name: 'Mis tareas' }))
    const dialog = await screen.findByRole('dialog', { name: 'Mis tareas' })
    expect(await within(dialog).findByText('Reparar 2 reportes')).toBeVisible()
    expect(within(dialog).getByRole('button', { name: 'Deshacer: Reparar 2 reportes' })).toBeVisible()
    expect(within(dialog).getAllByRole('link', { name: /^Ver registros/ })).toHaveLength(1)
  })

  it('counts the reports that undoing a repair skipped, without listing them', async () => {
    const undoing = { resource: 'issues', action: 'undo', undoes: 'repair', changes: {} } as const
    const asked = scene([
      job({ ...undoing, state: 'done', done: 9, total: 9, changed: 7, refusedCount: 2 }),
    ]).asked
    openContents('/categories')
    await press(/^Menú del usuario/)
    await userEvent.click(screen.getByRole('menuitem', { name: 'Mis tareas' }))
    const dialog = await screen.findByRole('dialog', { name: 'Mis tareas' })
    const item = await within(dialog).findByRole('listitem')
    expect(item).toHaveTextContent('Deshacer: Reparar 9 reportes')
    expect(item).toHaveTextContent('7 registros como antes; 2 no se deshicieron.')
    expect(within(item).queryByRole('button', { name: 'Ver rechazados' })).toBeNull()
    act(() => openJobs('b1'))
    await screen.findByRole('dialog', { name: 'Listo' })
    expect(screen.queryByRole('list', { name: 'Rechazados' })).toBeNull()
    expect(asked.filter(({ path }) => path === '/api/batches/b1')).toEqual([])
  })

  it('does not announce jobs that ended earlier', async () => {
    scene([DONE])
    openContents('/categories')
    await idle()
    expect(screen.queryByText(/Listo/)).toBeNull()
  })
})
