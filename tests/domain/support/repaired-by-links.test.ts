import { expect, it } from 'vitest'
import { repairedByLinks } from '../../../src/domain/support/repaired-by-links.ts'

it('changed links repair reports of links and of the type that led to the edit, and no others', () => {
  expect(repairedByLinks(null)).toEqual(['LINK'])
  expect(repairedByLinks('LINK')).toEqual(['LINK'])
  expect(repairedByLinks('VIDEO')).toEqual(['LINK', 'VIDEO'])
})
