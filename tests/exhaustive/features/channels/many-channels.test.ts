import { expect, test } from 'vitest'
import { testCatalogue } from '../../../support/catalogue.ts'
import { playlistClient } from '../../../support/playlists.ts'

const catalogue = testCatalogue({ own: true })
const { importAll, undo, exported, verdicts } = playlistClient(() => catalogue.operator)

const entries = Array.from(
  { length: 10_000 },
  (_, index) =>
    `#EXTINF:-1 tvg-id="c${index}.do" group-title="Grupo ${index % 40}",Canal ${index}\nhttps://tv.example/${index}.m3u8\n`,
)
const playlist = `#EXTM3U\n${entries.join('')}`

test('ten thousand channels can be imported, changed, exported, and removed by undoing', async () => {
  const first = await importAll(playlist)
  expect(first.body).toMatchObject({ created: 10_000 })
  const changed = await importAll(playlist.replaceAll('m3u8', 'ts'))
  expect(changed.body).toMatchObject({ created: 0, changed: 10_000 })
  expect(new Set(await verdicts(await exported()))).toEqual(new Set(['same']))
  expect((await undo(changed.body.batchId)).body).toEqual({ removed: 0, restored: 10_000, kept: [] })
  const { body } = await undo(first.body.batchId)
  expect(body).toMatchObject({ removed: 10_000 })
})
