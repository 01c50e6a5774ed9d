import { expect, test } from 'vitest'
import { expectAllSent, killNodes, nothingWaits, openPost } from '../faults/outbox.ts'
import { newDatabase, testCleanUp } from '../faults/setup.ts'

const KILLS = 20
/** At most 60 mails a minute are sent. */
const MANY = { toHooks: 900, toMails: 100 }

const { endings, folder } = testCleanUp()

test('a server on the embedded database that is killed twenty times sends a thousand messages', async () => {
  const post = await openPost(folder(), undefined, MANY, endings)
  await post.shop.start()
  await killNodes(post, [post.shop], KILLS)
  await nothingWaits(post)
  await post.shop.stop()
  const rows = await post.rows()
  expect(rows).toHaveLength(1_000)
  await expectAllSent(post, rows, KILLS)
})

test('two nodes that are killed twenty times send a thousand messages', async () => {
  const post = await openPost(folder(), await newDatabase(), MANY, endings)
  await post.shop.start()
  const second = await post.shop.another(folder())
  endings.push(() => second.kill())
  await killNodes(post, [post.shop, second], KILLS)
  await nothingWaits(post)
  const rows = await post.rows()
  expect(rows).toHaveLength(1_000)
  await expectAllSent(post, rows, KILLS)
  await Promise.all([post.shop.stop(), second.stop()])
})
