import { CustomRoutes, Resource, type ResourceProps } from 'ra-core'
import { Route } from 'react-router-dom'
import type { ResourceWith } from '../domain/registry.ts'
import { pathOf } from './api/addresses.ts'
import { lazy } from './api/connection.ts'
import { HomePage } from './app/layout/HomePage.tsx'
import { Shell } from './app/layout/Shell.tsx'
import { lazyResource } from './app/lazy-resource.ts'

/** The screens of each catalogue entity, loaded when one of them opens. */
const CATALOGUE = {
  movies: lazyResource('movies', () => import('./features/contents/movies.tsx')),
  documentaries: lazyResource('documentaries', () => import('./features/contents/documentaries.tsx')),
  discoveries: lazyResource('discoveries', () => import('./features/contents/on-demand.tsx')),
  musics: lazyResource('musics', () => import('./features/contents/concerts.tsx')),
  sports: lazyResource('sports', () => import('./features/contents/sports.tsx')),
  radios: lazyResource('radios', () => import('./features/contents/radios.tsx')),
  series: lazyResource('series', () => import('./features/contents/series.tsx')),
  episodes: lazyResource('episodes', () => import('./features/contents/episodes.tsx')),
  channels: lazyResource('channels', () => import('./features/channels/channels.tsx')),
  guides: lazyResource('guides', () => import('./features/channels/guides.tsx'), 'name'),
  channel_lists: lazyResource('channel_lists', () => import('./features/channels/channel-lists.tsx')),
  categories: lazyResource('categories', () => import('./features/contents/categories.tsx'), 'name'),
} satisfies Record<ResourceWith<'operation'>, ResourceProps>

const users = {
  name: 'users',
  list: lazy(async () => ({ default: (await import('./features/users/UserList.tsx')).UserList })),
  create: lazy(async () => ({ default: (await import('./features/users/UserCreate.tsx')).UserCreate })),
  edit: lazy(async () => ({ default: (await import('./features/users/UserEdit.tsx')).UserEdit })),
  recordRepresentation: 'fullName',
} satisfies ResourceProps

const profiles = {
  name: 'profiles',
  list: lazy(async () => ({ default: (await import('./features/users/ProfileList.tsx')).ProfileList })),
  edit: lazy(async () => ({ default: (await import('./features/users/PermissionEdit.tsx')).PermissionEdit })),
  recordRepresentation: 'name',
} satisfies ResourceProps

const PasswordChange = lazy(async () => ({
  default: (await import('./features/users/PasswordChange.tsx')).PasswordChange,
}))

const Balance = lazy(async () => ({
  default: (await import('./features/credits/BalanceScreen.tsx')).BalanceScreen,
}))
const Reconciliation = lazy(async () => ({
  default: (await import('./features/credits/ReconciliationScreen.tsx')).ReconciliationScreen,
}))

const CreditList = lazy(async () => ({
  default: (await import('./features/credits/TransactionList.tsx')).CreditList,
}))
const AuditList = lazy(async () => ({
  default: (await import('./features/audit/AuditList.tsx')).AuditList,
}))

const Settings = lazy(async () => ({
  default: (await import('./features/settings/SettingsScreen.tsx')).SettingsScreen,
}))

const IssueList = lazy(async () => ({
  default: (await import('./features/support/issues/IssueList.tsx')).IssueList,
}))
const HistoryList = lazy(async () => ({
  default: (await import('./features/support/histories/HistoryList.tsx')).HistoryList,
}))
const UserHistory = lazy(async () => ({
  default: (await import('./features/support/histories/HistoryList.tsx')).UserHistory,
}))
const Activity = lazy(async () => ({
  default: (await import('./features/support/ActivityScreen.tsx')).ActivityScreen,
}))

/** The admin: one line per entity, and the screens that are no entity's. */
const App = () => (
  <Shell>
    <Resource {...users} />
    {Object.values(CATALOGUE).map((props) => (
      <Resource key={props.name} {...props} />
    ))}
    <Resource name="license_transactions" list={CreditList} />
    <Resource name="audit" list={AuditList} />
    <Resource {...profiles} />
    <Resource name="issues" list={IssueList} />
    <Resource name="histories" list={HistoryList} />
    <CustomRoutes>
      <Route path={pathOf('main')} element={<HomePage />} />
      <Route path={pathOf('credit-balance')} element={<Balance />} />
      <Route path={pathOf('user-history')} element={<UserHistory />} />
      <Route path={pathOf('user-activity')} element={<Activity />} />
      <Route path={pathOf('reconciliation')} element={<Reconciliation />} />
      <Route path={pathOf('settings')} element={<Settings />} />
      <Route path={pathOf('password-change')} element={<PasswordChange />} />
    </CustomRoutes>
  </Shell>
)

export default App
