import { describe, expect, test } from 'vitest'
import { checkEntries } from '../../../src/domain/playlists/check-entries.ts'
import { type PlaylistEntry, splitCategories } from '../../../src/domain/playlists/entry.ts'
import type { StoredStation } from '../../../src/domain/playlists/stations.ts'
import { playlistEntry as entry } from '../../support/playlists.ts'

const channel = (fields: Partial<StoredStation> = {}): StoredStation => ({
  _id: 'c1',
  number: 1,
  title: 'Canal Uno',
  image: 'https://tv.example/l.png',
  linkInternal: 'E',
  link: 'https://tv.example/uno.m3u8',
  category: 'Noticias',
  channelGuide: null,
  epgId: '',
  ...fields,
})

const preview = (entries: PlaylistEntry[], stored: StoredStation[] = []) =>
  checkEntries(entries, { target: 'channels', stations: stored, base: '' })

const named = (title: string, number: number | null = null): PlaylistEntry =>
  entry({ title, number, link: `https://tv.example/${title}`, category: 'TV' })

describe('the number of an entry', () => {
  const entries = [named('a'), named('b', 1), named('c', 7), named('d', 7), named('e')]
  const stored = [channel()]

  test('is shown as it will be assigned', () => {
    const shown = preview(entries, stored).map(({ entry: { number } }) => number)
    expect(shown).toEqual([8, 9, 7, 10, 11])
    // Numbers that were shown stay the same even if other entries are skipped.
    const sent = preview(entries, stored).map(({ entry }) => entry)
    const again = preview(
      sent.filter((_, index) => index === 1 || index === 4),
      stored,
    )
    expect(again.map(({ entry: { number } }) => number)).toEqual([9, 11])
  })

  test('stays that of its channel unless the entry has a free one', () => {
    const other = channel({ _id: 'c2', number: 5, title: 'Cinco', link: 'https://tv.example/5' })
    const shown = (number: number | null) => preview([entry({ number })], [...stored, other])[0]?.entry.number
    expect([null, 1, 5, 6].map(shown)).toEqual([1, 1, 1, 6])
  })

  test('flags duplicate numbers', () => {
    expect(preview(entries, stored).map(({ notes }) => notes)).toEqual([
      [],
      ['El número 1 ya es de «Canal Uno»: recibe el 9.'],
      [],
      ['El número 7 ya es de la entrada 3 («c»): recibe el 10.'],
      [],
    ])
    const [, twice] = preview([named('x', 1), named('y', 1)], stored)
    expect(twice?.notes).toEqual(['El número 1 ya es de «Canal Uno» y de la entrada 1 («x»): recibe el 3.'])
    const other = channel({ _id: 'c2', number: 5, title: 'Cinco', link: 'https://tv.example/5' })
    expect(preview([entry({ number: 5 })], [...stored, other])[0]?.notes).toEqual([
      'El número 5 ya es de «Cinco»: conserva el 1.',
    ])
  })

  test('skips those that changed channels may get', () => {
    const moved = entry({ number: 2 })
    const [, fresh] = preview([moved, named('a')], stored)
    expect(fresh?.entry.number).toBe(3)
  })
})

test('flags equal entries of a playlist', () => {
  const [, sameName, sameLink] = preview([
    named('RadioDos'),
    { ...named('radiodós'), link: 'https://tv.example/otra' },
    { ...named('Otra'), link: 'https://tv.example/RadioDos' },
  ])
  expect(sameName).toMatchObject({ verdict: 'new', notes: ['Se llama igual que la entrada 1.'] })
  expect(sameLink).toMatchObject({
    verdict: 'duplicate',
    errors: [{ message: 'La entrada 1 («RadioDos») ya trae este enlace.' }],
  })
})

describe('a group of several categories', () => {
  test('is split', () => {
    expect(splitCategories('hits;rock')).toEqual(['hits', 'rock'])
    expect(splitCategories(' hits ;; Hits;top 40')).toEqual(['hits', 'top 40'])
    expect(splitCategories(';')).toEqual([])
  })

  test('proposes the first one, and offers all', () => {
    expect(preview([entry({ category: 'hits;rock' })])).toMatchObject([
      { verdict: 'new', entry: { category: 'hits' }, categories: ['hits', 'rock'] },
    ])
    expect(preview([entry({ category: 'hits; ' })])).toMatchObject([
      { entry: { category: 'hits' }, categories: [] },
    ])
  })

  test('is unchanged if the channel has one of them, or all as written', () => {
    for (const category of ['rock', 'hits;rock'])
      expect(preview([entry({ category: 'hits;rock' })], [channel({ category })])).toMatchObject([
        { verdict: 'same', entry: { category }, categories: [] },
      ])
    expect(preview([entry({ category: 'hits;rock' })], [channel()])).toMatchObject([
      { verdict: 'changed', changes: [{ field: 'category', after: 'hits' }], categories: ['hits', 'rock'] },
    ])
  })
})
