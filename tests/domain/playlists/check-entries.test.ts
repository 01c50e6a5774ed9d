import { describe, expect, test } from 'vitest'
import { checkEntries, NumberPool } from '../../../src/domain/playlists/check-entries.ts'
import { type PlaylistEntry, withoutStreamState } from '../../../src/domain/playlists/entry.ts'
import { changedStation, newStation, type StoredStation } from '../../../src/domain/playlists/stations.ts'
import { playlistEntry as entry } from '../../support/playlists.ts'

const channel = (fields: Partial<StoredStation> = {}): StoredStation => ({
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

const compare = (entries: PlaylistEntry[], stored: StoredStation[] = [], base = '') =>
  checkEntries(entries, { target: 'channels', stations: stored, base })
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

  test('with a new link matches by name, ignoring case and accents', () => {
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

  test('with the link of an earlier entry is a duplicate', () => {
    const [, second] = compare([entry(), entry({ title: 'Otra vez' })])
    expect(second).toMatchObject({ verdict: 'duplicate', errors: [{ field: 'link' }] })
  })

  test('matches each of two channels with its link once', () => {
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
  ])('without %s is rejected with a message', (_what, fields, message) => {
    expect(compare([entry(fields)])).toMatchObject([{ verdict: 'refused', errors: [{ message }] }])
  })

  test('of an internal channel has its path under the base URL as link', () => {
    const internal = channel({ linkInternal: 'I', link: '/uno.m3u8' })
    expect(verdicts([entry()], [internal], 'https://tv.example/')).toEqual(['same'])
    expect(verdicts([entry({ link: '/uno.m3u8' })], [internal])).toEqual(['same'])
    expect(verdicts([entry({ link: '/uno.m3u8', title: 'Uno' })], [internal])).toEqual(['changed'])
  })
})

test('an entry without a category is rejected unless one is selected', () => {
  const check = (category: string, fields: Partial<PlaylistEntry> = {}) =>
    checkEntries([entry(fields)], { target: 'channels', stations: [], base: '', category })
  expect(check('')).toMatchObject([
    { verdict: 'refused', errors: [{ field: 'category', message: 'Debe digitar la categoría.' }] },
  ])
  expect(check('Cine')).toMatchObject([{ verdict: 'new' }])
  expect(check('', { category: 'TV' })).toMatchObject([{ verdict: 'new' }])
})

describe('the number of a new entry', () => {
  const numbers = (entries: PlaylistEntry[], stored: StoredStation[] = []) =>
    compare(entries, stored).map(({ entry: { number } }) => number)
  const many = (wanted: readonly (number | null)[]) =>
    wanted.map((number, index) => entry({ title: `T${index}`, link: `https://tv.example/${index}`, number }))

  test('is the next free one if it has none, after those of the playlist', () => {
    const stored = [channel({ number: 10, title: 'x', link: 'https://tv.example/x' })]
    expect(numbers(many([null, null, 11, null]), stored)).toEqual([12, 13, 11, 14])
  })

  test('is never that of another channel', () => expect(numbers(many([7, 7]))).toEqual([7, 8]))

  test('begins at 1 after the last one', () => {
    const stored = [channel({ number: 999_999, title: 'x', link: 'https://tv.example/x' })]
    expect(numbers([entry()], stored)).toEqual([1])
    const full = new NumberPool(Array.from({ length: 1_000_000 }, (_, number) => number))
    expect(full.takeNext()).toBeUndefined()
  })
})

describe('a new record', () => {
  const chosen = { category: 'Cine', channelGuide: null }

  test('gets a generated logo and the chosen category', () => {
    expect(newStation('channels', entry({ number: 1 }), chosen).data).toMatchObject({
      number: 1,
      title: 'Canal Uno',
      image: '/pictures/logo/Canal%20Uno.svg',
      linkInternal: 'E',
      link: 'https://tv.example/uno.m3u8',
      category: 'Cine',
      channelGuide: null,
      epgId: '',
      status: true,
    })
  })

  test('has its EPG ID only with the chosen guide', () => {
    const epgIn = (channelGuide: string | null, epgId: string) => {
      const { data } = newStation('channels', entry({ number: 1, epgId }), { ...chosen, channelGuide })
      return [data && 'epgId' in data && data.epgId, data && 'channelGuide' in data && data.channelGuide]
    }
    expect(epgIn('g1', 'uno')).toEqual(['uno', 'g1'])
    expect(epgIn('g1', '')).toEqual(['', null])
    expect(epgIn(null, 'uno')).toEqual(['', null])
  })

  test('is a radio station without link type and guide', () => {
    const { data } = newStation('radios', entry({ number: 1, epgId: 'uno' }), {
      ...chosen,
      channelGuide: 'g1',
    })
    expect(data).toMatchObject({ title: 'Canal Uno', link: 'https://tv.example/uno.m3u8' })
    expect(data).not.toHaveProperty('epgId')
  })
})

describe('a changed channel', () => {
  test('gets a logo for its new title if the old one was generated', () => {
    const image = '/pictures/logo/Canal%20%C3%9Ano.svg'
    expect(changedStation('channels', channel(), { title: 'Canal Úno' })).toEqual({
      title: 'Canal Úno',
      image,
    })
    const own = channel({ image: 'https://tv.example/l.png' })
    expect(changedStation('channels', own, { title: 'Canal Úno' })).toEqual({ title: 'Canal Úno' })
    const both = { title: 'Canal Úno', image: 'https://tv.example/otra.png' }
    expect(changedStation('channels', channel(), both)).toEqual(both)
  })

  test('is external with a new link', () => {
    const fields = { link: 'https://otro.example/1' }
    expect(changedStation('channels', channel(), fields)).toEqual({ ...fields, linkInternal: 'E' })
    expect(changedStation('radios', channel(), fields)).toEqual(fields)
  })
})

test.each([
  ['Canal Uno (1080p)', 'Canal Uno'],
  ['Canal Uno (720p) [Geo-blocked]', 'Canal Uno'],
  ['Canal [Not 24/7] Uno', 'Canal Uno'],
  ['Canal Uno (Dos) [Tres]', 'Canal Uno (Dos) [Tres]'],
  ['(1080p)', '(1080p)'],
])('the title %s is %s without the state of its stream', (title, clean) =>
  expect(withoutStreamState(title)).toBe(clean),
)
