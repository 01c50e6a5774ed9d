import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { slimStyles } from './lean-styles.ts'
import { quickenLabels } from './quick-labels.ts'

quickenLabels()
slimStyles()
// The default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 15_000 })

// React and Material UI report real faults on the console, so a test that causes one fails.
beforeEach(() => {
  vi.spyOn(console, 'error')
})

afterEach(() => {
  cleanup()
  const { calls } = vi.mocked(console.error).mock
  vi.restoreAllMocks()
  expect(calls, 'console.error was called').toEqual([])
})
