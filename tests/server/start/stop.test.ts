import { afterEach, expect, test, vi } from 'vitest'
import { buildApp } from '../../../src/server/app.ts'
import { Worker } from '../../../src/server/platform/tasks/worker.ts'
import { type Running, stopOnSignals } from '../../../src/server/start/stop.ts'
import { testApp } from '../../support/app.ts'
import { QUIET } from '../../support/jobs.ts'

const server = testApp()

/** Registers the handlers and returns that of SIGTERM, detached from real signals. */
const handlerOf = (running: Running): (() => void) => {
  const registered = vi.spyOn(process, 'on')
  stopOnSignals(running)
  const listeners = new Map(registered.mock.calls.map(([signal, listener]) => [signal, listener]))
  for (const [signal, listener] of listeners) process.off(signal, listener)
  return () => listeners.get('SIGTERM')?.('SIGTERM')
}

const exit = () =>
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`)
  })

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a hanging shutdown exits with 1 fifteen seconds after the signal', async () => {
  const app = await buildApp(server.context)
  app.addHook('onClose', () => new Promise<void>(() => undefined))
  const stop = handlerOf({ app })
  exit()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  stop()
  vi.advanceTimersByTime(14_999)
  expect(() => vi.advanceTimersByTime(1)).toThrow('exit 1')
})

/** An exit that returns, since the test process continues. */
const goOn = () => undefined as never

/** The test database must stay open as well. */
const databaseThat = (endStatements: () => void) => ({
  ...server.database.database,
  endStatements,
  close: async () => undefined,
})

test('statements are ended eight seconds after the signal, and connections with pending requests after ten', async () => {
  const app = await buildApp(server.context)
  app.addHook('onClose', () => new Promise<void>(() => undefined))
  const cut = vi.spyOn(app.server, 'closeAllConnections')
  const end = vi.fn()
  const stop = handlerOf({ app, database: databaseThat(end) })
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  stop()
  vi.advanceTimersByTime(7_999)
  expect(end).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(end).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(1_999)
  expect(cut).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(cut).toHaveBeenCalledOnce()
})

test('a job that does not end is abandoned, and the process exits with 0', async () => {
  const app = await buildApp(server.context)
  const worker = new Worker(server.context, { isAlone: false, ...QUIET })
  vi.spyOn(worker, 'stop').mockReturnValue(new Promise(() => undefined))
  const closed = vi.spyOn(app, 'close')
  const ended = vi.spyOn(process, 'exit').mockImplementation(goOn)
  const stop = handlerOf({ app, worker, database: databaseThat(() => undefined) })
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  stop()
  await closed.mock.results[0]?.value
  vi.advanceTimersByTime(10_000)
  await expect.poll(() => ended.mock.calls).toEqual([[0]])
})
