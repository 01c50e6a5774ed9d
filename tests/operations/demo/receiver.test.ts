import { describe, expect, test } from 'vitest'
import { moveReceiver, RECEIVER_URL, receiverRoute } from '../../../src/server/demo/receiver.ts'
import { webhooks } from '../../../src/server/platform/database/schema/outbox.ts'
import { testApp } from '../../support/app.ts'

const PATH = new URL(RECEIVER_URL).pathname

describe('the receiver of a demo', () => {
  const server = testApp({ prepare: receiverRoute })

  test('accepts deliveries without a session', async () => {
    expect(await server.anonymous.post(PATH, { type: 'test' })).toMatchObject({ status: 204, text: '' })
  })

  test('moves with the address that is served, and leaves the webhooks of others', async () => {
    const date = server.context.now()
    const webhook = { events: [], secret: 'whsec_ZGVtbw==', dateCreate: date, dateUpdate: date }
    const own = { ...webhook, _id: 'own', name: 'own', url: RECEIVER_URL }
    const other = { ...webhook, _id: 'other', name: 'other', url: 'https://crm.example/hook' }
    await server.db.insert(webhooks).values([own, other])
    const url = await moveReceiver(server.db, 'http://127.0.0.1:3100')
    expect(url).toBe(`http://127.0.0.1:3100${PATH}`)
    expect(await server.db.select().from(webhooks).orderBy(webhooks._id)).toMatchObject([
      { _id: 'other', url: other.url },
      { _id: 'own', url, dateUpdate: date },
    ])
  })
})

describe('any other server', () => {
  const server = testApp()

  test('has no receiver', async () => {
    expect((await server.anonymous.post(PATH, { type: 'test' })).status).toBe(404)
  })
})
