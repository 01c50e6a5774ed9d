import pg from 'pg'
import { expect, test } from 'vitest'
import { testCatalogue } from '../../../support/catalogue.ts'
import { channelOf, stored } from '../../../support/channels.ts'
import { playlistClient } from '../../../support/playlists.ts'

const catalogue = testCatalogue()
const { importAll } = playlistClient(() => catalogue.operator)

/** Waits until some statement waits for a lock. */
async function untilSomebodyWaits(client: pg.Client): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query('select 1 from pg_locks where not granted')
    if (rowCount) return
  }
}

test('an import leaves alone what somebody edits while it runs', async () => {
  const { _id } = await stored(catalogue.operator, '/api/channels', channelOf({ title: 'Uno' }))
  const somebody = new pg.Client({ connectionString: catalogue.test.database.url })
  await somebody.connect()
  await somebody.query('begin')
  await somebody.query(
    "update channels set link = 'https://tv.example/de-otro', date_update = now() where _id = $1",
    [_id],
  )
  const running = importAll('#EXTM3U\n#EXTINF:-1,Uno\nhttps://tv.example/nuevo\n')
  await untilSomebodyWaits(somebody)
  await somebody.query('commit')
  await somebody.end()
  expect((await running).body).toMatchObject({ batchId: null, created: 0, changed: 0, skipped: 1 })
  expect((await catalogue.operator.get(`/api/channels/${_id}`)).body.link).toBe('https://tv.example/de-otro')
})
