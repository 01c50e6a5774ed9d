import { CustomRoutes } from 'ra-core'
import { Route } from 'react-router-dom'
import { HomePage } from './layout/HomePage.tsx'
import { Shell } from './layout/Shell.tsx'
import { pathOf } from './providers/addresses.ts'
import { PasswordChange } from './users/PasswordChange.tsx'

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
