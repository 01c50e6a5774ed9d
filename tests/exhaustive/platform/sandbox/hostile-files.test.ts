import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { fileLimits, IMPORT_MESSAGES } from '../../../../src/domain/imports/import.ts'
import { Invalid } from '../../../../src/server/platform/http/errors.ts'
import type { readTable } from '../../../../src/server/platform/imports/read-table.ts'
import { fileTooCostly } from '../../../../src/server/platform/sandbox/sandbox.ts'
import { apkOf, manifestOf, zipOf } from '../../../support/apk.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { stored } from '../../../support/channels.ts'
import { turnsDuring } from '../../../support/event-loop.ts'
import { feedServer } from '../../../support/feed-server.ts'
import { signedIn } from '../../../support/people.ts'
import { testSandbox } from '../../../support/sandbox.ts'

const feeds = feedServer()
/** Long enough for any machine: only ends files that hang. */
const PATIENT = 600_000
const catalogue = testCatalogue({
  config: { allowPrivateGuides: true },
  reading: { timeLimit: PATIENT, mostWaiting: 50, mostWaitingOfUser: 50 },
})

const MEBIBYTE = 1024 * 1024
const channel = (id: string) => `<channel id="${id}"><display-name>${id}</display-name></channel>`
const programme = (start: string) => `<programme channel="a" start="${start}"><title>x</title></programme>`
/** A gzip file of many members, small but slow to read. */
const repeated = (text: string, times: number, before = '', after = ''): Buffer =>
  Buffer.concat([gzipSync(before), ...Array<Buffer>(times).fill(gzipSync(text)), gzipSync(after)])

const UNREADABLE = ['unreadable']
/** Whether the limit of size or of download time is reached first depends on the machine. */
const TOO_MUCH = ['tooBig', 'tooSlow']

/** Hostile guides by kind with their errors; without one they are readable. */
const GUIDES: [name: string, content: string | Buffer, failures: string[]][] = [
  ['spaces within a time', `<tv>${programme(`20261122000000${' '.repeat(120_000)}x`).repeat(20)}</tv>`, []],
  ['endless digits', `<tv>${programme('2'.repeat(MEBIBYTE)).repeat(3)}${channel('b')}</tv>`, []],
  ['an endless text', repeated('x<b/>'.repeat(200_000), 5, '<tv><channel id="a"><display-name>'), []],
  ['only spaces', repeated(' '.repeat(10 * MEBIBYTE), 30, '<tv>', '</tv>'), TOO_MUCH],
  ['endlessly repeated elements', repeated('<channel id="a"/>'.repeat(500_000), 30, '<tv>'), TOO_MUCH],
  ['deeply nested elements', `<tv>${'<a>'.repeat(300_000)}`, UNREADABLE],
  [
    'attributes without an end',
    `<tv><channel ${Array.from({ length: 200_000 }, (_, index) => `a${index}="1"`).join(' ')}/></tv>`,
    UNREADABLE,
  ],
  ['one long name', `<tv><${'a'.repeat(6 * MEBIBYTE)}/></tv>`, TOO_MUCH],
  ['ampersands', `<tv>${channel('a')}${'&#'.repeat(MEBIBYTE)}</tv>`, TOO_MUCH],
  [
    'entities of entities',
    `<!DOCTYPE tv [<!ENTITY a "ja">${Array.from({ length: 30 }, (_, index) => `<!ENTITY a${index} "${`&a${index - 1};`.repeat(10)}">`).join('')}]><tv><channel id="a"><display-name>&a29;</display-name></channel></tv>`,
    [],
  ],
]

const line = (attributes: string) => `#EXTM3U\n#EXTINF:-1 ${attributes},Uno\nhttps://tv.example/1\n`

