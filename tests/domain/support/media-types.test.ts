import { expect, it } from 'vitest'
import { CATEGORY_TYPES } from '../../../src/domain/contents/category.ts'
import {
  MEDIA_TYPE_NAMES,
  MEDIA_TYPES,
  onDemandMediaType,
  onDemandTypes,
  resourcesForMedia,
} from '../../../src/domain/support/media-types.ts'

it('knows the media types of rule R1, each with a Spanish name of its own', () => {
  expect(MEDIA_TYPES).toEqual(
    expect.arrayContaining(['Movie', 'Serie', 'Tv', 'Documentary', 'Sport', 'Music']),
  )
  expect(new Set(Object.values(MEDIA_TYPE_NAMES)).size).toBe(MEDIA_TYPES.length)
})

it('counts radio as live television, and on-demand items by their own type', () => {
  expect(resourcesForMedia('Tv')).toEqual(['channels', 'radios', 'discoveries'])
  expect(onDemandMediaType('DISCOVER')).toBe('Movie')
  expect(onDemandMediaType('TV EN VIVO')).toBe('Tv')
  for (const type of CATEGORY_TYPES) expect(onDemandTypes(onDemandMediaType(type))).toContain(type)
})
