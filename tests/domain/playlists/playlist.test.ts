import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkEntries } from '../../../src/domain/playlists/check-entries.ts'
import { type PlaylistEntry, tidyEntry, toEntry } from '../../../src/domain/playlists/entry.ts'
import { MAX_ENTRIES, PlaylistReader, parsePlaylist } from '../../../src/domain/playlists/parse.ts'
import type { StoredStation } from '../../../src/domain/playlists/stations.ts'
import { writePlaylist } from '../../../src/domain/playlists/write.ts'
import { fieldFile } from '../../support/field-files.ts'
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

  test('reports entries without a link and links without an entry', () => {
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
  ])('%j is understood', (line, fields) => {
    const { notes: _, ...read } = one(line) ?? entry()
    expect(read).toEqual(entry(fields))
  })

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

describe('an entry as other programs write it', () => {
  const read = (name: string) => parsePlaylist(fieldFile(name).toString('utf8')) ?? []

  test('may have commas before and between its attributes, and spaces around the equals signs', () => {
    expect(read('01-extinf-coma-tras-duracion.m3u')).toMatchObject(
      ['Uno', 'Dos', 'Tres', 'Cuatro'].map((name) => ({
        title: `Canal ${name} de Prueba`,
        epgId: `Canal${name}.do`,
        category: 'Nacionales',
      })),
    )
  })

  test('drops unknown attributes with a note, without damage to the others', () => {
    const entries = read('02-extinf-atributo-raro.m3u')
    expect(entries.map(({ title, epgId, category }) => [title, epgId, category])).toEqual([
      ['Canal Cinco de Prueba', 'CanalCinco.do', 'Nacionales'],
      ['Canal Seis de Prueba', 'CanalSeis.do', 'Nacionales'],
      ['Canal Siete de Prueba', 'CanalSiete.do', 'Nacionales'],
      ['Canal Ocho de Prueba', 'CanalOcho.do', 'Canales HD'],
    ])
    expect(entries.map(({ notes }) => notes)).toEqual([
      ['No se entendió «radio» en su descripción.'],
      ['No se entendió «$ExtFilter="Cine"» en su descripción.'],
      ['No se entendió «tvg.shift="2"» en su descripción.'],
      undefined,
    ])
  })

  test('belongs to the group that an earlier line opened', () => {
    expect(read('03-extgrp-abre-grupo.m3u').map(({ title, category }) => [title, category])).toEqual([
      ['Noticias A de Prueba', 'Noticias'],
      ['Noticias B de Prueba', 'Noticias'],
      ['Cine A de Prueba', 'Cine'],
      ['Cine B de Prueba', 'Cine'],
    ])
    const text =
      '#EXTM3U\n#EXTGRP:Cine\n#EXTINF:-1,A\n#EXTGRP:Otra\nudp://a\n#EXTINF:-1,B\nudp://b\n#EXTINF:-1 group-title="Su",C\nudp://c'
    expect(parsePlaylist(text)?.map(({ category }) => category)).toEqual(['Otra', 'Cine', 'Su'])
  })

  test('may have an rtp or srt link, its number as tvg-chnum, and headers after its link', () => {
    const entries = read('04-rtp-y-cabeceras.m3u')
    expect(entries.map(({ number }) => number)).toEqual([1, 2, null, null, null, null])
    expect(entries[2]?.notes).toEqual(['El número «5.1» no se toma: no es entero, de 0 a 999999.'])
    expect(entries[3]?.link).toBe(
      'http://tv.example/r1/cab.m3u8|User-Agent=Mozilla/5.0%20(Windows%20NT%2010.0)%20Prueba',
    )
    expect(
      checkEntries(entries, { target: 'channels', stations: [], base: '' }).map(({ verdict }) => verdict),
    ).toEqual(Array(6).fill('new'))
  })

  test('keeps a logo URL with spaces, encoded', () =>
    expect(read('12-logo-con-espacios.m3u').map(({ image }) => image)).toEqual([
      'http://logos.example/picons/Canal%20Uno%20HD.png',
      'http://logos.example/picons/CanalDos.png',
    ]))

  test('has its entities decoded before its categories are separated', () => {
    const entries = read('20-entidades.m3u')
    expect(entries).toMatchObject([{ title: 'A&E HD', category: 'Cine & Series' }])
    expect(checkEntries(entries, { target: 'channels', stations: [], base: '' })).toMatchObject([
      { categories: [] },
    ])
  })

  test('has no control characters, nor do its notes', () => {
    const [entry] =
      parsePlaylist(
        '#EXTINF:-1 tvg-id="a\u0000b" \u0000junk tvg-chno="x\u0000",U\u0000no\nhttps://a.b/\u0000',
      ) ?? []
    expect(JSON.stringify(entry)).not.toMatch(/\\u00/)
    expect(entry?.notes).toHaveLength(2)
  })

  test('has a note on its damaged bytes', () => {
    const notes = read('10-un-byte-danado.m3u').map(({ notes }) => notes)
    expect(notes).toEqual([undefined, undefined, [expect.stringContaining('�')]])
  })

  test.each(['-1', '0', '', '-1.5'])(
    'of the duration %j is live, unless its link is that of a video',
    (duration) => {
      const links = [
        'http://a/1.ts',
        'http://a/movie/u/p/2.ts',
        'http://a/series/u/p/3',
        'http://a/4.mp4?x=1',
        'http://a/5.MKV',
      ]
      const text = links.map((link) => `#EXTINF:${duration},x\n${link}`).join('\n')
      expect(parsePlaylist(text, { onlyLive: true })?.map(({ link }) => link)).toEqual(['http://a/1.ts'])
      expect(parsePlaylist(text)).toHaveLength(5)
    },
  )

  test('with a duration is not live', () =>
    expect(parsePlaylist('#EXTINF:5400,x\nhttp://a/1.ts', { onlyLive: true })).toEqual([]))

  test('is read the same in chunks of any size', () => {
    const text = fieldFile('02-extinf-atributo-raro.m3u').toString('utf8')
    const reader = new PlaylistReader()
    for (const char of text) reader.write(char)
    expect(reader.end()).toEqual(parsePlaylist(text))
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
    'A&amp;E',
    'tvg-id="x",Uno',
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
        (channels: StoredStation[], base) => {
          const text = writePlaylist(channels.map((channel) => toEntry(channel, base)))
          const verdicts = checkEntries(parsePlaylist(text) ?? [], {
            target: 'channels',
            stations: channels,
            base,
          }).map(({ verdict }) => verdict)
          // A channel whose link is written as an empty line is not playable.
          expect(verdicts.filter((verdict) => verdict !== 'same' && verdict !== 'refused')).toEqual([])
        },
      ),
    )
  })
})
