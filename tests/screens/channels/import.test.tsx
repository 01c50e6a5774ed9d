import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { buildGrants } from '../../../src/domain/access/permissions.ts'
import type { ListedBatch } from '../../../src/domain/batches/batch.ts'
import { type Asked, held } from '../../support/fake-api.ts'
import { press, takeTool, userEvent, withContentScreens } from '../../support/open-contents.tsx'
import { openChannels, sceneOf } from './open-channels.tsx'

withContentScreens()

const PREVIEW = 'POST /api/channels/import/preview'
const IMPORT = 'POST /api/channels/import'

const entry = (fields: object = {}) => ({
  title: 'Canal Uno',
  link: 'https://tv.example/uno.m3u8',
  number: null,
  image: '',
  category: '',
  epgId: '',
  verdict: 'new',
  channel: null,
  changes: [],
  problems: [],
  categories: [],
  notes: [],
  ...fields,
})

const entries = [
  entry(),
  entry({
    title: 'Canal Siete',
    number: 7,
    category: 'Noticias',
    verdict: 'changed',
    channel: 'k1',
    changes: [{ field: 'link', before: 'https://tv.example/a', after: 'https://tv.example/b' }],
  }),
  entry({ title: 'Igual', verdict: 'same', channel: 'k2' }),
  entry({
    title: '',
    verdict: 'invalid',
    problems: [{ field: 'title', message: 'Debe digitar el título.' }],
  }),
]
const OVERWRITE_LINK = 'Sobrescribir en Canal Siete: Enlace: https://tv.example/a → https://tv.example/b'
const summary = { batchId: 'b1', created: 1, changed: 1, skipped: 0, same: 1, duplicate: 0, invalid: 1 }

const job = (fields: Partial<ListedBatch> = {}): ListedBatch => ({
  _id: 'b1',
  resource: 'channels',
  action: 'import',
  undoes: null,
  undoneDate: null,
  changes: {},
  name: 'lista.m3u',
  state: 'done',
  message: '',
  date: '2026-03-14T14:30:00.000Z',
  done: 1,
  total: 1,
  changed: 1,
  refusedCount: 0,
  canUndo: true,
  ...fields,
})

const dialog = () => screen.findByRole('dialog', { name: 'Importar lista M3U' })
const file = new File(['#EXTM3U'], 'lista.m3u', { type: 'audio/x-mpegurl' })
const openFile = async () => {
  await takeTool('Importar lista M3U')
  await userEvent.upload(within(await dialog()).getByLabelText('Archivo M3U'), file)
}
const sent = (asked: readonly Asked[], path: string) =>
  asked.filter(({ method, path: at }) => method !== 'GET' && at === path).map(({ body }) => body)
const category = () => screen.findByRole('combobox', { name: /^Categoría de los canales/ })

