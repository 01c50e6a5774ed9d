import { expect, it } from 'vitest'
import { repairedByLinks } from '../../../src/domain/support/repaired-by-links.ts'

it('other links repair reports of links, and those of the report that led there, but no others', () => {
  expect(repairedByLinks(null)).toEqual(['LINK'])
  expect(repairedByLinks('LINK')).toEqual(['LINK'])
  expect(repairedByLinks('VIDEO')).toEqual(['LINK', 'VIDEO'])
})
