import { describe, expect, test } from 'vitest'
import { comparePlaylist, type StoredChannel } from '../../../src/domain/channels/playlist/compare.ts'
import {
  ENTRY_FIELDS,
  type EntryField,
  type PlaylistEntry,
} from '../../../src/domain/channels/playlist/entry.ts'
import { type Choice, countsOf, planImport } from '../../../src/domain/channels/playlist/plan.ts'
import { NumberPool } from '../../../src/domain/channels/playlist/write.ts'
import { playlistEntry as entry } from '../../support/playlists.ts'

const channel = (fields: Partial<StoredChannel> = {}): StoredChannel => ({
  _id: 'c1',
  number: 1,
  title: 'Canal Uno',
  image: '/pictures/logo/Canal%20Uno.svg',
  linkInternal: 'E',
  link: 'https://tv.example/uno.m3u8',
  category: 'Noticias',
  channelGuide: 'g1',
  epgId: '',
  ...fields,
})

const compare = (entries: PlaylistEntry[], stored: StoredChannel[] = [], base = '') =>
  comparePlaylist(entries, stored, base)
const verdicts = (...parameters: Parameters<typeof compare>) =>
  compare(...parameters).map(({ verdict }) => verdict)
const changes = (...parameters: Parameters<typeof compare>) =>
  compare(...parameters).flatMap((each) =>
    each.changes.map(({ field, before, after }) => [field, before, after]),
  )

describe('an entry', () => {
  test('without a matching channel is new', () => expect(verdicts([entry()])).toEqual(['new']))

  test('without differing values is unchanged, also if it omits some', () => {
    expect(verdicts([entry()], [channel()])).toEqual(['same'])
    expect(verdicts([entry({ number: 1, category: 'Noticias' })], [channel()])).toEqual(['same'])
  })

  test('gives no EPG ID to a channel without a guide', () => {
    const named = entry({ epgId: 'uno.do' })
    expect(verdicts([named], [channel({ channelGuide: null })])).toEqual(['same'])
    expect(changes([named], [channel()])).toEqual([['epgId', '', 'uno.do']])
  })

  test('with differing values is a change that lists them', () => {
    const said = entry({
      title: 'Uno',
      number: 5,
      category: 'Cine',
      image: 'https://tv.example/l.png',
      epgId: 'uno',
    })
    expect(changes([said], [channel()])).toEqual([
      ['number', '1', '5'],
      ['title', 'Canal Uno', 'Uno'],
      ['category', 'Noticias', 'Cine'],
      ['image', '', 'https://tv.example/l.png'],
      ['epgId', '', 'uno'],
    ])
  })

  test('does not take the number of another channel', () => {
    const stored = [channel(), channel({ _id: 'c2', number: 5, title: 'Dos', link: 'https://tv.example/2' })]
    expect(verdicts([entry({ number: 5 })], stored)).toEqual(['same'])
  })

  test('with a new address matches by name, ignoring case and accents', () => {
    const moved = entry({ title: 'CANAL UNO', link: 'https://otro.example/1' })
    expect(changes([moved], [channel({ title: 'Canál Uno' })])).toEqual([
      ['title', 'Canál Uno', 'CANAL UNO'],
      ['link', 'https://tv.example/uno.m3u8', 'https://otro.example/1'],
    ])
  })

  test('does not match by a name that two channels have', () => {
    const stored = [channel(), channel({ _id: 'c2', link: 'https://tv.example/2' })]
    expect(verdicts([entry({ link: 'https://otro.example/1' })], stored)).toEqual(['new'])
    const twice = [entry({ link: 'https://otro.example/1' }), entry({ link: 'https://otro.example/2' })]
    expect(verdicts(twice, [channel()])).toEqual(['new', 'new'])
  })

  test('does not match by name if the EPG IDs differ', () => {
    const abroad = entry({ link: 'https://otro.example/1', epgId: 'CanalUno.ar' })
    expect(verdicts([abroad], [channel({ epgId: 'CanalUno.do' })])).toEqual(['new'])
  })

  test('matches by name if the playlist has another feed of the same channel', () => {
    const feed = entry({ link: 'https://otro.example/1', epgId: 'CanalUno.do@HD' })
    expect(verdicts([feed], [channel({ epgId: 'CanalUno.do@SD' })])).toEqual(['changed'])
  })

  test('matches by its EPG ID only', () => {
    const renamed = entry({ title: 'Uno HD', link: 'https://otro.example/1', epgId: 'uno' })
    expect(verdicts([renamed], [channel({ epgId: 'uno' })])).toEqual(['changed'])
  })

  test('with the address of an earlier entry is a duplicate', () => {
    const [, second] = compare([entry(), entry({ title: 'Otra vez' })])
    expect(second).toMatchObject({ verdict: 'duplicate', problems: [{ field: 'link' }] })
  })

  test('matches one of two channels with its address', () => {
    const stored = [channel(), channel({ _id: 'c2', number: 2 })]
    expect(verdicts([entry(), entry(), entry()], stored)).toEqual(['same', 'same', 'duplicate'])
  })

  test.each<[string, Partial<PlaylistEntry>, string]>([
    ['a title', { title: '' }, 'Debe digitar el título.'],
    ['an address', { link: '' }, 'Debe digitar el enlance.'],
    ['a whole address', { link: 'canales/uno.m3u8' }, 'Link invalido.'],
    ['a safe address', { link: 'javascript:alert(1)' }, 'Link invalido.'],
    ['an address that players open', { link: 'mms://tv.example/1' }, 'Link invalido.'],
    ['a title of fewer letters', { title: 'x'.repeat(301) }, 'Debe tener como máximo 300 caracteres.'],
    ['a group of fewer letters', { category: 'x'.repeat(151) }, 'Debe tener como máximo 150 caracteres.'],
    ['an id of fewer letters', { epgId: 'x'.repeat(201) }, 'Debe tener como máximo 200 caracteres.'],
  ])('that lacks %s is invalid, and says so', (_what, fields, message) => {
    expect(compare([entry(fields)])).toMatchObject([{ verdict: 'invalid', problems: [{ message }] }])
  })

  test('of an internal channel is its path under the base address', () => {
    const internal = channel({ linkInternal: 'I', link: '/uno.m3u8' })
    expect(verdicts([entry()], [internal], 'https://tv.example/')).toEqual(['same'])
    expect(verdicts([entry({ link: '/uno.m3u8' })], [internal])).toEqual(['same'])
    expect(verdicts([entry({ link: '/uno.m3u8', title: 'Uno' })], [internal])).toEqual(['changed'])
  })
})

