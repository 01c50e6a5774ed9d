import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startPostgres } from '../support/postgres-server.ts'
import { expectAllSent, killNodes, nothingWaits, onlyLeft, openPost } from './outbox.ts'
import { newDatabase, testCleanUp } from './setup.ts'

const { endings, folder } = testCleanUp()

const FEW = { toHooks: 48, toMails: 12 }

test('a server on the embedded database that is killed while sending finishes every message, and sends no mail twice', async () => {
  const post = await openPost(folder(), undefined, FEW, endings)
  const { shop } = post
  const hooked = post.hooks.next()
  await shop.start()
  await hooked
  post.hooks.release()
  await killNodes(post, [shop], 3)
  await nothingWaits(post)
  await shop.stop()
  const rows = await post.rows()
  expect(rows).toHaveLength(60)
  await expectAllSent(post, rows, 3)
})

test('two nodes that are killed in turn take over each other’s messages', async () => {
  const post = await openPost(folder(), await newDatabase(), FEW, endings)
  const { shop } = post
  await shop.start()
  const second = await shop.another(folder())
  endings.push(() => second.kill())
  const last = await killNodes(post, [shop, second], 3)
  await onlyLeft(post, last)
  await post.endLeases(last)
  await nothingWaits(post)
  const rows = await post.rows()
  expect(rows).toHaveLength(60)
  await expectAllSent(post, rows, 3)
  await Promise.all([shop.stop(), second.stop()])
})

test('on SIGTERM a server finishes messages in progress, and sends no others', async () => {
  const post = await openPost(folder(), undefined, FEW, endings)
  const { shop, hooks, mails } = post
  const caught = [hooks.next(), mails.next()]
  await shop.start()
  await Promise.all(caught)
  // /ready was polled as by a load balancer, so the server keeps serving for two seconds after the signal.
  const state = async () => (await shop.sa.call('GET', '/ready')).body.status
  expect(await state()).toBe('ready')
  const stopped = shop.stop()
  await expect.poll(state).toBe('stopping')
  hooks.release()
  mails.release()
  // Throws unless the status is 0.
  await stopped
  const [hooked, mailed] = [post.receivedHooks(), post.receivedMails()]
  // At most the widths of the workers: nothing was claimed after the signal.
  expect(hooked.length).toBeLessThanOrEqual(16)
  expect(mailed.length).toBeLessThanOrEqual(4)
  for (const { _id, kind, token, ...row } of await post.rows()) {
    const isBegun = kind === 'webhook' ? hooked.includes(token) : mailed.includes(_id)
    expect(row).toMatchObject({
      ...(isBegun ? { state: 'sent', attempt: 1 } : { state: 'waiting', attempt: 0 }),
      leaseUntil: null,
    })
  }
  await shop.start()
  await nothingWaits(post)
  await shop.stop()
  await expectAllSent(post, await post.rows(), 0)
})

test('on SIGTERM a server interrupts messages that do not end, releases them, and exits with 0', async () => {
  const post = await openPost(folder(), undefined, FEW, endings)
  const { shop, hooks, mails } = post
  const caught = [hooks.next(), mails.next()]
  await shop.start()
  await Promise.all(caught)
  await shop.stop()
  const rows = await post.rows()
  const mailed = post.receivedMails()
  for (const { _id, kind, ...row } of rows)
    if (kind === 'mail' && mailed.includes(_id))
      expect(row).toMatchObject({ state: 'unconfirmed', attempt: 1 })
    else expect(row).toMatchObject({ state: 'waiting', attempt: 0, leaseUntil: null })
})

test('messages survive a PostgreSQL that restarts while they are sent', async () => {
  const postgres = await startPostgres(['synchronous_commit=on'])
  endings.push(() => postgres.remove())
  const post = await openPost(folder(), postgres.url, FEW, endings)
  const { shop, hooks, mails } = post
  const caught = [hooks.next(), mails.next()]
  await shop.start()
  await Promise.all(caught)
  await postgres.stop('SIGQUIT')
  hooks.release()
  mails.release()
  await postgres.start()
  while ((await shop.sa.call('GET', '/ready')).status !== 200) await pause(50)
  await nothingWaits(post)
  const rows = await post.rows()
  expect(rows).toHaveLength(60)
  for (const { kind, state } of rows)
    expect(state).toBe(kind === 'mail' && state === 'unconfirmed' ? state : 'sent')
  const mailed = post.receivedMails()
  expect(new Set(mailed).size).toBe(mailed.length)
  await shop.stop()
})
