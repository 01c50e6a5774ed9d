import { CustomRoutes, Resource } from 'ra-core'
import { Route } from 'react-router-dom'
import { pathOf } from './api/addresses.ts'
import { lazy } from './api/lazy.ts'
import { HomePage } from './app/layout/HomePage.tsx'
import { Shell } from './app/layout/Shell.tsx'
import { audit } from './features/audit/index.ts'
import { guides } from './features/channels/guides/index.ts'
import { channels } from './features/channels/index.ts'
import { channelLists } from './features/channels/lists/index.ts'
import { categories } from './features/contents/categories/index.ts'
import { concerts } from './features/contents/concerts/index.ts'
import { documentaries } from './features/contents/documentaries/index.ts'
import { episodes } from './features/contents/episodes/index.ts'
import { movies } from './features/contents/movies/index.ts'
import { onDemand } from './features/contents/on-demand/index.ts'
import { radios } from './features/contents/radios/index.ts'
import { series } from './features/contents/series/index.ts'
import { sports } from './features/contents/sports/index.ts'
import { credits } from './features/credits/index.ts'
import { histories } from './features/support/histories/index.ts'
import { issues } from './features/support/issues/index.ts'
import { users } from './features/users/index.ts'
import { profiles } from './features/users/profiles/index.ts'

const PasswordChange = lazy(async () => ({
  default: (await import('./features/users/PasswordChange.tsx')).PasswordChange,
}))

const Balance = lazy(async () => ({
  default: (await import('./features/credits/balance/BalanceScreen.tsx')).BalanceScreen,
}))
const Reconciliation = lazy(async () => ({
  default: (await import('./features/credits/reconciliation/ReconciliationScreen.tsx')).ReconciliationScreen,
}))

const Settings = lazy(async () => ({
  default: (await import('./features/settings/SettingsScreen.tsx')).SettingsScreen,
}))

const UserHistory = lazy(async () => ({
  default: (await import('./features/support/histories/UserHistory.tsx')).UserHistory,
}))
const Activity = lazy(async () => ({
  default: (await import('./features/support/activity/ActivityScreen.tsx')).ActivityScreen,
}))

/** The admin: one line per entity, and the screens that are no entity's. */
const App = () => (
  <Shell>
    <Resource {...users} />
    <Resource {...movies} />
    <Resource {...documentaries} />
    <Resource {...onDemand} />
    <Resource {...concerts} />
    <Resource {...sports} />
    <Resource {...radios} />
    <Resource {...channels} />
    <Resource {...guides} />
    <Resource {...channelLists} />
    <Resource {...series} />
    <Resource {...episodes} />
    <Resource {...categories} />
    <Resource {...credits} />
    <Resource {...audit} />
    <Resource {...profiles} />
    <Resource {...issues} />
    <Resource {...histories} />
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
