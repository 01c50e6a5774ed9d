import { getEventListeners, once } from 'node:events'
import { expect, test } from 'vitest'
import { limitedSignal } from '../../../../src/server/platform/outbound/limited-signal.ts'

const LONG = 60_000

test('a limited signal aborts with its parent, also with one that already has', () => {
  const parent = new AbortController()
  const early = limitedSignal(parent.signal, LONG)
  parent.abort('stopping')
  const late = limitedSignal(parent.signal, LONG)
  expect([early.signal.reason, late.signal.reason]).toEqual(['stopping', 'stopping'])
  early.end()
  late.end()
})

test('a limited signal aborts as a timeout when its time is up', async () => {
  const { signal, end } = limitedSignal(new AbortController().signal, 1)
  if (!signal.aborted) await once(signal, 'abort')
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' })
  end()
})

test('a limited signal that was ended never aborts, and leaves no listener on its parent', () => {
  const parent = new AbortController()
  const { signal, end } = limitedSignal(parent.signal, LONG)
  expect(getEventListeners(parent.signal, 'abort')).toHaveLength(1)
  end()
  expect(getEventListeners(parent.signal, 'abort')).toEqual([])
  parent.abort()
  expect(signal.aborted).toBe(false)
})
