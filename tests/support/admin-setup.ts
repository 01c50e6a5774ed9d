import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { dropToken } from '../../src/admin/api/http.ts'
import { queryClient } from '../../src/admin/api/query-client.ts'
import { slimStyles } from './lean-styles.ts'
import { quickenLabels } from './quick-labels.ts'

quickenLabels()
slimStyles()
// The default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 60_000 })

// jsdom lacks it.
Element.prototype.scrollIntoView = () => undefined

// React and Material UI report defects on the console, so a test that causes one fails.
beforeEach(() => {
  vi.spyOn(console, 'error')
})

// Files of a worker share their modules: a delayed retry of a read would reach the fake API of the next test.
afterEach(() => {
  cleanup()
  // Elements that a test added to the page by hand, which may have the focus.
  document.body.replaceChildren()
  dropToken()
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  const { calls } = vi.mocked(console.error).mock
  vi.restoreAllMocks()
  expect(calls, 'console.error was called').toEqual([])
})
