import { afterEach, expect, test, vi } from 'vitest'
import { buildApp } from '../../../src/server/app.ts'
import { type Running, stopOnSignals } from '../../../src/server/start/stop.ts'
import { testApp } from '../../support/app.ts'

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

test('connections with a pending request are cut ten seconds after the signal', async () => {
  const app = await buildApp(server.context)
  app.addHook('onClose', () => new Promise<void>(() => undefined))
  const cut = vi.spyOn(app.server, 'closeAllConnections')
  const stop = handlerOf({ app })
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  stop()
  vi.advanceTimersByTime(9_999)
  expect(cut).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(cut).toHaveBeenCalledOnce()
})
