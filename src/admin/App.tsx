import { CustomRoutes } from 'ra-core'
import { lazy } from 'react'
import { Route } from 'react-router-dom'
import { HomePage } from './layout/HomePage.tsx'
import { Shell } from './layout/Shell.tsx'
import { pathOf } from './providers/addresses.ts'

const PasswordChange = lazy(async () => ({
  default: (await import('./users/PasswordChange.tsx')).PasswordChange,
}))

/** The admin: one line per entity, and the screens that are no entity's. */
const App = () => (
  <Shell>
    <CustomRoutes>
      <Route path={pathOf('main')} element={<HomePage />} />
      <Route path={pathOf('password-change')} element={<PasswordChange />} />
    </CustomRoutes>
  </Shell>
)

export default App
