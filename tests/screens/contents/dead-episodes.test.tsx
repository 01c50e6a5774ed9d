import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Admin, Resource } from 'react-admin'
import { expect, it } from 'vitest'
import { adminProps } from '../../../src/admin/app/layout/admin-props.tsx'
import * as series from '../../../src/admin/features/contents/series.tsx'
import { readNavigation } from '../../../src/admin/kit/page/list-navigation.ts'
import { allGrants } from '../../../src/domain/access/permissions.ts'
import { episodeEntity } from '../../../src/domain/contents/episode.ts'
import { seriesEntity } from '../../../src/domain/contents/series.ts'
import { answerOf, meOf, settingsOf } from '../../support/answers.ts'
import { fakeApi } from '../../support/fake-api.ts'
import { withContentScreens } from '../../support/open-contents.tsx'
import { openPage } from '../../support/pages.tsx'

withContentScreens()

const SERIE = answerOf(seriesEntity.schemas.row, { _id: 's1', title: 'Faro', rated: 'TV-14' })
const EPISODES = ['e1', 'e2'].map((_id) =>
  answerOf(episodeEntity.schemas.row, { _id, title: _id, serieId: 's1' }),
)

const openList = (filter: object) => {
  const asked = fakeApi({
    'GET /api/users/me': { body: meOf({ routeAccess: allGrants() }) },
    'GET /api/settings': { body: settingsOf() },
    'GET /api/series/short': { body: [SERIE] },
    'GET /api/series/size': { body: { count: 1 } },
    'GET /api/series/all_episode/s1': { body: EPISODES },
    'GET /api/series/all_episode/s1/size': { body: { count: 2 } },
  })
  const { router } = openPage(
    {
      '/episode/s1/e1': <p>el episodio</p>,
      '/serie/s1': <p>la serie</p>,
      '*': (
        <Admin {...adminProps}>
          <Resource name="series" list={series.list} edit={series.edit} />
        </Admin>
      ),
    },
    `/serie?filter=${encodeURIComponent(JSON.stringify(filter))}`,
  )
  return { asked, router }
}

it.each(['link', 'row'])(
  'in the list of dead links, the %s of a series opens its first episode with one',
  async (place) => {
    const { asked, router } = openList({ quality: 'dead_link' })
    const link = await screen.findByRole('link', { name: 'Faro' })
    await userEvent.click(place === 'link' ? link : screen.getByRole('row', { name: /Faro/ }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/episode/s1/e1'))
    expect(asked.find(({ path }) => path === '/api/series/all_episode/s1')?.query).toMatchObject({
      quality: 'dead_link',
      sort: 'season',
    })
    expect(readNavigation('episodes/s1')).toMatchObject({
      ids: ['e1', 'e2'],
      params: { filter: { quality: 'dead_link' } },
    })
  },
)

it('in other lists a series opens its own form', async () => {
  const { router } = openList({ quality: 'no_cover' })
  await userEvent.click(await screen.findByRole('link', { name: 'Faro' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/serie/s1'))
})