describe('an import', () => {
  const CHOICES = { category: 'Cine' }
  const take = (channelId: string | null = null, fields: readonly EntryField[] = ENTRY_FIELDS): Choice => ({
    take: true,
    channel: channelId,
    fields,
  })
  const plan = (
    entries: PlaylistEntry[],
    stored: StoredChannel[] = [],
    choices = entries.map(() => take()),
  ) => planImport(comparePlaylist(entries, stored, ''), choices, stored, CHOICES)

  test('assigns missing numbers from the next free ones, after those of the playlist', () => {
    const entries = [1, 2, 3, 4].map((each) =>
      entry({ title: `T${each}`, link: `https://tv.example/${each}`, number: each === 3 ? 11 : null }),
    )
    const { created } = plan(entries, [channel({ number: 10, title: 'x', link: 'https://tv.example/x' })])
    expect(created.map(({ number }) => number)).toEqual([12, 13, 11, 14])
  })

  test('never assigns the number of another channel', () => {
    const entries = [1, 2].map((each) =>
      entry({ title: `T${each}`, link: `https://tv.example/${each}`, number: 7 }),
    )
    const { created } = plan(entries)
    expect(created.map(({ number }) => number)).toEqual([7, 8])
  })

  test('generates a missing logo and fills in a missing category', () => {
    expect(plan([entry()]).created).toEqual([
      {
        number: 1,
        title: 'Canal Uno',
        image: '/pictures/logo/Canal%20Uno.svg',
        linkInternal: 'E',
        link: 'https://tv.example/uno.m3u8',
        category: 'Cine',
        epgId: '',
      },
    ])
  })

  test('requires a category if an entry has none', () => {
    const entries = [entry()]
    const { problems } = planImport(comparePlaylist(entries, [], ''), [take()], [], {
      ...CHOICES,
      category: ' ',
    })
    expect(problems).toEqual([{ field: 'category', message: 'Debe digitar la categoría.' }])
    expect(
      planImport(comparePlaylist([entry({ category: 'TV' })], [], ''), [take()], [], {
        ...CHOICES,
        category: '',
      }).problems,
    ).toEqual([])
  })

  test('applies the values of the entry, and regenerates a logo that was generated for the old title', () => {
    const internal = channel({ linkInternal: 'I', link: 'uno.m3u8' })
    const { changed } = plan([entry({ title: 'Canal Úno' })], [internal], [take('c1')])
    expect(changed).toEqual([
      {
        channel: internal,
        values: {
          number: 1,
          title: 'Canal Úno',
          image: '/pictures/logo/Canal%20%C3%9Ano.svg',
          linkInternal: 'E',
          link: 'https://tv.example/uno.m3u8',
          category: 'Noticias',
          epgId: '',
        },
      },
    ])
  })

  test('changes only the chosen fields', () => {
    const said = entry({ title: 'Canal Úno', link: 'https://otro.example/1' })
    const comparisons = comparePlaylist([said], [channel()], '')
    const planOf = (fields: readonly EntryField[]) =>
      planImport(comparisons, [take('c1', fields)], [channel()], CHOICES)
    expect(planOf(['link']).changed).toMatchObject([
      { values: { title: 'Canal Uno', link: 'https://otro.example/1' } },
    ])
    expect(planOf(['image', 'epgId']).changed).toEqual([])
    expect(planOf([]).changed).toEqual([])
  })

  test('skips entries that were not chosen or changed since the preview', () => {
    const entries = [entry({ title: 'Uno' }), entry({ title: 'Dos', link: 'https://tv.example/2' })]
    const stored = [channel()]
    const comparisons = comparePlaylist(entries, stored, '')
    const choices = [take(null), { take: false, channel: null, fields: [] }]
    const planned = planImport(comparisons, choices, stored, CHOICES)
    expect(planned).toMatchObject({ created: [], changed: [] })
    expect(countsOf(comparisons, planned)).toEqual({
      created: 0,
      changed: 0,
      skipped: 2,
      same: 0,
      duplicate: 0,
      invalid: 0,
    })
  })

  test('reports that no number is left', () => {
    const stored = [channel({ number: 999_999, title: 'x', link: 'https://tv.example/x' })]
    expect(plan([entry()], stored).created).toMatchObject([{ number: 1 }])
    const full = new NumberPool(Array.from({ length: 1_000_000 }, (_, number) => number))
    expect(full.takeNext()).toBeUndefined()
  })
})
