import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { DEFAULT_LIKENESS, Proposer } from '../../../../src/domain/channels/epg-likeness.ts'
import { readXmltv, xmltvTime } from '../../../../src/server/features/channels/guides/read-xmltv.ts'
import { searchText } from '../../../../src/server/platform/database/search-text.ts'
import { SourceFailed } from '../../../../src/server/platform/http/errors.ts'
import { fieldFile } from '../../../support/field-files.ts'
import { recordedGuide } from '../../../support/xmltv.ts'

const limit = 1_000_000

/** Bytes in chunks of a size, as from a network. */
async function* inParts(bytes: Uint8Array, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

const read = (feed: string | Uint8Array, now = '2026-03-15T14:30:00Z', size = 1000) =>
  readXmltv(inParts(typeof feed === 'string' ? Buffer.from(feed) : feed, size), new Date(now), limit)

const failureOf = (feed: string | Uint8Array) =>
  read(feed).then(
    () => undefined,
    (error: unknown) => (error instanceof SourceFailed ? error.failure : error),
  )

const names = async (feed: string | Uint8Array) => (await read(feed)).map(({ epgId, name }) => [epgId, name])

describe('a recorded guide', () => {
  test('is read with spaces in its ids', async () => {
    const channels = await read(recordedGuide('energeek.cl.xml'), '2022-11-29T03:40:00Z')
    expect(channels.map(({ epgId }) => epgId)).toEqual([
      'EnerGeek Retro',
      'EnerGeek Fanpop',
      'EnerGeek Animate',
      'EnerGeek 4',
      'EnerGeek Radio TV',
    ])
    expect(channels[0]?.programmes[0]).toEqual({
      title: 'Trigun',
      start: Date.parse('2022-11-29T03:30:00Z'),
      stop: Date.parse('2022-11-29T04:00:00Z'),
    })
  })

  test('is read compressed, with a DOCTYPE, in Cyrillic, with two names for a channel', async () => {
    const channels = await read(recordedGuide('epg.iptvx.one.xml.gz'), '2025-09-21T23:00:00Z', 7)
    expect(channels).toMatchObject([
      { epgId: '12-omsk', name: '12 канал Омск', names: ['12 канал Омск', '12 канал (Омск)'] },
    ])
    expect(channels[0]?.programmes[0]?.title).toBe('д/с Необыкновенные люди')
  })

  test('is read without an XML declaration and with single quotes', async () => {
    const channels = await read(recordedGuide('makrodigitaltelevision.com.xml'), '2025-02-16T14:00:00Z')
    expect(channels).toMatchObject([{ epgId: '17', name: 'Service 1' }])
    expect(channels[0]?.programmes[0]?.title).toBe('Programación Infantil')
  })

  test('is read with entities', async () => {
    const channels = await read(recordedGuide('vantagetv.ee.xml'), '2026-01-26T08:30:00Z')
    expect(channels.find(({ epgId }) => epgId === 'vmusic')?.programmes[0]?.title).toBe("It's The 80's")
  })
})

describe('a feed', () => {
  test('is read the same in chunks of any size', async () => {
    const feed =
      '<tv><channel id="r&amp;b"><display-name>R&B ñandú &#241; <![CDATA[Rock & Pop]]></display-name></channel></tv>'
    for (const size of [1, 2, 3, 7, 1000])
      expect((await read(feed, undefined, size)).map(({ epgId, name }) => [epgId, name])).toEqual([
        ['r&b', 'R&B ñandú ñ Rock & Pop'],
      ])
  })

  test('prefers the Spanish names and titles', async () => {
    const [channel] = await read(`<tv>
      <channel id="a"><display-name lang="en">News</display-name><display-name lang="es">Noticias</display-name></channel>
      <programme channel="a" start="20260315140000 +0000" stop="20260315150000 +0000">
        <title lang="en">The News</title><title lang="es-419">El Noticiero</title></programme></tv>`)
    expect(channel).toMatchObject({ name: 'Noticias', names: ['Noticias', 'News'] })
    expect(channel?.programmes).toMatchObject([{ title: 'El Noticiero' }])
  })

  test('keeps the current programme and those of the next hours', async () => {
    const programme = (hour: number, title: string) =>
      `<programme channel="a" start="202603151${hour}0000 +0000" stop="202603151${hour + 1}0000 +0000"><title>${title}</title></programme>`
    const [channel] = await read(
      `<tv>${[3, 4, 5, 8].map((hour) => programme(hour, `T${hour}`)).join('')}</tv>`,
    )
    expect(channel).toMatchObject({ epgId: 'a', name: 'a' })
    expect(channel?.programmes.map(({ title }) => title)).toEqual(['T4', 'T5', 'T8'])
  })

  test('keeps a day of programmes, but only the next hours if it has many channels', async () => {
    const programme =
      '<programme channel="a" start="20260316100000 +0000" stop="20260316110000 +0000"><title>T</title></programme>'
    const channels = Array.from({ length: 5_001 }, (_, index) => `<channel id="c${index}"/>`).join('')
    const kept = async (feed: string) =>
      (await read(feed)).find(({ epgId }) => epgId === 'a')?.programmes.length
    expect(await kept(`<tv>${programme}</tv>`)).toBe(1)
    expect(await kept(`<tv>${channels}${programme}</tv>`)).toBe(0)
  })

  test('may omit the end of a programme', async () => {
    const [channel] = await read(
      '<tv><programme channel="a" start="20260315150000"><title>B</title></programme>' +
        '<programme channel="a" start="20260315140000"><title>A</title></programme></tv>',
    )
    expect(channel?.programmes).toEqual([
      { title: 'A', start: Date.parse('2026-03-15T14:00:00Z'), stop: Date.parse('2026-03-15T15:00:00Z') },
      { title: 'B', start: Date.parse('2026-03-15T15:00:00Z'), stop: Date.parse('2026-03-15T16:00:00Z') },
    ])
  })

  test.each([
    ['in ISO 8859-1, as declared', 'latin1', '<?xml version="1.0" encoding="ISO-8859-1"?>'],
    ['in ISO 8859-1, undeclared', 'latin1', ''],
    ['in ISO 8859-1, declared as UTF-8', 'latin1', '<?xml version="1.0" encoding="UTF-8"?>'],
    ['in UTF-8, with a byte order mark', 'utf8', '\ufeff<?xml version="1.0"?>'],
    ['in UTF-16, with a byte order mark', 'utf16le', '\ufeff<?xml version="1.0" encoding="UTF-16"?>'],
    ['in UTF-8, with an unknown encoding name', 'utf8', '<?xml version="1.0" encoding="X-NADA"?>'],
  ] as const)('is read %s', async (_how, encoding, declaration) => {
    const feed = `${declaration}<tv><channel id="a"><display-name>Peñón</display-name></channel></tv>`
    expect(await names(Buffer.from(feed, encoding))).toEqual([['a', 'Peñón']])
  })

  test.each([
    ['17-guia-un-byte-latin1.xml', 'b.r1', 'Televisión Española Dos', 'El niño y la montaña'],
    ['18-guia-windows-1252-pequena.xml', 'w.r1', 'O’Higgins TV – Señal €', 'Grey’s “Anatomía”'],
  ])('from the field, %s, is read in its encoding', async (file, id, name, title) => {
    const channels = await read(fieldFile(file), '2026-11-27T21:00:00Z')
    expect(channels).toMatchObject([{ epgId: id, name, programmes: [{ title }] }])
  })

  test('has its entities decoded, its time zones applied, and no programme of an unknown time zone', async () => {
    const file = fieldFile('09-guia-entidades-y-zonas.xml').toString()
    const unknown = file.replace(
      '</tv>',
      '<programme channel="dos.r1" start="20261127200000 XYZ" stop="20261127230000 XYZ"><title>Nunca</title></programme></tv>',
    )
    const channels = await read(unknown, '2026-11-27T21:00:00Z')
    expect(
      channels.map(({ name, programmes }) => [name, programmes[0]?.title, programmes[0]?.start]),
    ).toEqual([
      ['Televisión Española Uno', 'El niño "solo"', Date.parse('2026-11-27T20:48:47Z')],
      ['Señal & Noticias', "Grey's Anatomía", Date.parse('2026-11-27T20:48:47Z')],
      ['Canal Horario', 'Ahora en hora ART', Date.parse('2026-11-27T20:48:47Z')],
      ['Canal Desfase', 'Ahora con -3', Date.parse('2026-11-27T20:48:47Z')],
    ])
    expect(JSON.stringify(channels)).not.toContain('Nunca')
  })

  test.each([
    ['La 1 ᴴᴰ', 'la1.r1'],
    ['ES| Telecinco ᶠᴴᴰ', 'tele5.r1'],
    ['Antena 3 ᴿᴬᵂ', 'ant3.r1'],
    ['|ES| Cuatro ⁴ᴷ', 'cuatro2.r1'],
    ['US: ESPN ᴴᴰ ⁶⁰ᶠᵖˢ', 'esp.r1'],
    ['201 ESPN HD', 'esp.r1'],
    ['ESPN (201)', 'esp.r1'],
    ['ESPN 2', 'esp2.r1'],
    ['La 2', undefined],
  ])('from the field with similar names: %s is proposed %s', async (title, epgId) => {
    const channels = await read(fieldFile('19-guia-parecidos.xml'), '2026-11-27T21:00:00Z')
    const proposer = new Proposer<{ epgId: string; name: string; search: string }>()
    for (const channel of channels)
      proposer.add({ ...channel, search: searchText(channel.epgId, channel.name) })
    const proposed = proposer.propose({ title, number: 9 })
    const isAlike = (proposed?.likeness ?? 0) >= DEFAULT_LIKENESS
    expect(isAlike ? proposed?.match.epgId : undefined).toBe(epgId)
  })

  test('is read in its encoding even if the first non-ASCII byte is damaged or far from the beginning', async () => {
    const channel = (id: string, name: string) =>
      `<channel id="${id}"><display-name>${name}</display-name></channel>`
    const many = Array.from({ length: 1500 }, (_, index) => channel(`c${index}`, 'Canal')).join('')
    const names = Array.from({ length: 40 }, (_, index) => channel(`n${index}`, 'Señal')).join('')
    const damaged = Buffer.concat([
      Buffer.from('<?xml version="1.0"?><!-- s'),
      Buffer.of(0xe1),
      Buffer.from(`b --><tv>${many}${names}</tv>`),
    ])
    expect((await read(damaged)).at(-1)?.name).toBe('Señal')
    expect((await read(Buffer.from(`<tv>${many}${names}</tv>`, 'latin1'))).at(-1)?.name).toBe('Señal')
  })

  test('may have at most 4 MiB of text between two tags, in chunks of any size', async () => {
    const feed = Buffer.from(`<tv><channel id="a"/>${'&#'.repeat(1024 * 1024)}</tv>`)
    const reading = readXmltv(inParts(feed, feed.length), new Date(), 2 * feed.length)
    await expect(reading).rejects.toMatchObject({ failure: 'tooBig' })
  })

  test('is decompressed by content', async () => {
    expect(await names(gzipSync('<tv><channel id="a"/></tv>'))).toEqual([['a', 'a']])
  })

  test('without channels is read as empty', async () => expect(await names('<tv/>')).toEqual([]))

  test('ignores ids that are invalid for channels', async () => {
    const ids = ['', ' ', 'x'.repeat(201), 'a&#x9;b', 'bien']
    const feed = `<tv>${ids.map((id) => `<channel id="${id}"/>`).join('')}<channel/></tv>`
    expect((await names(feed)).map(([id]) => id)).toEqual(['bien'])
  })

  test('is read as far as possible if malformed', async () => {
    const feed =
      '\n <?xml version="1.0"?><tv><channel id=a><display-name>A</b></display-name></channel><channel id="b">'
    expect((await names(feed)).map(([id]) => id)).toContain('a')
  })
})

describe('an invalid guide', () => {
  test.each([
    ['ZIP', [0x50, 0x4b, 0x03, 0x04]],
    ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ])('that is an archive, %s, is reported as one', async (_format, bytes) =>
    expect(await failureOf(Uint8Array.from(bytes))).toBe('archive'),
  )

  test.each([
    '',
    'hola',
    '{"tv":[]}',
    '<html><body>404</body></html>',
    '<rss><channel id="a"/></rss>',
    '\0\0\0',
  ])('is %j', async (feed) => expect(await failureOf(feed)).toBe('unreadable'))

  test('exceeds the size limit, compressed or not', async () => {
    const long = `<tv>${'<channel id="a"/>'.repeat(80_000)}</tv>`
    expect(await failureOf(long)).toBe('tooBig')
    expect(await failureOf(gzipSync(long))).toBe('tooBig')
  })

  test('is truncated compressed data', async () => {
    const whole = gzipSync(
      `<tv>${Array.from({ length: 5000 }, (_, index) => `<channel id="${index}"/>`)}</tv>`,
    )
    const error = await failureOf(whole.subarray(0, whole.length / 2))
    expect(error).toBe('unreadable')
  })
})

describe('entities', () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE tv [
    <!ENTITY a "ja"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">
    <!ENTITY archivo SYSTEM "file:///etc/passwd"> <!ENTITY % remoto SYSTEM "http://127.0.0.1:9/x.dtd"> %remoto; ]>
    <tv><channel id="a"><display-name>&c; &archivo; &amp; &nbsp;</display-name></channel></tv>`

  test('of a DOCTYPE are neither expanded nor fetched', async () => {
    expect(await names(bomb)).toEqual([['a', '&c; &archivo; &']])
  })
})

test.each([
  ['20260126040000 +0000', '2026-01-26T04:00:00Z'],
  ['20221129000000 -0300', '2022-11-29T03:00:00Z'],
  ['20250922014500 +0530', '2025-09-21T20:15:00Z'],
  ['20260126040000+01:00', '2026-01-26T03:00:00Z'],
  ['20260126040000', '2026-01-26T04:00:00Z'],
  ['202601260400', '2026-01-26T04:00:00Z'],
  ['20260126', '2026-01-26T00:00:00Z'],
  ['20260126040000 UTC', '2026-01-26T04:00:00Z'],
  ['20260126040000Z', '2026-01-26T04:00:00Z'],
  [' 20260126040000  -0300 ', '2026-01-26T07:00:00Z'],
  ['20260126040000 -3', '2026-01-26T07:00:00Z'],
  ['20260126040000 +05', '2026-01-25T23:00:00Z'],
  ['20260126040000 -0330', '2026-01-26T07:30:00Z'],
  ['20260126040000 -3:30', '2026-01-26T07:30:00Z'],
  ['20260126040000 ART', '2026-01-26T07:00:00Z'],
  ['20260126040000 cest', '2026-01-26T02:00:00Z'],
])('the time %j is %s', (text, time) => expect(xmltvTime(text)).toBe(Date.parse(time)))

test.each([
  '',
  'mañana',
  '2026',
  '2026-01-26T04:00:00Z',
  '20260126040000 XYZ',
  '20260126040000 +99',
  undefined,
  `20260126040000${' '.repeat(100)}+0100`,
  `${' '.repeat(100)}20260126040000`,
])('%j is not a time', (text) => expect(xmltvTime(text)).toBeUndefined())
