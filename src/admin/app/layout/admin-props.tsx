import { useEffect } from 'react'
import {
  type AdminProps,
  localStorageStore,
  Notification,
  type Store,
  useNotificationContext,
} from 'react-admin'
import { authProvider } from '../../api/auth-provider.ts'
import { isConnectionMessage, useEndedOutages } from '../../api/connection.ts'
import { dataProvider } from '../../api/data-provider.ts'
import { i18nProvider } from '../../api/i18n/i18n-provider.ts'
import { queryClient } from '../../api/query-client.ts'
import { routerProvider } from '../../api/router.tsx'
import { Loading } from '../../kit/page/Page.tsx'
import { ErrorPage, NotFound } from './ErrorPage.tsx'
import { HomePage } from './HomePage.tsx'
import { Layout } from './Layout.tsx'
import { darkTheme, lightTheme } from './theme.ts'

/** Notifications; those about a lost connection are dropped once it is back. */
const Messages = () => {
  const ended = useEndedOutages()
  const { setNotifications } = useNotificationContext()
  useEffect(() => {
    if (ended > 0)
      setNotifications((waiting) => waiting.filter(({ message }) => !isConnectionMessage(message)))
  }, [ended, setNotifications])
  // Remounts: the visible notification is in the component's own state.
  return <Notification key={ended} />
}

const APP = 'Cartelera'
/** Belongs to the user, not to the browser: searches and selections. */
const PERSONAL = /\.(listParams|selectedIds)$/
/** Lists restore their own scroll position (`useListLocation`), with which React-admin's would conflict. */
const SCROLL = /\.scrollPosition$/
const PREFIX = `RaStore${APP}.`

const browserStore = localStorageStore('1', APP)

/** React-admin's store: sign-out removes searches, but keeps theme and columns. */
export const store: Store = {
  ...browserStore,
  setItem: (key, value) => {
    if (!SCROLL.test(key)) browserStore.setItem(key, value)
  },
  reset: () => {
    for (const key of Object.keys(window.localStorage))
      if (key.startsWith(PREFIX) && PERSONAL.test(key)) browserStore.removeItem(key.slice(PREFIX.length))
  },
}

/** The providers, the themes and the frame of `<Admin>`. */
export const adminProps = {
  title: APP,
  disableTelemetry: true,
  authProvider,
  dataProvider,
  i18nProvider,
  queryClient,
  routerProvider,
  store,
  lightTheme,
  darkTheme,
  layout: Layout,
  dashboard: HomePage,
  loading: Loading,
  error: ErrorPage,
  notification: Messages,
  // The access rule of the layout and /login are the product's; React-Admin's own routes for them don't exist.
  loginPage: false,
  authCallbackPage: false,
  accessDenied: NotFound,
  authenticationError: NotFound,
  catchAll: NotFound,
} satisfies AdminProps
