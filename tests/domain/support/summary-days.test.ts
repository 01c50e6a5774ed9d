import { describe, expect, it } from 'vitest'
import { summaryDays } from '../../../src/domain/support/history.ts'

const today = '2026-03-15'

describe('the days of a summary', () => {
  it.each([
    ['the last 366 without dates', {}, '2025-03-15', today],
    ['those asked for', { dateBeging: '2026-01-01', dateFinish: '2026-01-31' }, '2026-01-01', '2026-01-31'],
    ['366 up to a last day', { dateFinish: '2024-02-29' }, '2023-03-01', '2024-02-29'],
    ['up to today from a first day', { dateBeging: '2026-03-01' }, '2026-03-01', today],
    ['none after today', { dateBeging: '2026-03-01', dateFinish: '2999-12-31' }, '2026-03-01', today],
    ['none before the year 1000', { dateFinish: '1000-01-05' }, '1000-01-01', '1000-01-05'],
    ['the last 366 of a longer time', { dateBeging: '2020-01-01' }, '2025-03-15', today],
  ])('are %s', (_name, asked, from, to) => {
    expect(summaryDays(asked, today)).toEqual({ from, to })
  })
})
