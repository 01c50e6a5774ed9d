import { expect, it } from 'vitest'
import { repairedByLinks } from '../../../src/domain/support/issue.ts'

it('other links repair reports of links, and those of the report that led there, but no others', () => {
  expect(repairedByLinks(null)).toEqual(['LINK'])
  expect(repairedByLinks('LINK')).toEqual(['LINK'])
  expect(repairedByLinks('VIDEO')).toEqual(['VIDEO', 'LINK'])
  expect(repairedByLinks('nada')).toEqual(['LINK'])
})
