import { CustomRoutes, Resource } from 'ra-core'
import { Route } from 'react-router-dom'
import { audit } from './audit/index.ts'
import { guides } from './channels/guides/index.ts'
import { channels } from './channels/index.ts'
import { channelLists } from './channels/lists/index.ts'
import { categories } from './contents/categories/index.ts'
import { concerts } from './contents/concerts/index.ts'
import { documentaries } from './contents/documentaries/index.ts'
import { episodes } from './contents/episodes/index.ts'
import { movies } from './contents/movies/index.ts'
import { onDemand } from './contents/on-demand/index.ts'
import { radios } from './contents/radios/index.ts'
import { series } from './contents/series/index.ts'
import { sports } from './contents/sports/index.ts'
import { credits } from './credits/index.ts'
import { HomePage } from './layout/HomePage.tsx'
import { Shell } from './layout/Shell.tsx'
import { pathOf } from './providers/addresses.ts'
import { lazy } from './providers/lazy.ts'
import { histories } from './support/histories/index.ts'
import { issues } from './support/issues/index.ts'
import { users } from './users/index.ts'
import { profiles } from './users/profiles/index.ts'

const PasswordChange = lazy(async () => ({
  default: (await import('./users/PasswordChange.tsx')).PasswordChange,
}))

const Balance = lazy(async () => ({
  default: (await import('./credits/balance/BalanceScreen.tsx')).BalanceScreen,
}))
const Reconciliation = lazy(async () => ({
  default: (await import('./credits/reconciliation/ReconciliationScreen.tsx')).ReconciliationScreen,
}))

const Settings = lazy(async () => ({
  default: (await import('./settings/SettingsScreen.tsx')).SettingsScreen,
}))

const UserHistory = lazy(async () => ({
  default: (await import('./support/histories/UserHistory.tsx')).UserHistory,
}))
const Activity = lazy(async () => ({
  default: (await import('./support/activity/ActivityScreen.tsx')).ActivityScreen,
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
