import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { channelOf } from '../support/channels.ts'
import { streamHost } from '../support/stream-host.ts'
import { newDatabase, testCleanUp } from './setup.ts'
import { ask, openShop } from './shop.ts'

const HOSTS = 8
const LINKS_OF_HOST = 2
/** Milliseconds for which a host is busy with a request. */
const ANSWER_MS = 400

const { endings, folder } = testCleanUp()

/** A host that records how many requests it gets concurrently. */
const openHost = async () => {
  const host = streamHost()
  await host.listen()
  endings.push(host.close)
  let underWay = 0
  let most = 0
  for (let index = 0; index < LINKS_OF_HOST; index++)
    host.on(`/${index}`, (response) => {
      underWay++
      most = Math.max(most, underWay)
      response.once('close', () => underWay--)
      setTimeout(() => response.end('content'), ANSWER_MS)
    })
  return { host, most: () => most }
}

test('two nodes never request one host concurrently, and checks of a killed one are taken over by the other', async () => {
  const hosts: Awaited<ReturnType<typeof openHost>>[] = []
  for (let index = 0; index < HOSTS; index++) hosts.push(await openHost())
  const shop = await openShop(folder(), await newDatabase(), 1, { ALLOW_PRIVATE_LINKS: 'on' })
  endings.push(() => shop.stop())
  const second = await shop.another(folder())
  endings.push(() => second.stop())
  const links = hosts.flatMap(({ host }) =>
    Array.from({ length: LINKS_OF_HOST }, (_, index) => host.url(`/${index}`)),
  )
  for (const [index, link] of links.entries()) {
    const channel = channelOf({ number: index + 1, title: `Canal ${index}`, link })
    expect((await shop.sa.call('POST', '/api/channels', channel)).status).toBe(201)
  }
  const requested = () => hosts.reduce((sum, { host }) => sum + host.requested.length, 0)
  const asked = { resource: 'channels', filter: {}, expected: links.length }
  expect((await shop.sa.call('POST', '/api/links/checks', asked)).body).toEqual({ links: links.length })
  while (requested() === 0) await pause(5)
  await shop.kill()

  const states = async () =>
    (await ask(second.url(), shop.sa.token, 'GET', '/api/channels/short?limit=100')).rows.map(
      ({ linkState }) => linkState,
    )
  // The leases of the killed node last half a minute.
  while ((await states()).includes('unchecked')) await pause(500)
  expect(await states()).toEqual(links.map(() => 'up'))
  expect(hosts.map(({ most }) => most())).toEqual(hosts.map(() => 1))
  await shop.start()
})
