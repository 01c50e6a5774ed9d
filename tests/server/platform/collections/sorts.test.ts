import { expect, test } from 'vitest'
import { channelCollections } from '../../../../src/server/features/channels/collections.ts'
import { contentCollections } from '../../../../src/server/features/contents/collections.ts'
import { episodeCollection } from '../../../../src/server/features/contents/episodes.ts'
import type { Collection } from '../../../../src/server/platform/database/collection.ts'
import type { Row } from '../../../support/app.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { ENTITIES } from '../../../support/entities.ts'
import { create } from '../../../support/films.ts'

const catalogue = testCatalogue()

const COLLECTIONS: Collection[] = [...contentCollections, ...channelCollections, episodeCollection]

/** Columns of each list with a stored value, by their API names. */
const FILM = ['title', 'year', 'genres', 'view', 'mailOrigin', 'reference', 'dateUpdate', 'status']
const STATION = ['number', 'title', 'category', 'dateUpdate', 'status']
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  categories: ['name', 'descriptionEnglish', 'type', 'dateUpdate', 'status'],
  movies: [...FILM, 'hasLinkReserved'],
  documentaries: [...FILM, 'hasLinkReserved'],
  discoveries: [...FILM, 'hasLinkReserved'],
  musics: [...FILM, 'hasLinkReserved'],
  sports: [...FILM, 'hasLinkReserved'],
  series: [...FILM, 'episodes', 'imdbId'],
  episodes: ['episode', 'season', 'title', 'view', 'mailOrigin', 'reference', 'info', 'status'],
  radios: STATION,
  channels: [...STATION, 'epgId', 'isAdult'],
  guides: ['name', 'url', 'gzip', 'dateUpdate', 'status'],
  channel_lists: ['title', 'link', 'isAdult', 'dateUpdate', 'status'],
}

test.each(COLLECTIONS.map((each) => [each.entity.resource, each] as const))(
  'the list of %s sorts by every column with a stored value',
  (resource, { sorts }) => {
    expect(Object.keys(sorts)).toEqual(expect.arrayContaining([...(SHOWN[resource] ?? [])]))
  },
)

const three = async (kind: string, changes: readonly Row[]) => {
  const { path, body } = ENTITIES[kind] ?? { path: '', body: {} }
  for (const change of changes) await create(catalogue.operator, path, { ...body, ...change })
  return path
}

const sorted = async (path: string, sort: string) => {
  const rows = async (order: string) =>
    (await catalogue.operator.get(`${path}/short?sort=${sort}&order=${order}`)).rows.map((row) => row[sort])
  const up = await rows('asc')
  expect(await rows('desc')).toEqual(up.toReversed())
  return up
}

test('addresses, EPG IDs and codes are sorted ignoring case', async () => {
  const urls = ['https://b.example/x', 'https://A.example/x', 'https://c.example/x']
  const inOrder = ['https://A.example/x', 'https://b.example/x', 'https://c.example/x']
  expect(
    await sorted(
      await three(
        'guides',
        urls.map((url) => ({ url })),
      ),
      'url',
    ),
  ).toEqual(inOrder)
  expect(
    await sorted(
      await three(
        'channel lists',
        urls.map((link) => ({ link })),
      ),
      'link',
    ),
  ).toEqual(inOrder)
  const codes = ['tt0000002', 'TT0000001', '']
  const series = await three(
    'series',
    codes.map((imdbId) => ({ imdbId })),
  )
  expect(await sorted(series, 'imdbId')).toEqual(['', 'TT0000001', 'tt0000002'])
  const guide = await create(catalogue.operator, '/api/channel/guides', { ...ENTITIES.guides?.body })
  const channels = await three(
    'channels',
    ['b.do', 'A.do', 'c.do'].map((epgId) => ({ epgId, channelGuide: guide._id })),
  )
  expect(await sorted(channels, 'epgId')).toEqual(['A.do', 'b.do', 'c.do'])
})

test('sorting by rating groups adult contents', async () => {
  const marks = [{ isAdult: true }, { isAdult: false }, { isAdult: true }]
  for (const kind of ['channels', 'channel lists'])
    expect(await sorted(await three(kind, marks), 'isAdult')).toEqual([false, true, true])
})
