import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { buildGrants } from '../../../src/domain/access/permissions.ts'
import { type Import, type ImportRow, NO_VERDICTS } from '../../../src/domain/imports/import.ts'
import { PLAYLIST_FIELDS } from '../../../src/domain/playlists/options.ts'
import { type Asked, held } from '../../support/fake-api.ts'
import { press, takeTool, userEvent, withContentScreens } from '../../support/open-contents.tsx'
import { openChannels, sceneOf } from './open-channels.tsx'

withContentScreens()

const UPLOAD = 'POST /api/channels/imports/playlist'

const FILLED: Readonly<Record<string, number>> = { title: 3, link: 3, category: 1, epgId: 1 }

const imported = (fields: Partial<Import> = {}): Import => ({
  _id: 'i1',
  format: 'playlist',
  resource: 'channels',
  name: 'lista.m3u',
  encoding: 'utf-8',
  damage: 0,
  state: 'mapping',
  message: '',
  dateGone: '2026-03-15T14:30:00.000Z',
  columns: PLAYLIST_FIELDS.map(({ name, label }) => ({
    name: label,
    samples: name === 'title' ? ['Canal Uno (1080p)', 'Canal Siete'] : [],
    filled: FILLED[name] ?? 0,
    field: name,
  })),
  fields: PLAYLIST_FIELDS.map((field) => ({ ...field, isDay: false, without: '', unlimited: '' })),
  options: {},
  version: 0,
  done: 0,
  total: 3,
  isChunked: false,
  counts: NO_VERDICTS,
  changedFields: {},
  created: 0,
  changed: 0,
  batch: null,
  proof: null,
  ...fields,
})

const CHECKED = imported({
  state: 'checked',
  version: 1,
  done: 3,
  counts: { ...NO_VERDICTS, new: 1, changed: 1, duplicate: 1 },
  changedFields: { link: 1 },
})
const DONE = imported({ ...CHECKED, state: 'done', created: 1, changed: 1, batch: 'b1' })

const row = (fields: Partial<ImportRow>): ImportRow => ({
  row: 1,
  verdict: 'new',
  title: 'Canal Uno',
  record: null,
  changes: [],
  values: [],
  options: {},
  notes: [],
  errors: [],
  ...fields,
})

const ROWS = [
  row({
    values: [{ field: 'number', text: '12', original: '7' }],
    options: { category: ['hits', 'rock'] },
    notes: ['El número 7 ya es de «Canal Siete»: recibe el 12.'],
  }),
  row({
    row: 2,
    verdict: 'changed',
    title: 'Canal Siete',
    record: 'k1',
    changes: [{ field: 'link', before: 'https://tv.example/a', after: 'https://tv.example/b' }],
  }),
  row({
    row: 3,
    verdict: 'duplicate',
    title: 'Otra vez',
    errors: [{ field: 'link', message: 'La entrada 1 («Canal Uno») ya trae este enlace.' }],
  }),
]
const OVERWRITE_LINK = 'Sobrescribir en Canal Siete: Enlace: https://tv.example/a → https://tv.example/b'

const dialog = () => screen.findByRole('dialog', { name: 'Importar lista M3U' })
const file = new File(['#EXTM3U'], 'lista.m3u', { type: 'audio/x-mpegurl' })
const openFile = async () => {
  await takeTool('Importar lista M3U')
  await userEvent.upload(within(await dialog()).getByLabelText('Archivo M3U'), file)
}
const sent = (asked: readonly Asked[], path: string) =>
  asked.filter(({ method, path: at }) => method !== 'GET' && at === path).map(({ body }) => body)
/** Responses to the steps of an import that begins with `first`. */
const steps = (first: Import = imported()) => {
  let current = first
  const next = (body: Import) => () => {
    current = body
    return { status: 202, body }
  }
  return {
    [UPLOAD]: { status: 201, body: first },
    'GET /api/imports/i1': () => ({ body: current }),
    'PUT /api/imports/i1/mapping': next(CHECKED),
    'GET /api/imports/i1/rows': { body: ROWS },
    'POST /api/imports/i1/apply': next(DONE),
    'DELETE /api/imports/i1': { body: { _id: 'i1' } },
  }
}

