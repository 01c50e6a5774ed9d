import { expect, test } from 'vitest'
import { type Row, validationErrorsOf } from '../../../support/app.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { channelOf, stored } from '../../../support/channels.ts'
import { playlistClient } from '../../../support/playlists.ts'

const catalogue = testCatalogue()
const { channels, preview } = playlistClient(() => catalogue.operator)

const entry = (changes: Row = {}): Row => ({
  title: 'Uno',
  link: 'https://tv.example/uno.m3u8',
  number: null,
  image: '',
  category: '',
  epgId: '',
  take: true,
  ...changes,
})
const post = (body: unknown) => catalogue.operator.post('/api/channels/import', body)

test.each([
  ['null', null],
  ['a list', [entry()]],
  ['no entries', { category: 'TV' }],
  ['entries that are none', { category: 'TV', entries: [null] }],
  ['entries without an address', { category: 'TV', entries: [{ title: 'x', take: true }] }],
  ['an unknown field', { category: 'TV', entries: [entry({ userCreate: 'yo' })] }],
  ['a number that is a text', { category: 'TV', entries: [entry({ number: '1 or 1=1' })] }],
  ['an id that is none', { category: 'TV', entries: [entry({ channel: '../x' })] }],
  ['a category that is an object', { category: { $ne: null }, entries: [] }],
  ['a batch of its own', { category: 'TV', entries: [], batchId: 'x' }],
  ['too many entries', { category: 'TV', entries: Array(20_001).fill(entry()) }],
  ['half a letter', { category: '\ud800', entries: [entry()] }],
])('an import of %s is a 422 and imports nothing', async (_what, body) => {
  const answer = await post(body)
  expect(answer.status).toBe(422)
  expect(answer.text).not.toMatch(/zod|drizzle|sql|stack|node_modules|src\/|expected/i)
  expect(await channels()).toEqual([])
})

test('made-up entries are validated like channels', async () => {
  const made = [
    entry({ title: 'x'.repeat(301) }),
    entry({ link: 'javascript:alert(1)' }),
    entry({ link: 'JavaScript:alert(1)' }),
    entry({ link: 'data:text/html,x' }),
    entry({ link: '/etc/passwd' }),
    entry({ title: ' \u0001' }),
    entry({ title: 'Logo', image: 'javascript:alert(1)' }),
    entry({ title: 'Número', link: 'https://tv.example/2', number: 1e300 }),
  ]
  const { status, body } = await post({ entries: made, category: 'TV' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ created: 2, invalid: 6 })
  expect(await channels()).toMatchObject([
    { number: 1, title: 'Logo', image: '/pictures/logo/Logo.svg' },
    { number: 2, title: 'Número' },
  ])
})

test.each(['\u0000', 'Letras \ud800'])(
  'a title that cannot be stored (%j) is a 422 that names it',
  async (title) => {
    const answer = await post({ entries: [entry(), entry({ title })], category: 'TV' })
    expect(Object.keys(validationErrorsOf(answer))).toEqual(['entries.1.title'])
    expect(await channels()).toEqual([])
  },
)

test('formulas and scripts are plain text', async () => {
  const titles = [
    '=HYPERLINK("http://x")',
    '<img src=x onerror=alert(1)>',
    "'; drop table channels; --",
    '{{7*7}}',
  ]
  const list = titles.map((title, index) => `#EXTINF:-1,${title}\nhttps://tv.example/${index}\n`)
  const { rows } = await preview(`#EXTM3U\n${list.join('')}`)
  await post({ category: 'TV', entries: rows.map((row) => entry({ title: row.title, link: row.link })) })
  expect((await channels()).map(({ title }) => title)).toEqual(titles)
})

test('an entry only changes the channel that the server matches', async () => {
  const mine = await stored(catalogue.operator, '/api/channels', channelOf({ title: 'Uno' }))
  const other = await stored(
    catalogue.operator,
    '/api/channels',
    channelOf({ title: 'Dos', link: 'https://tv.example/2' }),
  )
  const { body } = await post({ category: 'TV', entries: [entry({ channel: other._id })] })
  expect(body).toMatchObject({ changed: 0, created: 0, skipped: 1 })
  expect(await channels()).toEqual([mine, other])
})

test.each(['x', '..%2f', "'or'1'='1", '00000000-0000-7000-8000-000000000000', '%00'])(
  'undoing %s is a 404',
  async (id) => {
    expect((await catalogue.operator.delete(`/api/channels/import/${id}`)).status).toBe(404)
  },
)
