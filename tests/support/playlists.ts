import { ENTRY_FIELDS, type PlaylistEntry } from '../../src/domain/playlists/entry.ts'
import type { Answer, Client, Row } from './app.ts'

export const playlistEntry = (fields: Partial<PlaylistEntry> = {}): PlaylistEntry => ({
  title: 'Canal Uno',
  link: 'https://tv.example/uno.m3u8',
  number: null,
  image: '',
  category: '',
  epgId: '',
  ...fields,
})

/** Choices that import all entries of a preview; `fields` are those overwritten in stored channels. */
export const chosen = (rows: readonly Row[], fields: readonly string[] = ENTRY_FIELDS): Row[] =>
  rows.map(({ verdict, changes: _1, problems: _2, notes: _3, categories: _4, ...entry }) => ({
    ...entry,
    take: verdict === 'new' || verdict === 'changed',
    ...(verdict === 'changed' ? { fields } : {}),
  }))

const headers = { 'content-type': 'audio/x-mpegurl' }

/** Requests that import and export playlists. */
export const playlistClient = (client: () => Client) => {
  const preview = (text: string): Promise<Answer> =>
    client().post('/api/channels/import/preview', text, { headers })
  return {
    preview,
    /** Previews and imports all entries; `fields` are those overwritten in stored channels. */
    async importAll(text: string, choices: Row = {}, fields?: readonly string[]): Promise<Answer> {
      const { rows } = await preview(text)
      const entries = chosen(rows, fields)
      return client().post('/api/channels/import', { category: 'TV', ...choices, entries })
    },
    /** The first hundred channels, by number, without the state of their links. */
    channels: async (): Promise<Row[]> => {
      const { rows } = await client().get('/api/channels/short?limit=100')
      return rows.map(({ linkState: _, ...row }) => row)
    },
    verdicts: async (text: string): Promise<unknown[]> =>
      (await preview(text)).rows.map(({ verdict }) => verdict),
    exported: async (): Promise<string> => (await client().get('/api/channels/export.m3u')).text,
    undo: (batchId: unknown): Promise<Answer> => client().delete(`/api/channels/import/${batchId}`),
  }
}
