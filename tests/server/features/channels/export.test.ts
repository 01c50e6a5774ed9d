import { expect, test } from 'vitest'
import { testCatalogue } from '../../../support/catalogue.ts'
import { channelOf, stored } from '../../../support/channels.ts'
import { playlistClient } from '../../../support/playlists.ts'

const catalogue = testCatalogue()
const { exported, verdicts } = playlistClient(() => catalogue.operator)
const create = (changes: Record<string, unknown>) =>
  stored(catalogue.operator, '/api/channels', channelOf(changes))
const guided = async (epgId: string) => {
  const guide = { name: 'Guía', url: 'https://guias.example/do.xml' }
  return { channelGuide: (await stored(catalogue.operator, '/api/channel/guides', guide))._id, epgId }
}

test('the channels are exported as a playlist, by number', async () => {
  await create({
    number: 12,
    title: 'Canal "Doce", HD',
    ...(await guided('doce')),
    image: '/pictures/logo/x.svg',
  })
  await create({ number: 3, title: 'Tres', image: '/pictures/logo/Tres.svg' })
  const { status, headers, text } = await catalogue.operator.get('/api/channels/export.m3u')
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'audio/x-mpegurl; charset=utf-8',
    'content-disposition': 'attachment; filename="canales.m3u"',
  })
  expect(text).toBe(`#EXTM3U
#EXTINF:-1 tvg-chno="3" group-title="Noticias",Tres
https://tv.example/siete.m3u8
#EXTINF:-1 tvg-id="doce" tvg-chno="12" tvg-logo="/pictures/logo/x.svg" group-title="Noticias",Canal "Doce", HD
https://tv.example/siete.m3u8
`)
})

test('imports again without changes, also with unusual channels', async () => {
  await create({
    title: ' Uno\ncon "comillas", comas y #almohadilla ',
    ...(await guided('a "b" c')),
    category: 'Cine\t"x"',
  })
  await create({ title: 'Uno', link: 'canales/uno.m3u8', linkInternal: 'I' })
  await create({ title: 'Uno', link: 'canales/uno.m3u8', linkInternal: 'I', number: 8 })
  await create({ title: '#EXTINF:-1,x', link: '#fragmento', linkInternal: 'I' })
  await create({ title: '📺 Ñandú', link: 'rtmp://tv.example/x', status: false })
  expect(await verdicts(await exported())).toEqual(Array(5).fill('same'))
  await catalogue.operator.put('/api/settings/updateTvUrlBase', { tvUrlBase: 'https://tv.example/base/' })
  const text = await exported()
  expect(text).toContain('\nhttps://tv.example/base/canales/uno.m3u8\n')
  expect(await verdicts(text)).toEqual(Array(5).fill('same'))
})

test('needs the permission to read channels', async () => {
  const reader = await catalogue.withGrants({ 'channel-list': [] })
  expect((await reader.get('/api/channels/export.m3u')).text).toBe('#EXTM3U\n')
  const other = await catalogue.withGrants({ 'guide-list': [] })
  expect((await other.get('/api/channels/export.m3u')).status).toBe(403)
  expect((await catalogue.anonymous.get('/api/channels/export.m3u')).status).toBe(401)
})
