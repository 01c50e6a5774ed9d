import { describe, expect, it } from 'vitest'
import { API_PATHS } from '../../src/domain/access/resources.ts'
import { ROUTES } from '../../src/domain/access/routes.ts'
import { entryOf, RESOURCES, titleOf } from '../../src/domain/registry.ts'
import { MEDIA_RESOURCES, RESOURCES_OF } from '../../src/domain/support/media-types.ts'

const FILE = 'src/domain/support/media-types.ts'
const media = RESOURCES.filter((resource) => entryOf(resource).isMedia)

describe('the registry', () => {
  it.each(media)(`has visits and reports of %s, which ${FILE} lists`, (resource) => {
    expect(MEDIA_RESOURCES, `MEDIA_RESOURCES in ${FILE} lacks ${resource}`).toContain(resource)
    if (resource === 'episodes') return
    const found = Object.values(RESOURCES_OF).some((resources) => resources.some((each) => each === resource))
    expect(found, `no media type of RESOURCES_OF in ${FILE} finds ${resource}`).toBe(true)
  })

  it('gives each resource an API path and addresses of its own', () => {
    const paths = Object.values(API_PATHS)
    expect(new Set(paths).size).toBe(RESOURCES.length)
    for (const resource of RESOURCES) {
      expect(ROUTES.some((route) => route.resource === resource)).toBe(true)
      expect(titleOf(resource)).toMatch(/^\p{Lu}/u)
    }
  })

  it('gives an article to each entity of the catalogue, for the documentation of the API', () => {
    for (const resource of RESOURCES) {
      const { name, operation } = entryOf(resource)
      if (operation) expect(name.article, `${resource} in src/domain/registry.ts`).toBeDefined()
    }
  })
})
