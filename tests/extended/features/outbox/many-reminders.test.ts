import { count, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { reminders } from '../../../../src/server/features/outbox/reminders.ts'
import { outbox } from '../../../../src/server/platform/database/schema/outbox.ts'
import { testApp } from '../../../support/app.ts'
import { runChunk } from '../../../support/jobs.ts'
import { people, storeUser } from '../../../support/people.ts'
import { sentBy } from '../../../support/statements.ts'
import { storeCopies } from '../../../support/user-copies.ts'

const mail = {
  ...{ smtpUrl: 'smtp://x', from: 'avisos@cartelera.example', publicUrl: 'https://cartelera.example' },
}
const server = testApp({ config: { mail }, own: true })

const PEOPLE = 10_000

test('thousands of due reminders are written in chunks, each with few statements', async () => {
  const { sa } = await people(server)
  await sa.put('/api/settings', { mailReminders: true })
  const hook = { name: 'CRM', url: 'https://crm.example/', events: ['user.expiring'] }
  expect((await sa.post('/api/webhooks', hook)).status).toBe(201)
  const one = await storeUser(server, 'app', {
    email: 'ana@correo.example',
    mailNotify: true,
    dateExpire: new Date('2026-03-18T16:00:00Z'),
  })
  await storeCopies(server.db, one._id, PEOPLE - 1)

  const written: number[] = []
  const statements: number[] = []
  const size = async () => (await server.db.select({ rows: count() }).from(outbox))[0]?.rows ?? 0
  let before = 0
  for (let state = 'more'; state === 'more'; ) {
    const { answer, sent } = await sentBy(() => runChunk(server.context, reminders))
    state = answer
    statements.push(sent.length)
    const after = await size()
    written.push(after - before)
    before = after
  }
  expect(before).toBe(2 * PEOPLE)
  expect(Math.max(...written)).toBeLessThanOrEqual(1_000)
  expect(Math.max(...statements)).toBeLessThan(20)
  const { rows } = await server.db.execute(
    sql`select kind, count(distinct key)::int as keys from outbox group by kind order by kind`,
  )
  expect(rows).toEqual([
    { kind: 'mail', keys: PEOPLE },
    { kind: 'webhook', keys: PEOPLE },
  ])
})
