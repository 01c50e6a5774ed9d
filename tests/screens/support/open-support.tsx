import { screen } from '@testing-library/react'
import userEvents, { PointerEventsCheckLevel } from '@testing-library/user-event'
import { Admin, CustomRoutes, Resource } from 'react-admin'
import { Route } from 'react-router-dom'
import { beforeEach } from 'vitest'
import { storeToken } from '../../../src/admin/api/http.ts'
import { pathOf } from '../../../src/admin/api/paths.ts'
import { adminProps } from '../../../src/admin/app/layout/admin-props.tsx'
import { ActivityScreen } from '../../../src/admin/features/support/ActivityScreen.tsx'
import { HistoryList, UserHistory } from '../../../src/admin/features/support/histories/HistoryList.tsx'
import { IssueList } from '../../../src/admin/features/support/issues/IssueList.tsx'
import { allGrants } from '../../../src/domain/access/permissions.ts'
import type { History, HistorySummary } from '../../../src/domain/support/history.ts'
import type { ListedGroup, ListedIssue } from '../../../src/domain/support/issue-endpoints.ts'
import { meOf, settingsOf } from '../../support/answers.ts'
import { fakeApi } from '../../support/fake-api.ts'
import { fakeMedia, openPage } from '../../support/pages.tsx'

/** An open report of a film. */
export const issue = (fields: Partial<ListedIssue> = {}): ListedIssue => ({
  _id: 'i1',
  title: 'La isla mínima',
  reference: 'R-7',
  mediaId: 'm1',
  mediaType: 'Movie',
  resource: 'movies',
  parentId: null,
  issueType: 'VIDEO',
  status: false,
  date: '2026-11-20T18:30:05.000Z',
  userUpdate: '',
  dateUpdate: '2026-11-20T18:30:05.000Z',
  assignee: null,
  assigneeName: null,
  comments: 0,
  isAnswered: false,
  ...fields,
})

/** The group of reports of one type of that film. */
export const issueGroup = (fields: Partial<ListedGroup> = {}): ListedGroup => ({
  _id: 'g1',
  title: 'La isla mínima',
  reference: 'R-7',
  mediaId: 'm1',
  mediaType: 'Movie',
  resource: 'movies',
  parentId: null,
  issueType: 'VIDEO',
  open: 3,
  fixed: 1200,
  lastDate: '2026-11-20T18:30:05.000Z',
  senderCount: 2,
  ...fields,
})

/** A visit of an episode. */
export const visit = (fields: Partial<History> = {}): History => ({
  _id: 'h1',
  user: 'u7',
  userName: 'apena',
  contentId: 's1',
  title: 'El ministerio',
  contentLink: '',
  episodeId: 'e1',
  episode: 'T1 E2 · Tiempo de gloria',
  mediaType: 'Serie',
  resource: 'series',
  genres: ['Drama', 'Aventura'],
  year: 2015,
  date: '2026-11-20T18:30:05.000Z',
  ...fields,
})

/** The summary of visits. */
export const summary = (fields: Partial<HistorySummary> = {}): HistorySummary => ({
  from: '2026-11-18',
  to: '2026-11-20',
  isPartial: false,
  days: [
    { day: '2026-11-18', visits: 4 },
    { day: '2026-11-20', visits: 1300 },
  ],
  contents: [
    { contentId: 's1', title: 'El ministerio', mediaType: 'Serie', resource: 'series', visits: 1304 },
  ],
  mediaTypes: [{ mediaType: 'Serie', visits: 1304 }],
  ...fields,
})

interface Scene {
  routeAccess?: ReturnType<typeof allGrants>
  answers?: Parameters<typeof fakeApi>[0]
}

/** Fakes the API of the support screens; returns the requests. */
export const sceneOf = ({ routeAccess = allGrants(), answers = {} }: Scene = {}) =>
  fakeApi({
    'GET /api/users/me': { body: meOf({ name: 'soporte', fullName: 'Soporte', routeAccess }) },
    'GET /api/settings': { body: settingsOf() },
    'GET /api/issues': { body: [issue()] },
    'GET /api/issues/size': { body: { count: 1, until: 40 } },
    'GET /api/issues/groups': { body: [issueGroup()] },
    'GET /api/issues/groups/size': { body: { count: 1 } },
    'GET /api/issues/assignees': { body: [] },
    'GET /api/histories': { body: [visit()] },
    'GET /api/histories/u7': { body: [visit()] },
    'GET /api/histories/size': { body: { count: 1 } },
    'GET /api/histories/summary': { body: summary() },
    ...answers,
  })

const Elsewhere = () => <p>otra pantalla</p>

export const openSupport = (address: string) =>
  openPage(
    {
      '/login': <p>entrada</p>,
      '*': (
        <Admin {...adminProps}>
          <Resource name="issues" list={IssueList} />
          <Resource name="histories" list={HistoryList} />
          <Resource name="movies" list={Elsewhere} edit={Elsewhere} />
          <CustomRoutes>
            <Route path={pathOf('user-history')} element={<UserHistory />} />
            <Route path={pathOf('user-activity')} element={<ActivityScreen />} />
          </CustomRoutes>
        </Admin>
      ),
    },
    address,
  )

export const userEvent = userEvents.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never, delay: null })

/** Clicks a button once it is rendered. */
export const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))

/** Signs in before each test and cleans up afterwards; without charts, which jsdom cannot render. */
export const withSupportScreens = ({ phone = true } = {}): void => {
  beforeEach(() => {
    window.localStorage.clear()
    window.sessionStorage.clear()
    fakeMedia((query) => phone && query.includes('max-width: 599.95px'))
    window.scrollTo = () => undefined
    storeToken('t')
  })
}
