import { expect, test } from 'vitest'
import { WEBHOOK_MESSAGES } from '../../../../src/domain/outbox/webhook.ts'
import { newId } from '../../../../src/server/platform/database/ids.ts'
import { webhooks } from '../../../../src/server/platform/database/schema/outbox.ts'
import { testApp } from '../../../support/app.ts'
import { people } from '../../../support/people.ts'

const server = testApp()

test('a webhook that was switched off automatically is reported to sa until it is on again (rule N11)', async () => {
  const { sa, admin } = await people(server)
  const date = server.clock.now()
  const [off, byHand] = [newId(), newId()]
  const common = { url: 'https://crm.example/', events: [], secret: '', dateCreate: date, dateUpdate: date }
  await server.db.insert(webhooks).values([
    {
      ...common,
      _id: off,
      name: 'CRM',
      events: ['user.created'],
      isOn: false,
      message: WEBHOOK_MESSAGES.gone,
    },
    { ...common, _id: byHand, name: 'Chat', isOn: false },
    { ...common, _id: newId(), name: 'Otro' },
  ])
  expect((await sa.get('/api/notices')).rows).toEqual([
    { code: 'webhook-off', message: `Webhook «CRM»: ${WEBHOOK_MESSAGES.gone}` },
  ])
  expect((await admin.get('/api/notices')).status).toBe(403)
  expect((await sa.put(`/api/webhooks/${off}`, { isOn: true })).status).toBe(200)
  expect((await sa.get('/api/notices')).rows).toEqual([])
})

test('the current user is told whether the server can send mails and look films up', async () => {
  const { agent } = await people(server)
  expect((await agent.get('/api/users/me')).body).toMatchObject({ isMailOn: false, isFilmLookupOn: false })
})
