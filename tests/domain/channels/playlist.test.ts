import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { comparePlaylist, type StoredChannel } from '../../../src/domain/channels/playlist/compare.ts'
import { entryOf, type PlaylistEntry, tidyEntry } from '../../../src/domain/channels/playlist/entry.ts'
import { MAX_ENTRIES, parsePlaylist } from '../../../src/domain/channels/playlist/parse.ts'
import { writePlaylist } from '../../../src/domain/channels/playlist/write.ts'
import { playlistEntry as entry } from '../../support/playlists.ts'

const file = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../data/m3u/${name}`, import.meta.url)), 'utf8')

const one = (line: string): PlaylistEntry | undefined =>
  parsePlaylist(`#EXTM3U\n#EXTINF:${line}\nhttps://tv.example/uno.m3u8`)?.[0]

describe('a playlist', () => {
  test('is read with player directives and Windows line ends', () => {
    const entries = parsePlaylist(file('iptv-org_do.m3u')) ?? []
    expect(entries).toHaveLength(19)
    expect(entries[0]).toEqual(
      entry({
        title: 'A7 TV (1080p)',
        link: 'https://183.bozztv.com/ssh101/ssh101/a7tvjarabacoa/playlist.m3u8',
        epgId: 'A7TV.do@HD',
      }),
    )
    expect(entries[1]?.link).toBe('https://acentotv01.streamprolive.com/hls/live.m3u8')
  })

  test('is read with empty ids', () => {
    const entries = parsePlaylist(file('iptv-org_us.m3u')) ?? []
    expect(entries.map(({ title, epgId }) => [title, epgId])).toEqual([
      ['ABN Freedom of Speech', ''],
      ['ABN I AM', ''],
      ['ABN Son of God', ''],
      ['AXN Adria', 'AXNAdria.us@SD'],
      ['AXN Black', 'AXNBlack.us@Bulgary'],
      ['AXN Black Czech Republic', 'AXNBlack.us@CzechRepublic'],
    ])
  })

  test('is read with foreign attributes', () => {
    const entries = parsePlaylist(file('iptv-org_2023_do.m3u')) ?? []
    expect(entries).toHaveLength(10)
    expect(entries[0]).toMatchObject({ title: 'Amé 47 (720p)', epgId: 'Ame47.do' })
  })

  test('is read with logos, groups and apostrophes', () => {
    expect(parsePlaylist(file('iprd_radio_es.m3u'))?.at(-1)).toEqual(
      entry({
        title: 'HITZ 91.0',
        link: 'http://stream.zeno.fm/f2qmny74gd0uv?rj-ttl=5&rj-tok=AAABfdrTGlMAqrVPCxSIzCaFZA',
        image: 'https://cdn.onlineradiobox.com/img/l/0/93310.v12.png',
        category: "r'n'b;urban",
      }),
    )
  })

  test('may consist of the header only', () => expect(parsePlaylist(file('iptv-org_st.m3u'))).toEqual([]))

  test('may lack its header and begin with a byte order mark', () => {
    expect(parsePlaylist('\ufeff#EXTINF:-1,Uno\nhttps://tv.example/1')).toHaveLength(1)
    expect(parsePlaylist('\ufeff#EXTM3U\r\r#EXTINF:-1,Uno\rhttps://tv.example/1')).toHaveLength(1)
  })

  test.each(['', 'hola', '<!doctype html><html></html>', '{"a":1}', 'https://tv.example/1\n', '\0\0\0'])(
    'cannot be %j',
    (text) => expect(parsePlaylist(text)).toBeUndefined(),
  )

  test('reports entries without address and addresses without entry', () => {
    const text =
      '#EXTM3U\nhttps://tv.example/solo\n#EXTINF:-1,Sin dirección\n#EXTINF:-1,Uno\nhttps://tv.example/1\n#EXTINF:-1,Último'
    expect(parsePlaylist(text)?.map(({ title, link }) => [title, link])).toEqual([
      ['', 'https://tv.example/solo'],
      ['Sin dirección', ''],
      ['Uno', 'https://tv.example/1'],
      ['Último', ''],
    ])
  })

  test('is read up to a limit', () => {
    const text = `#EXTM3U\n${'#EXTINF:-1,x\nhttps://tv.example/1\n'.repeat(MAX_ENTRIES + 50)}`
    expect(parsePlaylist(text)).toHaveLength(MAX_ENTRIES + 1)
  })
})

