import { waitFor } from '@testing-library/react'
import { Admin, Resource as ResourceScreens } from 'react-admin'
import { beforeEach, expect, it } from 'vitest'
import { storeToken } from '../../src/admin/api/http.ts'
import { adminProps } from '../../src/admin/app/layout/admin-props.tsx'
import { RESOURCE_SCREENS, type ResourceScreens as Screens } from '../../src/admin/app/screens.ts'
import { allGrants } from '../../src/domain/access/permissions.ts'
import { guideEntity } from '../../src/domain/channels/channel-guide.ts'
import { EPISODE_ENDPOINTS, newEpisodeSchema } from '../../src/domain/contents/episode.ts'
import { ENTITIES } from '../../src/domain/entities.ts'
import { entryOf, type Resource } from '../../src/domain/registry.ts'
import { answerOf, meOf, settingsOf } from '../support/answers.ts'
import { fakeApi } from '../support/fake-api.ts'
import { fakeMedia, openPage } from '../support/pages.tsx'

beforeEach(() => {
  fakeMedia()
  window.scrollTo = () => undefined
  storeToken('t')
})

const createPath = (resource: Resource): string | undefined =>
  entryOf(resource).screens.find(({ view }) => view === 'create')?.path

const SCREENS: Readonly<Partial<Record<Resource, Screens>>> = RESOURCE_SCREENS

const FORMS = [
  ...ENTITIES.map(({ resource, schemas }) => [resource, createPath(resource), schemas.new] as const),
  ['episodes', '/episode/x1/-1', newEpisodeSchema] as const,
]

// An instant is one field, edited by one input for its day and one for its time.
const editedFields = (): Set<string | undefined> =>
  new Set(
    [...document.querySelectorAll('form [name], form [data-field]')].map((input) =>
      (input.getAttribute('name') ?? input.getAttribute('data-field'))?.replace(/Time$/, ''),
    ),
  )

it.each(FORMS)(
  'the form of a new record of %s has exactly the fields of its schema',
  async (resource, path = '', { shape }) => {
    fakeApi({
      'GET /api/users/me': { body: meOf({ routeAccess: allGrants() }) },
      'GET /api/settings': { body: settingsOf() },
      'GET /api/batches': { body: [] },
      'GET /api/categories': { body: [] },
      'GET /api/categories/size': { body: { count: 0 } },
      'GET /api/channel/guides': { body: [answerOf(guideEntity.schemas.row, { _id: 'g1' })] },
      'GET /api/channel/guides/size': { body: { count: 1 } },
      'GET /api/series/all_episode/x1/seasons': {
        body: answerOf(EPISODE_ENDPOINTS.seasons.response[200], { _id: 'x1' }),
      },
    })
    const screen = SCREENS[resource]?.create
    await screen?.load()
    openPage(
      {
        '*': (
          <Admin {...adminProps}>
            <ResourceScreens name={resource} create={screen?.component()} />
          </Admin>
        ),
      },
      path,
    )
    const inputs = `inputs of the form of ${resource}: its file is in src/admin/app/screens.ts`
    await waitFor(() => expect([...editedFields()].sort(), inputs).toEqual(Object.keys(shape).sort()))
  },
)
