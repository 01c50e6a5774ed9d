import { expect, test } from 'vitest'
import { listUrl, periodDays } from '../../../../src/admin/kit/charts/links.ts'

test('a bar of a day filters by that day, a bar of a month only by its days within the chart', () => {
  expect(periodDays('2028-02-29')).toEqual({ dateBeging: '2028-02-29', dateFinish: '2028-02-29' })
  expect(periodDays('2028-02')).toEqual({ dateBeging: '2028-02-01', dateFinish: '2028-02-29' })
  expect(periodDays('2026-11', { from: '2026-11-10' })).toEqual({
    dateBeging: '2026-11-10',
    dateFinish: '2026-11-30',
  })
  expect(periodDays('2026-11', { from: '2026-08-10', to: '2026-11-20' })).toEqual({
    dateBeging: '2026-11-01',
    dateFinish: '2026-11-20',
  })
})

test('keeps other query parameters except the page', () => {
  const others = new URLSearchParams('content=c1&page=3&filter={"q":"x"}')
  const [path, query] = listUrl('/histories', { mediaType: 'Movie' }, others).split('?')
  expect(path).toBe('/histories')
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
    content: 'c1',
    filter: '{"mediaType":"Movie"}',
  })
})