const PLAYLISTS: [name: string, content: string][] = [
  ['an unterminated attribute', line(`tvg-id="${'a'.repeat(8 * MEBIBYTE)}"`)],
  ['quotes', line(`tvg-id="${'" '.repeat(4 * MEBIBYTE)}"`)],
  ['unclosed attributes', `${line('a="b '.repeat(1600))}`.repeat(200)],
  ['words between quotes', `${line(`a="${'" a'.repeat(2600)}`)}`.repeat(400)],
  ['equals signs', line('='.repeat(8 * MEBIBYTE))],
  ['only line breaks', `#EXTM3U\n${'\r\n'.repeat(7 * MEBIBYTE)}`],
  ['spaces', `#EXTM3U\n${' '.repeat(15 * MEBIBYTE)}x`],
]

/** The manifest with this many attributes at the same offset. */
const crowded = (attributes: number): Buffer => {
  const manifest = manifestOf()
  const at = manifest.indexOf(Buffer.from([20, 0, 20, 0, 3, 0]))
  manifest.writeUInt16LE(0, at + 2)
  manifest.writeUInt16LE(attributes, at + 4)
  return manifest
}
const manifestEntry = (content: Buffer) => ({ name: 'AndroidManifest.xml', content })

const FILES: [name: string, content: Buffer, status: number][] = [
  ['a directory of a hundred thousand entries', manyEntries(100_000), 422],
  ['a manifest of 65,535 attributes', zipOf([manifestEntry(crowded(65_535))]), 200],
  [
    'a manifest that unpacks to more than declared',
    zipOf([{ ...manifestEntry(Buffer.alloc(64 * MEBIBYTE)), claimed: 3 * MEBIBYTE }]),
    422,
  ],
  ['a manifest of zeros', zipOf([manifestEntry(Buffer.alloc(4 * MEBIBYTE))]), 422],
  ['ends of archives', Buffer.concat([apkOf(), Buffer.from('PK\u0005\u0006'.repeat(16_000), 'latin1')]), 422],
]

function manyEntries(count: number): Buffer {
  const whole = zipOf([{ name: '', content: Buffer.alloc(0), isStored: true }])
  const [start, end] = [
    whole.indexOf('PK\u0001\u0002', 0, 'latin1'),
    whole.indexOf('PK\u0005\u0006', 0, 'latin1'),
  ]
  const directory = Buffer.concat(Array<Buffer>(count).fill(whole.subarray(start, end)))
  const record = Buffer.from(whole.subarray(end))
  record.writeUInt32LE(directory.length, 12)
  return Buffer.concat([whole.subarray(0, start), directory, record])
}

/** Sends other requests until the work is done; returns the number of responses. */
async function answersDuring<T>(work: Promise<T>): Promise<{ answers: number; turns: number; outcome: T }> {
  let isDone = false
  let answers = 0
  const finished = turnsDuring(work).finally(() => {
    isDone = true
  })
  while (!isDone) {
    const { status } = await catalogue.anonymous.get('/health')
    if (status === 200) answers++
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { ...(await finished), answers }
}

test('hostile guides are parsed or rejected while other requests are served', async () => {
  const guides = await Promise.all(
    GUIDES.map(async ([name, content], index) => {
      feeds.serve(`/${index}.xml`, content)
      const { _id } = await stored(catalogue.operator, '/api/channel/guides', {
        name,
        url: feeds.at(`/${index}.xml`),
      })
      return _id
    }),
  )
  const asked = guides.map((id) => catalogue.operator.get(`/api/channel/guides/${id}/channels?search=`))
  const { outcome, answers, turns } = await answersDuring(Promise.all(asked))
  expect(outcome.map(({ status, body }, index) => [GUIDES[index]?.[0], status, body.code ?? ''])).toEqual(
    GUIDES.map(([name, , failures]) =>
      failures.length === 0
        ? [name, 200, '']
        : [name, expect.toBeOneOf([502, 504]), expect.toBeOneOf(failures)],
    ),
  )
  expect(Math.min(answers, turns)).toBeGreaterThan(50)
})

test('hostile playlists are parsed or rejected while other requests are served', async () => {
  const headers = { 'content-type': 'audio/x-mpegurl' }
  const asked = PLAYLISTS.map(([, content]) =>
    catalogue.operator.post('/api/channels/import/preview', content, { headers }),
  )
  const { outcome, answers } = await answersDuring(Promise.all(asked))
  expect(outcome.map(({ status }, index) => [PLAYLISTS[index]?.[0], status])).toEqual(
    PLAYLISTS.map(([name]) => [name, expect.toSatisfy((status: number) => [200, 422].includes(status))]),
  )
  expect(answers).toBeGreaterThan(20)
})

test('hostile application files are parsed or rejected while other requests are served', async () => {
  const sa = await signedIn(catalogue.test, 'sa')
  for (const [name, content, status] of FILES) {
    const sent = catalogue.test.app.inject({
      method: 'PUT',
      url: '/api/apk',
      headers: { authorization: `Bearer ${sa.token}`, 'content-type': 'application/octet-stream' },
      payload: content,
    })
    const { outcome, answers } = await answersDuring(sent)
    expect([name, outcome]).toMatchObject([name, { statusCode: status }])
    expect(answers).toBeGreaterThan(3)
  }
})

const MAX_ROWS = fileLimits('movies').rows

const TABLES: readonly string[] = [
  '"',
  '""',
  '"a',
  '"\n',
  '" ',
  '"x" ',
  '"x";',
  ';',
  '\n',
  '\r',
  '\r\n',
  'a\n',
  '";"\n',
]

test.each(TABLES)('a table of only %j is parsed or refused in less than quadratic time', async (part) => {
  const sandbox = testSandbox({ timeLimit: PATIENT })
  const text = `title;year\n${part.repeat((8 * MEBIBYTE) / part.length)}`
  const outcome = await sandbox
    .parse<typeof readTable>(
      'table',
      { bytes: Buffer.from(text), mostRows: MAX_ROWS },
      {
        user: 'ana',
        stopped: () => new Error('too slow'),
      },
    )
    .then(
      () => 'read',
      (error: unknown) => (error instanceof Invalid ? 'refused' : error),
    )
    .finally(() => sandbox.close())
  expect(['read', 'refused']).toContain(outcome)
})

test('a table with more rows than a spreadsheet can have is refused before its end, even if they are blank', async () => {
  const sandbox = testSandbox({ timeLimit: PATIENT })
  const text = `title;year\n${'\n'.repeat(1_200_000)}`
  const reading = sandbox.parse<typeof readTable>(
    'table',
    { bytes: Buffer.from(text), mostRows: MAX_ROWS },
    {
      user: 'ana',
      stopped: fileTooCostly,
    },
  )
  const message = IMPORT_MESSAGES.tooManyRows(MAX_ROWS)
  await expect(reading).rejects.toMatchObject({ errors: [{ field: '', message }] })
  await sandbox.close()
})
