import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { channels } from '../../../../src/server/platform/database/schema/channels.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { channelOf, stored } from '../../../support/channels.ts'
import { answerDuring } from '../../../support/locks.ts'
import { playlistClient } from '../../../support/playlists.ts'

const catalogue = testCatalogue()
const { importAll } = playlistClient(() => catalogue.operator)

test('an import skips a channel edited while it runs', async () => {
  const { _id } = await stored(catalogue.operator, '/api/channels', channelOf({ title: 'Uno' }))
  const link = 'https://tv.example/de-otro'
  const { body } = await answerDuring(
    catalogue.test.db,
    (tx) => tx.update(channels).set({ link, dateUpdate: sql`now()` }).where(eq(channels._id, _id)),
    () => importAll('#EXTM3U\n#EXTINF:-1,Uno\nhttps://tv.example/nuevo\n'),
  )
  expect(body).toMatchObject({ batchId: null, created: 0, changed: 0, skipped: 1 })
  expect((await catalogue.operator.get(`/api/channels/${_id}`)).body.link).toBe(link)
})
