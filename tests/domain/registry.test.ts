import { describe, expect, it } from 'vitest'
import { isListScreen, ROUTES } from '../../src/domain/access/routes.ts'
import { UNLISTED } from '../../src/domain/api.ts'
import { listPurpose } from '../../src/domain/list-purposes.ts'
import { API_PATHS, RESOURCES, resourceTitle } from '../../src/domain/registry.ts'
import { MEDIA_RESOURCES, MEDIA_TYPES, resourcesForMedia } from '../../src/domain/support/media-types.ts'

describe('the registry', () => {
  it('covers visits and reports of each content that viewers play', () => {
    const found = new Set<string>(MEDIA_TYPES.flatMap(resourcesForMedia))
    expect([...found, 'episodes'].sort()).toEqual([...MEDIA_RESOURCES].sort())
  })

  it('has the types of each catalogue entity in CatalogueEntity', () => {
    expect(UNLISTED).toEqual({})
  })

  it('gives each resource a unique API path, a route and a title', () => {
    const paths = Object.values(API_PATHS)
    expect(new Set(paths).size).toBe(RESOURCES.length)
    for (const resource of RESOURCES) {
      expect(ROUTES.some((route) => route.resource === resource)).toBe(true)
      expect(resourceTitle(resource)).toMatch(/^\p{Lu}/u)
    }
  })

  it('says in one sentence what each list is for (rule W29)', () => {
    const listed = new Set(ROUTES.filter(isListScreen).flatMap(({ resource }) => resource ?? []))
    for (const resource of listed) expect(listPurpose(resource), resource).toMatch(/^\p{Lu}[^.]+\.$/u)
  })
})