describe('an import', () => {
  it('lets the user choose options, then entries with their fields and values, and can be undone', async () => {
    const asked = sceneOf({
      answers: {
        ...steps(),
        'POST /api/batches/b1/undo': { status: 202, body: { batch: 'b2' } },
        'GET /api/batches': { body: [] },
        'GET /api/batches/b2': { status: 404, body: { message: 'No existe.' } },
      },
    })
    openChannels('/channels')
    await openFile()
    expect(await screen.findByText('Canal Uno (1080p) → Canal Uno')).toBeVisible()
    await userEvent.type(
      screen.getByRole('combobox', { name: 'Categoría de los canales sin categoría' }),
      'Cine',
    )
    await userEvent.click(screen.getByRole('switch', { name: /^Quitar «\(1080p\)»/ }))
    await press('Revisar entradas')
    const table = await screen.findByRole('table', { name: 'Filas del archivo' })
    expect(sent(asked, '/api/imports/i1/mapping')).toEqual([
      {
        columns: ['number', 'title', 'link', 'category', 'image', 'epgId', 'notes'],
        options: { category: 'Cine', channelGuide: null, cleanTitles: true },
      },
    ])
    expect(await within(table).findByText('El número 7 ya es de «Canal Siete»: recibe el 12.')).toBeVisible()
    expect(table).toHaveTextContent('Duplicado')
    expect(within(table).queryByRole('checkbox', { name: 'Importar Otra vez' })).toBeNull()
    await userEvent.click(within(table).getByRole('combobox', { name: 'Categoría de Canal Uno: hits' }))
    await userEvent.click(await screen.findByRole('option', { name: 'rock' }))
    await userEvent.click(within(table).getByRole('checkbox', { name: OVERWRITE_LINK }))
    await press('Importar 1 registro')
    expect(await screen.findByText('La lista fue importada.')).toBeVisible()
    expect(sent(asked, '/api/imports/i1/apply')).toEqual([
      {
        version: 1,
        takeNew: true,
        fields: [],
        rows: [
          { row: 1, take: true, values: { category: 'rock' } },
          { row: 2, take: true, fields: ['link'] },
        ],
      },
    ])
    const result = screen.getByRole('group', { name: 'Resultado' })
    expect(result).toHaveTextContent('Duplicados en el archivo1')
    await press('Deshacer')
    await waitFor(() => expect(sent(asked, '/api/batches/b1/undo')).toHaveLength(1))
    // Otherwise the dialog of its progress would open in the next test.
    await waitFor(() => expect(asked.some(({ path }) => path === '/api/batches')).toBe(true))
  })

  it('shows the chosen one of several categories among the changes of a stored channel', async () => {
    const changes = [{ field: 'category', before: 'Cine', after: 'hits' }]
    const rows = ROWS.flatMap((row) =>
      row.verdict === 'changed' ? [{ ...row, changes, options: { category: ['hits', 'rock'] } }] : [],
    )
    sceneOf({ answers: { ...steps(), 'GET /api/imports/i1/rows': { body: rows } } })
    openChannels('/channels')
    await openFile()
    await press('Revisar entradas')
    await userEvent.click(await screen.findByRole('combobox', { name: /^Categoría de .*: hits$/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'rock' }))
    expect(await screen.findByText('Categoría: Cine → rock')).toBeVisible()
  })

  it('keeps the chosen category when all new entries are unchecked and checked again', async () => {
    const asked = sceneOf({ answers: steps() })
    openChannels('/channels')
    await openFile()
    await press('Revisar entradas')
    await userEvent.click(await screen.findByRole('combobox', { name: 'Categoría de Canal Uno: hits' }))
    await userEvent.click(await screen.findByRole('option', { name: 'rock' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Crear los nuevos (1)' }))
    expect(await screen.findByRole('checkbox', { name: 'Importar Canal Uno' })).not.toBeChecked()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Crear los nuevos (1)' }))
    await press('Importar 1 registro')
    await screen.findByText('La lista fue importada.')
    expect(sent(asked, '/api/imports/i1/apply')).toMatchObject([
      { takeNew: true, rows: [{ row: 1, take: true, values: { category: 'rock' } }] },
    ])
  })

  it('asks only for values that entries lack', async () => {
    const columns = imported().columns.map((column) => ({
      ...column,
      filled: column.field === 'category' ? 3 : 0,
    }))
    sceneOf({ answers: steps(imported({ columns })) })
    openChannels('/channels')
    await openFile()
    expect(
      await screen.findByRole('combobox', { name: 'Categoría de los canales sin categoría' }),
    ).toBeDisabled()
    expect(screen.queryByRole('combobox', { name: 'Guía de los canales nuevos con EPG ID' })).toBeNull()
  })

  it('reads a typed URL, names the import after its host, and shows why reading failed', async () => {
    const message = 'No se pudo leer la lista. La dirección respondió con un error.'
    const asked = sceneOf({ answers: { [UPLOAD]: { status: 502, body: { message } } } })
    openChannels('/channels')
    await takeTool('Importar lista M3U')
    const read = await screen.findByRole('button', { name: 'Leer la dirección' })
    const address = screen.getByRole('textbox', { name: 'Dirección' })
    await userEvent.type(address, 'ftp://tv.example')
    expect(read).toBeDisabled()
    await userEvent.clear(address)
    const secret = 'https://tv.example:8080/get.php?username=ana&password=secreta'
    await userEvent.type(address, ` ${secret} `)
    await userEvent.click(read)
    expect(await screen.findByText(message)).toBeVisible()
    expect(sent(asked, '/api/channels/imports/playlist')).toEqual([{ address: secret }])
    expect(asked.find(({ path }) => path === '/api/channels/imports/playlist')?.query).toEqual({
      name: 'tv.example:8080',
    })
  })

  it('leaves the address where it is when the channel lists arrive, so that no click misses it', async () => {
    const lists = held()
    sceneOf({ answers: { 'GET /api/channel_lists/short': () => lists.until.then(() => ({ body: [] })) } })
    openChannels('/channels')
    await takeTool('Importar lista M3U')
    expect(await screen.findByText('O una de las listas de canales:')).toBeVisible()
    const list = within(await dialog()).getByRole('combobox', { name: 'Lista de canales' })
    expect(list).toHaveAttribute('aria-disabled', 'true')
    lists.release()
    expect(await screen.findByText('No hay listas de canales que leer.')).toBeVisible()
    expect(list).toBeVisible()
  })

  it('offers channel lists only to users who may read them, and undoing only to those who may delete', async () => {
    sceneOf({
      routeAccess: buildGrants({ 'channel-list': [], 'channel-create': ['register'] }),
      answers: steps(DONE),
    })
    openChannels('/channels')
    await takeTool('Importar lista M3U')
    expect(within(await dialog()).queryByRole('combobox', { name: 'Lista de canales' })).toBeNull()
    await userEvent.upload(within(await dialog()).getByLabelText('Archivo M3U'), file)
    expect(await screen.findByText('La lista fue importada.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull()
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
    const asked = sceneOf({
      answers: {
        [HISTORY]: {
          body: [
            past(),
            past({ _id: 'b0', source: 'vieja.m3u', state: 'expired', userName: '' }),
            past({ _id: 'b9', state: 'undone', undoneBy: 'editora', kept: 1 }),
          ],
        },
        [SIZE]: { body: { count: 3 } },
        'POST /api/batches/b1/undo': { status: 202, body: { batch: 'b2' } },
      },
    })
    openChannels('/channels')
    await takeTool('Historial de importaciones')
    const table = await screen.findByRole('table', { name: 'Importaciones' })
    for (const text of ['lista.m3u', 'Usuario eliminado', 'Ya no se puede deshacer', 'Se conservó 1 canal.'])
      expect(table).toHaveTextContent(text)
    expect(within(table).getAllByRole('button')).toHaveLength(1)
    await press('Deshacer la importación de lista.m3u')
    const question = await screen.findByRole('dialog', { name: '¿Deshacer la importación?' })
    expect(question).toHaveTextContent('Se eliminarán los canales que creó (2) y volverán a ser como antes')
    await userEvent.click(within(question).getByRole('button', { name: 'Deshacer' }))
    await waitFor(() => expect(sent(asked, '/api/batches/b1/undo')).toHaveLength(1))
    // The undoing continues as a job, which names the skipped channels.
    expect(await screen.findByRole('dialog', { name: 'Preparando…' })).toBeVisible()
  })

  it('shows why an import could not be undone', async () => {
    const message = 'La importación ya se deshizo.'
    sceneOf({
      answers: {
        [HISTORY]: { body: [past()] },
        [SIZE]: { body: { count: 1 } },
        'POST /api/batches/b1/undo': { status: 409, body: { message } },
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
  it('can export, but not import', async () => {
    sceneOf({ routeAccess: buildGrants({ 'channel-list': [], 'channel-create': [] }) })
    openChannels('/channels')
    await press('Más')
    expect(screen.getByRole('menuitem', { name: 'Exportar lista M3U' })).toBeVisible()
    expect(screen.queryByRole('menuitem', { name: 'Importar lista M3U' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Configuración de los canales' })).toBeNull()
  })
})
