import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  reachable,
  reportFailure,
  reportResponse,
  useConnection,
  watchConnection,
} from '../../../src/admin/api/connection.ts'

test('a response to a request sent before the connection was lost does not count as a recovery', async () => {
  const health = vi.fn<() => Promise<Response>>().mockRejectedValue(new TypeError('Failed to fetch'))
  vi.stubGlobal('fetch', health)
  const stop = watchConnection('/health')
  const { result } = renderHook(() => useConnection())
  const sent = performance.now() - 1
  act(reportFailure)
  expect(result.current).toBe('down')
  act(() => reportResponse(undefined, sent))
  expect(result.current).toBe('down')
  act(() => reportResponse(undefined))
  expect(result.current).toBe('up')

  health.mockResolvedValue(new Response())
  await act(async () => {
    window.dispatchEvent(new Event('online'))
    await reachable()
  })
  stop()
  vi.unstubAllGlobals()
})

test('a connection lost while the server was busy stays lost until it responds', async () => {
  vi.useFakeTimers()
  const health = vi.fn<() => Promise<Response>>().mockRejectedValue(new TypeError('Failed to fetch'))
  vi.stubGlobal('fetch', health)
  const stop = watchConnection('/health')
  const { result } = renderHook(() => useConnection())
  act(() => reportResponse(1))
  expect(result.current).toBe('busy')
  act(reportFailure)
  await act(() => vi.advanceTimersByTimeAsync(6_500))
  expect(result.current).toBe('down')

  health.mockResolvedValue(new Response())
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(result.current).toBe('up')
  stop()
})
