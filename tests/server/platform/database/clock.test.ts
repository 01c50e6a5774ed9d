import { afterEach, expect, test, vi } from 'vitest'
import { buildApp } from '../../../../src/server/app.ts'
import { DatabaseClock, timeOf } from '../../../../src/server/platform/database/clock.ts'
import { clientOf, testApp } from '../../../support/app.ts'
import { HOUR } from '../../../support/clock.ts'
import { people } from '../../../support/people.ts'
import { silentLog } from '../../../support/silent-log.ts'

const server = testApp()

afterEach(() => vi.useRealTimers())

/** Sets this machine's clock forward; the steady one goes on as it was. */
const jump = (milliseconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })

const differenceTo = async ({ now }: DatabaseClock) => Math.abs(now().getTime() - (await timeOf(server.db)))

test("shows the database's time, whatever the machine's clock says and however it jumps", async () => {
  jump(13 * HOUR)
  const clock = await DatabaseClock.start(() => timeOf(server.db), silentLog)
  expect(await differenceTo(clock)).toBeLessThan(5_000)
  jump(-40 * HOUR)
  expect(await differenceTo(clock)).toBeLessThan(5_000)
})

test('says once that the machine is hours ahead, and follows the database when that is set right', async () => {
  const said: unknown[] = []
  let time = Date.now() - 13 * HOUR
  const log = { ...silentLog, warn: (fields: object) => said.push(fields) }
  const clock = await DatabaseClock.start(async () => time, log)
  await clock.set()
  expect(said).toEqual([{ seconds: 13 * 3600 }])
  time = Date.now()
  await clock.set()
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(1_000)
})

test('a node 13 hours ahead ends no session', async () => {
  const { sa } = await people(server)
  jump(13 * HOUR)
  // Sessions of the tests begin at the time of their own clock: the database's stands there, too.
  const clock = await DatabaseClock.start(async () => server.clock.now().getTime(), silentLog)
  const node = await buildApp({ ...server.context, db: server.db, now: clock.now })
  expect((await clientOf(node, sa.token).get('/api/users/me')).status).toBe(200)
  await node.close()
})