describe('an entry', () => {
  test.each<[string, Partial<PlaylistEntry>]>([
    ['-1,Uno', { title: 'Uno' }],
    ['-1 ,Uno, dos y "tres"', { title: 'Uno, dos y "tres"' }],
    ['0 tvg-id="a",  Uno  ', { title: 'Uno', epgId: 'a' }],
    ['-1 tvg-id="a" group-title="Cine, series",Uno', { title: 'Uno', epgId: 'a', category: 'Cine, series' }],
    [
      '-1 group-title="El "gran" cine" tvg-id="a",Uno',
      { title: 'Uno', epgId: 'a', category: "El 'gran' cine" },
    ],
    ["-1 tvg-id='a b' group-title='Cine',Uno", { title: 'Uno', epgId: 'a b', category: 'Cine' }],
    ['-1 tvg-id=a tvg-chno=7,Uno', { title: 'Uno', epgId: 'a', number: 7 }],
    ['-1 tvg-id="a group-title="Cine",Uno', { title: 'Uno', epgId: 'a', category: 'Cine' }],
    ['-1 tvg-id="a"group-title="Cine",Uno', { title: 'Uno', epgId: 'a', category: 'Cine' }],
    ['-1 tvg-id="a,Uno', { title: 'Uno', epgId: 'a' }],
    ['-1 TVG-ID="a" tvg-name="Nombre",', { title: 'Nombre', epgId: 'a' }],
    ['-1\ttvg-chno="0012"\tstatus="online",\tUno\t', { title: 'Uno', number: 12 }],
    ['-1 tvg-chno="12.1",Uno', { title: 'Uno', number: null }],
    ['-1 tvg-chno="1000000",Uno', { title: 'Uno', number: null }],
    ['-1 tvg-logo="logo.png",Uno', { title: 'Uno', image: '' }],
    ['-1 tvg-logo="javascript:alert(1)",Uno', { title: 'Uno', image: '' }],
    ['-1 tvg-logo="https://tv.example/l.png",Uno', { title: 'Uno', image: 'https://tv.example/l.png' }],
    ['-1 tvg-id="",', { title: '' }],
    ['', { title: '' }],
  ])('%j is understood', (line, fields) => expect(one(line)).toEqual(entry(fields)))

  test('takes its group from a line of its own', () => {
    const text =
      '#EXTM3U\n#EXTINF:-1,Uno\n#EXTGRP: Cine\nhttps://tv.example/1\n#EXTINF:-1,Dos\nhttps://tv.example/2'
    expect(parsePlaylist(text)?.map(({ category }) => category)).toEqual(['Cine', ''])
  })

  test('is parsed in linear time', () => {
    const lines = [
      '"'.repeat(9000),
      'a="x '.repeat(2000),
      'a="'.repeat(3000),
      ' '.repeat(9000),
      "a='".repeat(3000),
    ]
    const text = lines.map((line) => `#EXTINF:-1 ${line}\nhttps://tv.example/1\n`).join('')
    expect(parsePlaylist(text.repeat(40))).toHaveLength(lines.length * 40)
  })
})

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 60 }),
  fc.constantFrom(
    '#EXTINF:-1,x',
    'a"b',
    'a\nb',
    ' a ',
    'x",tvg-id="y',
    '\ufeff',
    "r'n'b",
    'http://x/ y',
    '#',
  ),
)
const anyEntry = fc.record({
  title: anyText,
  link: fc.oneof(anyText, fc.webUrl()),
  number: fc.option(fc.integer({ min: -5, max: 1_100_000 })),
  image: fc.oneof(anyText, fc.webUrl()),
  category: anyText,
  epgId: anyText,
})
const anyChannel = fc.record({
  _id: fc.uuid(),
  number: fc.integer({ min: 0, max: 999_999 }),
  title: anyText,
  image: fc.oneof(fc.webUrl(), fc.constant('/pictures/logo/x.svg')),
  linkInternal: fc.constantFrom('I' as const, 'E' as const),
  link: fc.oneof(anyText, fc.webUrl()),
  category: anyText,
  channelGuide: fc.constantFrom('g1', null),
  epgId: anyText,
})

describe('a written playlist', () => {
  test('is read back unchanged', () => {
    fc.assert(
      fc.property(fc.array(anyEntry), (entries) => {
        const tidy = entries.map(tidyEntry).filter(({ link }) => link !== '')
        expect(parsePlaylist(writePlaylist(tidy))).toEqual(tidy)
      }),
    )
  })

  test('is normalised idempotently', () => {
    fc.assert(
      fc.property(anyEntry, (each) => {
        expect(tidyEntry(tidyEntry(each))).toEqual(tidyEntry(each))
      }),
    )
  })

  test('imports without changes, for any titles', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anyChannel, { selector: ({ _id }) => _id }),
        fc.constantFrom('', 'https://tv.example/base', 'https://tv.example/base/'),
        (channels: StoredChannel[], base) => {
          const text = writePlaylist(channels.map((channel) => entryOf(channel, base)))
          const verdicts = comparePlaylist(parsePlaylist(text) ?? [], channels, base).map(
            ({ verdict }) => verdict,
          )
          // A channel whose address is empty on a line is not playable.
          expect(verdicts.filter((verdict) => verdict !== 'same' && verdict !== 'invalid')).toEqual([])
        },
      ),
    )
  })
})
