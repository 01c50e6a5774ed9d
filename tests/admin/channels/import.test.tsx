import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { grants } from '../../../src/domain/access/permissions.ts'
import type { Asked } from '../../support/fake-api.ts'
import { press, userEvent, withContentScreens } from '../contents/open-contents.tsx'
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
const summary = { batchId: 'b1', created: 1, changed: 1, skipped: 0, same: 1, duplicate: 0, invalid: 1 }

const dialog = () => screen.findByRole('dialog', { name: 'Importar lista M3U' })
const file = new File(['#EXTM3U'], 'lista.m3u', { type: 'audio/x-mpegurl' })
const openFile = async () => {
  await press('Importar lista M3U')
  await userEvent.upload(within(await dialog()).getByLabelText('Archivo M3U'), file)
}
const sent = (asked: readonly Asked[], path: string) =>
  asked.filter(({ method, path: at }) => method !== 'GET' && at === path).map(({ body }) => body)
const category = () => screen.findByRole('combobox', { name: /^Categoría de los canales/ })

describe('an import', () => {
  it('shows what a file would do, and imports what is chosen', async () => {
    const asked = sceneOf({ answers: { [PREVIEW]: { body: entries }, [IMPORT]: { body: summary } } })
    openChannels('/channels')
    await openFile()
    const table = await screen.findByRole('table', { name: 'Canales de la lista' })
    expect(within(table).getAllByRole('row')).toHaveLength(5)
    expect(table).toHaveTextContent('Enlace: https://tv.example/a → https://tv.example/b')
    expect(table).toHaveTextContent('Debe digitar el título.')
    await userEvent.click(within(table).getByRole('checkbox', { name: 'Importar Canal Siete' }))
    await userEvent.type(await category(), 'Variedades')
    await press('Importar 1 canal')
    expect(await screen.findByText('La lista fue importada.')).toBeVisible()
    const [body] = sent(asked, '/api/channels/import')
    expect(body).toMatchObject({
      category: 'Variedades',
      channelGuide: null,
      fields: ['number', 'title', 'link', 'category', 'image', 'epgId'],
    })
    expect(body).toHaveProperty('entries.0', {
      title: 'Canal Uno',
      link: 'https://tv.example/uno.m3u8',
      number: null,
      image: '',
      category: '',
      epgId: '',
      channel: null,
      take: true,
    })
    expect(body).toHaveProperty('entries.1.take', false)
    expect(body).toHaveProperty('entries.3.take', false)
  })

  it('asks for the category of new channels without one, and only then', async () => {
    const asked = sceneOf({ answers: { [PREVIEW]: { body: entries }, [IMPORT]: { body: summary } } })
    openChannels('/channels')
    await openFile()
    await press('Importar 2 canales')
    await waitFor(async () =>
      expect(await category()).toHaveAccessibleDescription('Debe digitar la categoría.'),
    )
    expect(sent(asked, '/api/channels/import')).toEqual([])
    await userEvent.click(screen.getByRole('checkbox', { name: 'Importar Canal Uno' }))
    expect(await category()).toBeDisabled()
    await press('Importar 1 canal')
    await waitFor(() => expect(sent(asked, '/api/channels/import')).toHaveLength(1))
  })

  it('leaves fields of stored channels as they are where somebody says so', async () => {
    const asked = sceneOf({ answers: { [PREVIEW]: { body: entries.slice(1) }, [IMPORT]: { body: summary } } })
    openChannels('/channels')
    await openFile()
    const table = await screen.findByRole('table', { name: 'Canales de la lista' })
    await userEvent.click(screen.getByRole('checkbox', { name: 'Enlace' }))
    expect(table).not.toHaveTextContent('Enlace: https://tv.example/a')
    await press('Importar 1 canal')
    await waitFor(() => expect(sent(asked, '/api/channels/import')).toHaveLength(1))
    expect(sent(asked, '/api/channels/import')[0]).toMatchObject({
      fields: ['number', 'title', 'category', 'image', 'epgId'],
    })
  })

  it('shows the entries of one kind, and takes all of them in or out', async () => {
    sceneOf({ answers: { [PREVIEW]: { body: entries } } })
    openChannels('/channels')
    await openFile()
    await userEvent.click(await screen.findByRole('combobox', { name: /^Mostrar/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'Cambiados (1)' }))
    const table = await screen.findByRole('table', { name: 'Canales de la lista' })
    expect(within(table).getAllByRole('row')).toHaveLength(2)
    await userEvent.click(screen.getByRole('checkbox', { name: 'Importar todos los que se muestran' }))
    expect(await screen.findByRole('button', { name: 'Importar 1 canal' })).toBeEnabled()
  })

  it('shows thousands of entries page by page', async () => {
    const many = Array.from({ length: 3000 }, (_, index) => entry({ title: `Canal ${index}` }))
    sceneOf({ answers: { [PREVIEW]: { body: many } } })
    openChannels('/channels')
    await openFile()
    expect(await screen.findByRole('button', { name: 'Importar 3,000 canales' })).toBeEnabled()
    expect(screen.getAllByRole('row', { hidden: false }).length).toBeLessThan(60)
    const pages = screen.getAllByRole('navigation', { name: 'Páginas' }).at(-1)
    if (pages) await userEvent.click(within(pages).getByRole('button', { name: 'Última página' }))
    expect(await screen.findByText('Canal 2999')).toBeVisible()
  })

  it('may be undone, and names what was edited since', async () => {
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
    await press('Importar 1 canal')
    await press('Deshacer')
    expect(await screen.findByText('La importación fue deshecha.')).toBeVisible()
    expect(screen.getByText('7 · Canal Siete')).toBeVisible()
    await press('Cerrar')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    // The list was read anew after the import, and after undoing it.
    expect(asked.filter(({ path }) => path === '/api/channels/short').length).toBeGreaterThanOrEqual(3)
  })

  it('says that there was nothing to import', async () => {
    sceneOf({ answers: { [PREVIEW]: { body: [entry({ verdict: 'same' })] } } })
    openChannels('/channels')
    await openFile()
    expect(await screen.findByRole('button', { name: 'Importar' })).toBeDisabled()
  })

  it('reads a channel list', async () => {
    const asked = sceneOf({ answers: { [PREVIEW]: { body: [] } } })
    openChannels('/channels')
    await press('Importar lista M3U')
    await userEvent.click(await screen.findByRole('combobox', { name: /^Lista de canales/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'Lista nacional' }))
    await press('Leer la lista')
    expect(await screen.findByText('La lista no tiene canales.')).toBeVisible()
    expect(sent(asked, '/api/channels/import/preview')).toEqual([{ listId: 'l1' }])
  })

  it('says what is wrong with a file, and takes another', async () => {
    const message = 'El archivo no es una lista M3U.'
    sceneOf({ answers: { [PREVIEW]: { status: 422, body: { message } } } })
    openChannels('/channels')
    await openFile()
    expect(await screen.findByText(message)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Elegir archivo M3U' })).toBeEnabled()
  })
})

describe('who may only look', () => {
  it('has no import, but the export', async () => {
    sceneOf({ routeAccess: grants({ 'channel-list': [], 'channel-create': [] }) })
    openChannels('/channels')
    expect(await screen.findByRole('button', { name: 'Exportar lista M3U' })).toBeEnabled()
    expect(screen.queryByRole('button', { name: 'Importar lista M3U' })).toBeNull()
  })
})

it('the channels come as a file', async () => {
  sceneOf({ answers: { 'GET /api/channels/export.m3u': { body: '#EXTM3U\n' } } })
  const blobs: Blob[] = []
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      blobs.push(blob)
      return 'blob:x'
    },
    revokeObjectURL: () => undefined,
  })
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  openChannels('/channels')
  await press('Exportar lista M3U')
  await waitFor(() => expect(click).toHaveBeenCalledOnce())
  expect(click.mock.contexts[0]).toHaveAttribute('download', 'canales.m3u')
  expect(await blobs[0]?.text()).toBe('#EXTM3U\n')
})
