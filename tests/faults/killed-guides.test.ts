import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { channelOf } from '../support/channels.ts'
import { startFeeds } from '../support/feeds.ts'
import { xmltvOf } from '../support/xmltv.ts'
import { newDatabase, testCleanUp } from './setup.ts'
import { ask, openShop, type Shop } from './shop.ts'

const GUIDES = ['uno', 'dos', 'tres']
const RUN = '/api/jobs/schedules/guides/run'

const { endings, folder } = testCleanUp()

const feedOf = (name: string) => xmltvOf({ [`${name}.do`]: `Canal ${name}` })

/** Opens a server whose channels use three guides; the first request for `held` gets no response. */
const openStation = async (url: string | undefined, held?: string) => {
  const feeds = await startFeeds()
  endings.push(feeds.close)
  const shop = await openShop(folder(), url, 1, { ALLOW_PRIVATE_GUIDES: 'on' })
  endings.push(() => shop.stop())
  const post = async (path: string, body: Record<string, unknown>) => {
    const answer = await shop.sa.call('POST', path, body)
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
    return String(answer.body._id)
  }
  const path = (name: string) => `/${name}.xml`
  const ids: string[] = []
  for (const [index, name] of GUIDES.entries()) {
    const answer = (response: ServerResponse) => {
      if (name !== held || feeds.asked(path(name)) > 1) response.end(feedOf(name))
    }
    feeds.serve(path(name), answer)
    const channelGuide = await post('/api/channel/guides', { name, url: feeds.at(path(name)) })
    await post('/api/channels', channelOf({ number: index + 1, title: name, channelGuide, epgId: 'x' }))
    ids.push(channelGuide)
  }
  return { shop, ids, asked: () => GUIDES.map((name) => feeds.asked(path(name))) }
}

/** Waits until the run of the guides has ended; expects all of them to be stored. */
const expectRead = async (url: string, token: string, ids: readonly string[]) => {
  const rowsAt = async (path: string) => (await ask(url, token, 'GET', path)).rows
  const runs = () => rowsAt('/api/jobs?kind=guides')
  const hasEnded = async () => (await runs()).some(({ state }) => state === 'done')
  while (!(await hasEnded())) await pause(100)
  expect(await runs()).toMatchObject([{ state: 'done', done: GUIDES.length }])
  for (const [index, id] of ids.entries())
    expect(await rowsAt(`/api/channel/guides/${id}/channels?search=&stored=true`)).toMatchObject([
      { epgId: `${GUIDES[index]}.do` },
    ])
}

const hurry = async ({ sa }: Pick<Shop, 'sa'>, url: string) => (await ask(url, sa.token, 'POST', RUN)).status

test('a guide that a killed server was reading is read after its next start, and those before it are not read again', async () => {
  const { shop, ids, asked } = await openStation(undefined, 'dos')
  expect(await hurry(shop, shop.url())).toBe(202)
  while (asked()[1] === 0) await pause(5)
  await shop.kill()
  await shop.start()
  await expectRead(shop.url(), shop.sa.token, ids)
  expect(asked()).toEqual([1, 2, 1])
})

test('another node continues with the guides of a killed one', async () => {
  const { shop, ids, asked } = await openStation(await newDatabase(), 'dos')
  expect(await hurry(shop, shop.url())).toBe(202)
  while (asked()[1] === 0) await pause(5)
  await shop.kill()
  const second = await shop.another(folder())
  endings.push(() => second.stop())
  // The chunk of the killed node counts as lost after a minute.
  await expectRead(second.url(), shop.sa.token, ids)
  expect(asked()).toEqual([1, 2, 1])
  await shop.start()
})

test('two nodes that are requested concurrently read each guide once', async () => {
  const { shop, ids, asked } = await openStation(await newDatabase())
  const second = await shop.another(folder())
  endings.push(() => second.stop())
  const statuses = await Promise.all([shop.url(), second.url()].map((url) => hurry(shop, url)))
  expect(statuses).toContain(202)
  await expectRead(second.url(), shop.sa.token, ids)
  expect(asked()).toEqual([1, 1, 1])
})
