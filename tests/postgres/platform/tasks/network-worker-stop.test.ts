import { expect, test } from 'vitest'
import { lockClaims } from '../../../../src/server/features/outbox/messages.ts'
import { webhookWork } from '../../../../src/server/features/outbox/webhook-worker.ts'
import { outbox } from '../../../../src/server/platform/database/schema/outbox.ts'
import { allowAnyIp } from '../../../../src/server/platform/outbound/ip-policy.ts'
import { NetworkWorker } from '../../../../src/server/platform/tasks/network-worker.ts'
import { testApp } from '../../../support/app.ts'
import { hold, untilWaiting } from '../../../support/locks.ts'
import { people } from '../../../support/people.ts'
import { receiver } from '../../../support/receiver.ts'
import { silentLog } from '../../../support/silent-log.ts'

const server = testApp()
const inbox = receiver()

const start = () => {
  const worker = new NetworkWorker(server.context, webhookWork(server.context, allowAnyIp), {
    ...{ isAlone: false, log: silentLog, times: { poll: 1 } },
  })
  worker.start()
  return worker
}

const queue = async (deliveries: number) => {
  const { sa } = await people(server)
  const hook = { name: 'CRM', url: inbox.url(), events: ['user.created'] }
  const { body } = await sa.post('/api/webhooks', hook)
  for (let sent = 0; sent < deliveries; sent++) await sa.post(`/api/webhooks/${body._id}/test`)
}

test('a worker that stops while its claim waits for another node claims nothing', async () => {
  await queue(1)
  const release = await hold(server.db, (tx) => lockClaims(tx, 'webhook'))
  const worker = start()
  await untilWaiting(server.db)
  await worker.stop()
  await release()
  expect(await server.db.select().from(outbox)).toMatchObject([
    { state: 'waiting', attempt: 0, leaseUntil: null },
  ])
  expect(inbox.received).toEqual([])
})

test('two workers on one database deliver each message once, and at most two at a time to one URL', async () => {
  await queue(12)
  let underWay = 0
  let most = 0
  inbox.answer((response) => {
    most = Math.max(most, ++underWay)
    // After the requests that arrived together.
    setImmediate(() => {
      underWay--
      response.writeHead(204).end()
    })
  })
  const workers = [start(), start()]
  await expect
    .poll(async () => (await server.db.select().from(outbox)).map(({ state }) => state))
    .toEqual(Array(12).fill('sent'))
  await Promise.all(workers.map((worker) => worker.stop()))
  expect(most).toBeLessThanOrEqual(2)
  const ids = inbox.received.map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(12)
  expect(ids).toHaveLength(12)
})
