import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { mailWork } from '../../../../src/server/features/outbox/mail-worker.ts'
import { webhookWork } from '../../../../src/server/features/outbox/webhook-worker.ts'
import { testApp } from '../../../support/app.ts'
import { people, storeUser } from '../../../support/people.ts'
import { costlySteps } from '../../../support/plans.ts'

const server = testApp({ keep: true, own: true })
const MAIL = { smtpUrl: 'smtp://x', from: 'a@cartelera.example', publicUrl: 'https://cartelera.example' }

/** Ten thousand mails and deliveries that are due or in progress, and as many that were sent. */
beforeAll(async () => {
  const { sa } = await people(server)
  const { _id } = await storeUser(server, 'app')
  for (let made = 0; made < 10; made++)
    await sa.post('/api/webhooks', { name: 'CRM', url: 'https://crm.example/', events: ['user.created'] })
  const now = server.clock.now().toISOString()
  const add = (kind: string, reason: string, user: string | null, state: string) =>
    server.db.execute(sql`
      insert into outbox (_id, kind, reason, user_id, webhook, token, date, state, next_attempt, lease_until, claimed)
      select gen_random_uuid()::text, ${kind}, ${reason}, ${user}, hooks[1 + n % 10], n::text,
        at - n * interval '1 s', ${state}, at - n * interval '1 s',
        case when ${state} = 'waiting' and n % 2000 = 0 then at + interval '20 s' end,
        case when ${state} = 'sent' then at - n * interval '10 s' end
      from generate_series(1, 10000) n, (select ${now}::timestamptz as at) t,
        (select array_agg(_id) as hooks from webhooks where ${user}::text is null) w`)
  for (const state of ['waiting', 'sent']) {
    await add('mail', 'expiry', _id, state)
    await add('webhook', 'user.created', null, state)
  }
  await server.db.execute(sql`vacuum analyze`)
})
test.each([
  ['mail', () => mailWork(server.context, MAIL)],
  ['webhook', () => webhookWork(server.context)],
])('a claim of the worker %s reads only what it claims', async (_, worker) => {
  const work = worker()
  const claim = async () => {
    const rows = await server.db.transaction((tx) => work.claim(tx, server.clock.now(), 16))
    expect(rows.length).toBeGreaterThan(4)
  }
  const costly = (step: () => Promise<unknown>) => costlySteps(server.database.url, 'outbox', step)
  expect(await costly(claim)).toEqual([])
  expect(await costly(() => work.nextDue(server.db))).toEqual([])
  expect(await costly(() => work.recover(server.db, server.clock.now()))).toEqual([])
})
