import { expect, test } from 'vitest'
import { COLLECTIONS } from '../../../../src/server/collections.ts'
import type { Row } from '../../../support/app.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { type CommonEntity, ENTITIES } from '../../../support/entities.ts'
import { create } from '../../../support/films.ts'

const catalogue = testCatalogue()

/** Shown columns that no list sorts by: pictures, and fields that do not help to find a record. */
const UNSORTED = ['covertImage', 'image', 'children', 'released', 'runtime']

test.each(COLLECTIONS.map((each) => [each.entity.resource, each] as const))(
  'the list of %s sorts by every column that it shows, except pictures and a few others',
  (resource, { shown, sorts }) => {
    const sortable = shown.filter((column) => !UNSORTED.includes(column))
    expect(Object.keys(sorts), `sorts of the collection of ${resource} in src/server/features`).toEqual(
      expect.arrayContaining(sortable),
    )
  },
)

const three = async (kind: CommonEntity, changes: readonly Row[]) => {
  const { path, body } = ENTITIES[kind]
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

test('URLs, EPG IDs and codes are sorted ignoring case', async () => {
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
        'channel_lists',
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
  const guide = await create(catalogue.operator, '/api/channel/guides', ENTITIES.guides.body)
  const channels = await three(
    'channels',
    ['b.do', 'A.do', 'c.do'].map((epgId) => ({ epgId, channelGuide: guide._id })),
  )
  expect(await sorted(channels, 'epgId')).toEqual(['A.do', 'b.do', 'c.do'])
})

test('sorting by rating groups adult contents', async () => {
  const marks = [{ isAdult: true }, { isAdult: false }, { isAdult: true }]
  for (const kind of ['channels', 'channel_lists'] as const)
    expect(await sorted(await three(kind, marks), 'isAdult')).toEqual([false, true, true])
})
