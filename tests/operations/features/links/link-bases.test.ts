import { beforeEach, expect, test } from 'vitest'
import { linkHosts } from '../../../../src/server/platform/database/schema/links.ts'
import { testApp } from '../../../support/app.ts'
import { create, filmOf, linkOf } from '../../../support/films.ts'
import { people, type SignedIn } from '../../../support/people.ts'
import { streamServer } from '../../../support/stream-server.ts'

const server = testApp({ config: { allowPrivateLinks: true } })
const host = streamServer()

let admin: SignedIn
beforeEach(async () => {
  ;({ admin } = await people(server))
  await create(admin, '/api/movies', {
    ...filmOf({ title: 'Uno' }),
    content: ['/uno.mp4', '/dos.mp4'].map((link) => linkOf({ link, linkType: 'I' })),
  })
})

const check = () => admin.post('/api/links/bases/contentUrlBase/checks', { url: host.url('/nueva/') })

test('links are tried under a new base address one after another, and nothing is stored of them', async () => {
  host.on('/nueva/uno.mp4', 'content')
  const { rows } = await check()
  expect(new Map(rows.map(({ url, reason }) => [url, reason]))).toEqual(
    new Map([
      [host.url('/nueva/uno.mp4'), 'works'],
      [host.url('/nueva/dos.mp4'), 'notFound'],
    ]),
  )
  expect(host.requested.toSorted()).toEqual(['/nueva/dos.mp4', '/nueva/uno.mp4'])
  expect((await admin.get('/api/settings')).body.contentUrlBase).toBe('')
  // The worker waits for the pause between two checks.
  expect(await server.db.select().from(linkHosts)).toMatchObject([
    { leaseUntil: null, nextCheck: new Date(server.clock.now().getTime() + 2_000) },
  ])
})

test('a base address whose host is being checked or rests is not tried', async () => {
  const nextCheck = server.clock.now()
  const leaseUntil = new Date(nextCheck.getTime() + 30_000)
  await server.db.insert(linkHosts).values({ host: new URL(host.url('/')).host, nextCheck, leaseUntil })
  const { status, body } = await check()
  expect([status, body.message]).toEqual([
    409,
    'Ese servidor se está comprobando o no respondió varias veces seguidas: inténtelo más tarde.',
  ])
  expect(host.requested).toEqual([])
})
