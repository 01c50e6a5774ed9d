import { expect, test } from 'vitest'
import { ALL_DONE, type FirstSteps } from '../../../../src/domain/home/first-steps.ts'
import { recordBackup } from '../../../../src/server/platform/backup/back-up.ts'
import { installation } from '../../../../src/server/platform/database/schema/settings.ts'
import { testApp } from '../../../support/app.ts'
import { channelOf } from '../../../support/channels.ts'
import { type SignedIn, signedIn, storeUser } from '../../../support/people.ts'

const mail = { smtpUrl: 'smtp://x', from: 'tv@example.com', publicUrl: 'https://example.com' }
const server = testApp({ config: { mail } })

const doneSteps = async (sa: SignedIn): Promise<string[]> => {
  const { status, body } = await sa.get('/api/first-steps')
  expect(status).toBe(200)
  return Object.entries(body).flatMap(([name, isDone]) => (isDone ? [name] : []))
}

test('each first step is done once its condition is true (rule W27)', async () => {
  const sa = await signedIn(server, 'sa')
  expect(await doneSteps(sa)).toEqual([])
  const conditions: Record<keyof FirstSteps, () => Promise<unknown>> = {
    prices: () => sa.put('/api/settings', { creditPriceMonthly: 350 }),
    resellers: () => storeUser(server, 'agent'),
    customers: () => storeUser(server, 'app'),
    contents: () => sa.post('/api/channels', channelOf()),
    mail: () => sa.put('/api/settings', { mail: 'tv@example.com' }),
    backup: () => recordBackup(server.db, server.clock.now()),
  }
  const done: string[] = []
  for (const [name, fulfil] of Object.entries(conditions)) {
    await fulfil()
    done.push(name)
    expect(await doneSteps(sa)).toEqual(done)
  }
  await sa.put('/api/settings', { periods: ['MESES', 'AÑOS'] })
  expect(await doneSteps(sa), 'with a period without a price').toEqual(
    done.filter((name) => name !== 'prices'),
  )
})

test('deleted users, demo users and users of other profiles fulfil no step', async () => {
  const sa = await signedIn(server, 'sa')
  await storeUser(server, 'agent', { deletedAt: server.clock.now() })
  await storeUser(server, 'app', { deletedAt: server.clock.now() })
  await storeUser(server, 'demo')
  await storeUser(server, 'Administrador')
  expect(await doneSteps(sa)).toEqual([])
})

test('in the demo all steps are done', async () => {
  const sa = await signedIn(server, 'sa')
  await server.db.insert(installation).values({ isDemo: true, date: server.clock.now() })
  expect((await sa.get('/api/first-steps')).body).toEqual(ALL_DONE)
})

test('a backup is listed among the runs of jobs (rule O7)', async () => {
  const sa = await signedIn(server, 'sa')
  expect(await recordBackup(server.db, server.clock.now())).toBe(true)
  expect((await sa.get('/api/jobs')).rows).toMatchObject([
    { name: 'Copia de seguridad', state: 'done', user: null, canRetry: false },
  ])
})

test('a backup whose proof found differences is listed as failed, and fulfils no step (rule O16)', async () => {
  const sa = await signedIn(server, 'sa')
  const message = 'La copia se restauró y no concuerda.'
  expect(await recordBackup(server.db, server.clock.now(), { state: 'failed', message })).toBe(true)
  expect((await sa.get('/api/jobs')).rows).toMatchObject([{ state: 'failed', message }])
  expect(await doneSteps(sa)).toEqual([])
})

test('only sa reads the first steps', async () => {
  for (const profile of ['Administrador', 'superagent', 'agent'])
    expect((await (await signedIn(server, profile)).get('/api/first-steps')).status, profile).toBe(403)
  expect((await server.anonymous.get('/api/first-steps')).status).toBe(401)
})
