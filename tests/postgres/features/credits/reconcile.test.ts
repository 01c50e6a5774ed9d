import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '../../../support/app.ts'
import { hold } from '../../../support/locks.ts'
import { signedIn } from '../../../support/people.ts'

const server = testApp()

test('is refused while another node reconciles', async () => {
  const sa = await signedIn(server, 'sa')
  const end = await hold(server.db, (tx) =>
    tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('reconciliation', 0))`),
  )
  const refused = await sa.get('/api/reconciliation')
  expect(refused.status).toBe(409)
  expect(refused.body.message).toMatch(/otro servidor/)
  await end()
  expect((await sa.get('/api/reconciliation')).body.isSound).toBe(true)
})