describe('an import', () => {
  it('shows changes without choices, and no undoing, to users who may not edit or delete channels', async () => {
    sceneOf({
      routeAccess: buildGrants({ 'channel-list': [], 'channel-create': ['register'] }),
      answers: { [PREVIEW]: { body: entries }, [IMPORT]: { body: summary } },
    })
    openChannels('/channels')
    await openFile()
    const table = await screen.findByRole('table', { name: 'Canales de la lista' })
    expect(table).toHaveTextContent('Enlace: https://tv.example/a → https://tv.example/b')
    expect(within(table).queryByRole('checkbox', { name: OVERWRITE_LINK })).toBeNull()
    expect(screen.queryByRole('checkbox', { name: 'Enlace (1)' })).toBeNull()
    await userEvent.type(await category(), 'Cine')
    await press('Importar 1 canal')
    expect(await screen.findByText('La lista fue importada.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull()
  })

  it('sends the chosen one of several categories, and the number shown', async () => {
    const group = { categories: ['hits', 'rock'], category: 'hits', number: 12 }
    const notes = ['El número 7 ya es de «Canal Siete»: recibe el 12.']
    const asked = sceneOf({
      answers: { [PREVIEW]: { body: [entry({ ...group, notes })] }, [IMPORT]: { body: summary } },
    })
    openChannels('/channels')
    await openFile()
    expect(await screen.findByText(notes[0] ?? '')).toBeVisible()
    await userEvent.click(screen.getByRole('combobox', { name: 'Categoría de Canal Uno: hits' }))
    await userEvent.click(await screen.findByRole('option', { name: 'rock' }))
    await press('Importar 1 canal')
    await screen.findByText('La lista fue importada.')
    expect(sent(asked, '/api/channels/import')).toMatchObject([
      { entries: [{ title: 'Canal Uno', category: 'rock', number: 12, take: true }] },
    ])
  })

  it('can be undone, and names channels edited since', async () => {
    const kept = [{ _id: 'k1', number: 7, title: 'Canal Siete' }]
    const asked = sceneOf({
      answers: {
        [PREVIEW]: { body: entries.slice(1) },
        [IMPORT]: { body: summary },
        'DELETE /api/channels/import/b1': { body: { removed: 1, restored: 0, kept } },
      },
    })
    openChannels('/channels')
    await openFile()
    await userEvent.click(await screen.findByRole('checkbox', { name: OVERWRITE_LINK }))
    await press('Importar 1 canal')
    await press('Deshacer')
    // Hidden until the question above it has closed.
    await waitFor(() => expect(screen.getByText('La importación fue deshecha en parte.')).toBeVisible())
    expect(screen.getByText('7 · Canal Siete')).toBeVisible()
    await press('Cerrar')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    // The list was refetched after the import and after undoing it.
    expect(asked.filter(({ path }) => path === '/api/channels/short').length).toBeGreaterThanOrEqual(3)
  })

  it('is a job, which is not announced while its dialog shows it, nor is its undoing', async () => {
    let jobs: ListedBatch[] = []
    let listed: string[] | undefined
    sceneOf({
      answers: {
        'GET /api/batches': () => {
          listed = jobs.map(({ _id }) => _id)
          return { body: jobs }
        },
        [PREVIEW]: { body: entries.slice(1) },
        [IMPORT]: () => {
          jobs = [job()]
          return { body: summary }
        },
        'DELETE /api/channels/import/b1': () => {
          const undo = {
            _id: 'b2',
            action: 'undo',
            undoes: 'import',
            date: '2026-03-14T14:31:00.000Z',
          } as const
          jobs = [job(undo), job({ state: 'undone' })]
          return { body: { removed: 0, restored: 1, kept: [] } }
        },
      },
    })
    openChannels('/channels')
    await waitFor(() => expect(listed).toEqual([]))
    await openFile()
    await userEvent.click(await screen.findByRole('checkbox', { name: OVERWRITE_LINK }))
    await press('Importar 1 canal')
    await waitFor(() => expect(listed).toEqual(['b1']))
    await press('Deshacer')
    await waitFor(() => expect(listed).toEqual(['b2', 'b1']))
    expect(await screen.findByText('La importación fue deshecha.')).toBeVisible()
    await press('Cerrar')
    await press('Más')
    expect(screen.queryByText(/ · Listo: /)).toBeNull()
  })

  it('does not keep the import of a file, which runs as a job, from being announced', async () => {
    let jobs = [job({ name: 'canales.csv', state: 'running', canUndo: false })]
    sceneOf({ answers: { 'GET /api/batches': () => ({ body: jobs }) } })
    openChannels('/channels')
    await screen.findByRole('button', { name: /^1 tarea en curso/ })
    await takeTool('Importar lista M3U')
    await dialog()
    jobs = [job({ name: 'canales.csv' })]
    expect(
      await screen.findByText('Importar canales de «canales.csv» · Listo: 1 registro importado.'),
    ).toBeVisible()
  })

  it('cannot be cancelled while the channels are being written', async () => {
    const writing = held()
    sceneOf({
      answers: {
        [PREVIEW]: { body: entries.slice(1) },
        [IMPORT]: async () => {
          await writing.until
          return { body: summary }
        },
      },
    })
    openChannels('/channels')
    await openFile()
    await userEvent.click(await screen.findByRole('checkbox', { name: OVERWRITE_LINK }))
    const cancel = within(await dialog()).getByRole('button', { name: 'Cancelar' })
    expect(cancel).toBeEnabled()
    await press('Importar 1 canal')
    await waitFor(() => expect(cancel).toBeDisabled())
    writing.release()
    expect(await screen.findByText('La lista fue importada.')).toBeVisible()
  })
})

describe('the history of imports', () => {
  const past = (fields: object = {}) => ({
    _id: 'b1',
    date: '2026-03-14T14:30:00.000Z',
    userName: 'editora',
    source: 'lista.m3u',
    created: 2,
    changed: 1,
    state: 'done',
    undoneAt: null,
    undoneBy: '',
    kept: 0,
    ...fields,
  })
  const HISTORY = 'GET /api/channels/import'
  const SIZE = 'GET /api/channels/import/size'

  it('lists imports, and undoes one after confirmation', async () => {
    let state = 'done'
    const asked = sceneOf({
      answers: {
        [HISTORY]: () => ({
          body: [
            past({ state, kept: state === 'done' ? 0 : 1 }),
            past({ _id: 'b0', source: 'vieja.m3u', state: 'expired', userName: '' }),
          ],
        }),
        [SIZE]: { body: { count: 2 } },
        'DELETE /api/channels/import/b1': () => {
          state = 'undone'
          return { body: { removed: 2, restored: 0, kept: [{ _id: 'k1', number: 7, title: 'Canal Siete' }] } }
        },
      },
    })
    openChannels('/channels')
    await takeTool('Historial de importaciones')
    const table = await screen.findByRole('table', { name: 'Importaciones' })
    expect(table).toHaveTextContent('lista.m3u')
    expect(table).toHaveTextContent('Usuario eliminado')
    expect(table).toHaveTextContent('Ya no se puede deshacer')
    expect(within(table).getAllByRole('button')).toHaveLength(1)
    await press('Deshacer la importación de lista.m3u')
    const question = await screen.findByRole('dialog', { name: '¿Deshacer la importación?' })
    expect(question).toHaveTextContent('Se eliminarán los canales que creó (2) y volverán a ser como antes')
    await userEvent.click(within(question).getByRole('button', { name: 'Deshacer' }))
    // Hidden until the question above it has closed.
    await waitFor(() => expect(screen.getByText('La importación fue deshecha en parte.')).toBeVisible())
    expect(screen.getByText('7 · Canal Siete')).toBeVisible()
    await waitFor(() => expect(table).toHaveTextContent('Se conservó 1 canal.'))
    expect(within(table).queryByRole('button')).toBeNull()
    expect(sent(asked, '/api/channels/import/b1')).toHaveLength(1)
  })

  it('closes the question once undone, and shows the result above the table', async () => {
    const reading = held()
    let isUndone = false
    sceneOf({
      answers: {
        [HISTORY]: async () => {
          if (isUndone) await reading.until
          return { body: [past()] }
        },
        [SIZE]: { body: { count: 1 } },
        'DELETE /api/channels/import/b1': () => {
          isUndone = true
          return { body: { removed: 2, restored: 1, kept: [] } }
        },
      },
    })
    openChannels('/channels')
    await takeTool('Historial de importaciones')
    const content = await screen.findByRole('group', { name: 'Importaciones anteriores' })
    await press('Deshacer la importación de lista.m3u')
    content.scrollTop = 300
    await press('Deshacer')
    const result = await screen.findByText('La importación fue deshecha.')
    await waitFor(() => expect(screen.queryByText('¿Deshacer la importación?')).toBeNull())
    const table = screen.getByRole('table', { name: 'Importaciones' })
    expect(result.compareDocumentPosition(table)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(content.scrollTop).toBe(0)
    reading.release()
  })

  it('shows why an import could not be undone', async () => {
    const message = 'La importación ya se deshizo.'
    sceneOf({
      answers: {
        [HISTORY]: { body: [past()] },
        [SIZE]: { body: { count: 1 } },
        'DELETE /api/channels/import/b1': { status: 409, body: { message } },
      },
    })
    openChannels('/channels')
    await takeTool('Historial de importaciones')
    await press('Deshacer la importación de lista.m3u')
    await press('Deshacer')
    await waitFor(() => expect(screen.getByText(message)).toBeVisible())
  })

  it('is paged', async () => {
    const asked = sceneOf({
      answers: {
        [HISTORY]: ({ query }) => ({ body: [past({ source: `pagina-${query.page}.m3u` })] }),
        [SIZE]: { body: { count: 11 } },
      },
    })
    openChannels('/channels')
    await takeTool('Historial de importaciones')
    const dialog = await screen.findByRole('dialog', { name: 'Historial de importaciones' })
    expect(await within(dialog).findByText('pagina-1.m3u')).toBeVisible()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Página siguiente' }))
    expect(await within(dialog).findByText('pagina-2.m3u')).toBeVisible()
    expect(asked.filter(({ path, query }) => path.endsWith('/import') && query.page === '2')).toHaveLength(1)
  })

  it('is read-only without the permission to delete channels', async () => {
    const only = buildGrants({ 'channel-list': [] })
    sceneOf({ routeAccess: only, answers: { [HISTORY]: { body: [past()] }, [SIZE]: { body: { count: 1 } } } })
    openChannels('/channels')
    await takeTool('Historial de importaciones')
    const table = await screen.findByRole('table', { name: 'Importaciones' })
    expect(within(table).queryByRole('button')).toBeNull()
  })
})

describe('a read-only user', () => {
  it('cannot import, but export', async () => {
    sceneOf({ routeAccess: buildGrants({ 'channel-list': [], 'channel-create': [] }) })
    openChannels('/channels')
    await press('Más')
    expect(screen.getByRole('menuitem', { name: 'Exportar lista M3U' })).toBeVisible()
    expect(screen.queryByRole('menuitem', { name: 'Importar lista M3U' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Configuración de los canales' })).toBeNull()
  })
})
