import { expect, test } from 'vitest'
import { testCatalogue } from '../../../support/catalogue.ts'
import { stored } from '../../../support/channels.ts'
import { feedServer } from '../../../support/feed-server.ts'

const feeds = feedServer()
const catalogue = testCatalogue()

test('rejects guides and playlists in a private network', async () => {
  feeds.serve('/guide.xml', '<tv/>')
  feeds.serve('/list.m3u', '#EXTM3U')
  const { operator } = catalogue
  for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0.0.0.0']) {
    const guide = await stored(operator, '/api/channel/guides', {
      name: 'Guía',
      url: feeds.at('/guide.xml', host),
    })
    const answer = await operator.get(`/api/channel/guides/${guide._id}/channels`)
    expect(answer.status).toBe(422)
    expect(answer.body).toEqual({
      message: 'No se pudo leer la guía. La dirección pertenece a una red privada y no se permite.',
      code: 'private',
    })
    const list = await stored(operator, '/api/channel_lists', {
      title: 'Lista',
      link: feeds.at('/list.m3u', host),
    })
    expect((await operator.post('/api/channels/import/preview', { listId: list._id })).status).toBe(422)
  }
  expect(feeds.asked('/guide.xml') + feeds.asked('/list.m3u')).toBe(0)
})
