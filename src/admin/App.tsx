import { StyledEngineProvider } from '@mui/material/styles'
import { mapValues } from 'es-toolkit'
import { useEffect } from 'react'
import { Admin, CustomRoutes, type RaRecord, Resource } from 'react-admin'
import { Route } from 'react-router-dom'
import { profileLabel } from '../domain/access/permissions.ts'
import { type Loadable, Loaded, lazy } from './api/connection.ts'
import { watchListLinks } from './api/lists.ts'
import { pathOf } from './api/paths.ts'
import { useRealLocation } from './api/router.tsx'
import { adminProps } from './app/layout/admin-props.tsx'
import { HomePage } from './app/layout/HomePage.tsx'
import { ScreenSkeleton } from './app/layout/ScreenSkeleton.tsx'
import { PAGES, RESOURCE_SCREENS, type ResourceScreens } from './app/screens.ts'
import { ChangesLink } from './features/audit/ChangesLink.tsx'
import { Visits } from './features/support/histories/Visits.tsx'
import { ImportDialogs, RecordLinksContext, ViewsMenuContext } from './kit/page/feature-components.ts'

const Pending = () => <ScreenSkeleton path={useRealLocation().pathname} />

// Keyed, because the router replaces one screen by another at the same place.
const screen = (key: string, of: Loadable) => <Loaded key={key} of={of} pending={<Pending />} />

const screens = mapValues(RESOURCE_SCREENS, ({ list, create, edit }: ResourceScreens, name) => ({
  list: screen(`${name} list`, list),
  ...(create === undefined ? {} : { create: screen(`${name} create`, create) }),
  ...(edit === undefined ? {} : { edit: screen(`${name} edit`, edit) }),
}))

// Here, because the kit's lists and forms don't depend on features.
const ViewsMenu = lazy(() => import('./features/views/ViewsMenu.tsx'))
const ImportDialog = lazy(async () => ({
  default: (await import('./features/imports/ImportDialog.tsx')).ImportDialog,
}))

/** In the header of a record's form. */
const RecordLinks = () => (
  <>
    <Visits />
    <ChangesLink />
  </>
)

const profileTitle = ({ name }: RaRecord): string => profileLabel(String(name))

/** The admin: the screens of each resource, and those without one. */
const App = () => {
  useEffect(watchListLinks, [])
  return (
    // Material's styles precede those of CSS modules, which therefore win.
    <StyledEngineProvider injectFirst>
      <ViewsMenuContext value={ViewsMenu}>
        <ImportDialogs value={ImportDialog}>
          <RecordLinksContext value={RecordLinks}>
            <Admin {...adminProps}>
              <Resource name="users" {...screens.users} recordRepresentation="fullName" />
              <Resource name="profiles" {...screens.profiles} recordRepresentation={profileTitle} />
              <Resource name="movies" {...screens.movies} recordRepresentation="title" />
              <Resource name="documentaries" {...screens.documentaries} recordRepresentation="title" />
              <Resource name="discoveries" {...screens.discoveries} recordRepresentation="title" />
              <Resource name="musics" {...screens.musics} recordRepresentation="title" />
              <Resource name="sports" {...screens.sports} recordRepresentation="title" />
              <Resource name="radios" {...screens.radios} recordRepresentation="title" />
              <Resource name="series" {...screens.series} recordRepresentation="title" />
              <Resource name="episodes" {...screens.episodes} recordRepresentation="title" />
              <Resource name="channels" {...screens.channels} recordRepresentation="title" />
              <Resource name="guides" {...screens.guides} recordRepresentation="name" />
              <Resource name="channel_lists" {...screens.channel_lists} recordRepresentation="title" />
              <Resource name="categories" {...screens.categories} recordRepresentation="name" />
              <Resource name="license_transactions" {...screens.license_transactions} />
              <Resource name="audit" {...screens.audit} />
              <Resource name="outbox" {...screens.outbox} />
              <Resource name="jobs" {...screens.jobs} />
              <Resource name="keys" {...screens.keys} />
              <Resource name="issues" {...screens.issues} />
              <Resource name="histories" {...screens.histories} />
              <CustomRoutes>
                <Route path={pathOf('main')} element={<HomePage />} />
                {Object.entries(PAGES).map(([template, page]) => (
                  <Route key={template} path={pathOf(template)} element={screen(template, page)} />
                ))}
              </CustomRoutes>
            </Admin>
          </RecordLinksContext>
        </ImportDialogs>
      </ViewsMenuContext>
    </StyledEngineProvider>
  )
}

export default App
