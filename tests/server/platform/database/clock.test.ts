import { afterEach, expect, test, vi } from 'vitest'
import { buildApp } from '../../../../src/server/app.ts'
import { DatabaseClock, readTime } from '../../../../src/server/platform/database/clock.ts'
import { clientOf, testApp } from '../../../support/app.ts'
import { HOUR, MINUTE } from '../../../support/clock.ts'
import { people } from '../../../support/people.ts'
import { silentLog } from '../../../support/silent-log.ts'

const server = testApp()

afterEach(() => vi.useRealTimers())

/** Moves the system clock, but not the monotonic one. */
const jump = (milliseconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })

const differenceTo = async ({ now }: DatabaseClock) => Math.abs(now().getTime() - (await readTime(server.db)))

test("shows the database's time, also if the system clock is wrong or jumps", async () => {
  jump(13 * HOUR)
  const clock = await DatabaseClock.start(() => readTime(server.db), silentLog)
  expect(await differenceTo(clock)).toBeLessThan(MINUTE)
  jump(-40 * HOUR)
  expect(await differenceTo(clock)).toBeLessThan(MINUTE)
})

test('logs once that the system clock is hours ahead, and follows the database when it is corrected', async () => {
  const said: unknown[] = []
  let time = Date.now() - 13 * HOUR
  const log = { ...silentLog, warn: (fields: object) => said.push(fields) }
  const clock = await DatabaseClock.start(async () => time, log)
  await clock.set()
  expect(said).toEqual([{ seconds: 13 * 3600 }])
  time = Date.now()
  await clock.set()
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(MINUTE)
})

test('is as exact as the shortest of several round trips', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  // The first answer is read late, as by a process that is still starting.
  const delays = [2_000, 10]
  const clock = await DatabaseClock.start(async () => {
    const time = Date.now()
    vi.advanceTimersByTime(delays.shift() ?? 30)
    return time
  }, silentLog)
  expect(Date.now() - clock.now().getTime()).toBe(5)
})

test('a node 13 hours ahead expires no session', async () => {
  const { sa } = await people(server)
  jump(13 * HOUR)
  // Test sessions start at the test clock, so the database's clock is set to it too.
  const clock = await DatabaseClock.start(async () => server.clock.now().getTime(), silentLog)
  const node = await buildApp({ ...server.context, db: server.db, now: clock.now })
  expect((await clientOf(node, sa.token).get('/api/users/me')).status).toBe(200)
  await node.close()
})
