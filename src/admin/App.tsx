import { useEffect } from 'react'
import { CustomRoutes, Resource, type ResourceProps } from 'react-admin'
import { Route } from 'react-router-dom'
import { pathOf } from './api/addresses.ts'
import { type Loadable, Loaded, lazy } from './api/connection.ts'
import { watchListLinks } from './api/lists.ts'
import { HistoryRouter, useRealLocation } from './api/router.tsx'
import { HomePage } from './app/layout/HomePage.tsx'
import { ScreenSkeleton } from './app/layout/ScreenSkeleton.tsx'
import { Shell } from './app/layout/Shell.tsx'
import { PAGES, RESOURCE_SCREENS } from './app/screens.ts'
import { ChangesLink } from './features/audit/ChangesLink.tsx'
import { Visits } from './features/support/histories/Visits.tsx'
import { ImportDialogs, RecordLinksContext, ViewsMenuContext } from './kit/page/provided.ts'

const Pending = () => <ScreenSkeleton path={useRealLocation().pathname} />

// Keyed, because the router replaces one screen by another at the same place.
const screenOf = (key: string, of: Loadable) => <Loaded key={key} of={of} pending={<Pending />} />

const resourceProps = Object.entries(RESOURCE_SCREENS).map(
  ([name, { list, create, edit, recordRepresentation }]): ResourceProps => ({
    name,
    list: screenOf(`${name} list`, list),
    ...(create === undefined ? {} : { create: screenOf(`${name} create`, create) }),
    ...(edit === undefined ? {} : { edit: screenOf(`${name} edit`, edit) }),
    ...(recordRepresentation === undefined ? {} : { recordRepresentation }),
  }),
)

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

/** The admin: the screens of each resource, and those without one. */
const App = () => {
  useEffect(watchListLinks, [])
  return (
    <HistoryRouter>
      <ViewsMenuContext value={ViewsMenu}>
        <ImportDialogs value={ImportDialog}>
          <RecordLinksContext value={RecordLinks}>
            <Shell>
              {resourceProps.map((props) => (
                <Resource key={props.name} {...props} />
              ))}
              <CustomRoutes>
                <Route path={pathOf('main')} element={<HomePage />} />
                {Object.entries(PAGES).map(([template, page]) => (
                  <Route key={template} path={pathOf(template)} element={screenOf(template, page)} />
                ))}
              </CustomRoutes>
            </Shell>
          </RecordLinksContext>
        </ImportDialogs>
      </ViewsMenuContext>
    </HistoryRouter>
  )
}

export default App
