import type { ComponentType } from 'react'
import { ROUTES, type View } from '../../domain/access/routes.ts'
import type { Resource, ResourceWith } from '../../domain/registry.ts'
import { type Loadable, loadable } from '../api/connection.ts'
import { matchRoute } from '../api/paths.ts'

/** The screens of a resource, each loaded on demand. */
export interface ResourceScreens {
  list: Loadable
  create?: Loadable
  edit?: Loadable
}

/** Screens exported by one module as `list`, `create` and `edit`. */
const catalogue = (load: () => Promise<Readonly<Record<View, ComponentType>>>): ResourceScreens => ({
  list: loadable(async () => (await load()).list),
  create: loadable(async () => (await load()).create),
  edit: loadable(async () => (await load()).edit),
})

const CATALOGUE = {
  movies: catalogue(() => import('../features/contents/movies.tsx')),
  documentaries: catalogue(() => import('../features/contents/documentaries.tsx')),
  discoveries: catalogue(() => import('../features/contents/on-demand.tsx')),
  musics: catalogue(() => import('../features/contents/concerts.tsx')),
  sports: catalogue(() => import('../features/contents/sports.tsx')),
  radios: catalogue(() => import('../features/contents/radios.tsx')),
  series: catalogue(() => import('../features/contents/series.tsx')),
  episodes: catalogue(() => import('../features/contents/episodes.tsx')),
  channels: catalogue(() => import('../features/channels/channels.tsx')),
  guides: catalogue(() => import('../features/channels/guides.tsx')),
  channel_lists: catalogue(() => import('../features/channels/channel-lists.tsx')),
  categories: catalogue(() => import('../features/contents/categories.tsx')),
} satisfies Record<ResourceWith<'operation'>, ResourceScreens>

export const RESOURCE_SCREENS = {
  users: {
    list: loadable(async () => (await import('../features/users/UserList.tsx')).UserList),
    create: loadable(async () => (await import('../features/users/UserCreate.tsx')).UserCreate),
    edit: loadable(async () => (await import('../features/users/UserEdit.tsx')).UserEdit),
  },
  ...CATALOGUE,
  license_transactions: {
    list: loadable(async () => (await import('../features/credits/TransactionList.tsx')).CreditList),
  },
  audit: { list: loadable(async () => (await import('../features/audit/AuditList.tsx')).AuditList) },
  outbox: { list: loadable(async () => (await import('../features/outbox/OutboxList.tsx')).OutboxList) },
  jobs: { list: loadable(async () => (await import('../features/jobs/JobList.tsx')).JobList) },
  keys: { list: loadable(async () => (await import('../features/keys/KeyList.tsx')).KeyList) },
  profiles: {
    list: loadable(async () => (await import('../features/users/ProfileList.tsx')).ProfileList),
    edit: loadable(async () => (await import('../features/users/PermissionEdit.tsx')).PermissionEdit),
  },
  issues: {
    list: loadable(async () => (await import('../features/support/issues/IssueList.tsx')).IssueList),
  },
  histories: {
    list: loadable(async () => (await import('../features/support/histories/HistoryList.tsx')).HistoryList),
  },
} satisfies Partial<Record<Resource, ResourceScreens>>

const TRASH = loadable(async () => (await import('../features/trash/TrashScreen.tsx')).TrashScreen)

/** Screens outside React-Admin's resources, by the template of their route. */
export const PAGES: Readonly<Record<string, Loadable>> = {
  ...Object.fromEntries(
    ROUTES.filter(({ needs }) => needs === 'delete').map(({ template }) => [template, TRASH]),
  ),
  'credit-balance': loadable(
    async () => (await import('../features/credits/BalanceScreen.tsx')).BalanceScreen,
  ),
  'user-history': loadable(
    async () => (await import('../features/support/histories/HistoryList.tsx')).UserHistory,
  ),
  'user-activity': loadable(
    async () => (await import('../features/support/ActivityScreen.tsx')).ActivityScreen,
  ),
  reconciliation: loadable(
    async () => (await import('../features/credits/ReconciliationScreen.tsx')).ReconciliationScreen,
  ),
  quality: loadable(async () => (await import('../features/quality/QualityScreen.tsx')).QualityScreen),
  automation: loadable(
    async () => (await import('../features/settings/AutomationScreen.tsx')).AutomationScreen,
  ),
  settings: loadable(async () => (await import('../features/settings/SettingsScreen.tsx')).SettingsScreen),
  security: loadable(async () => (await import('../features/security/SecurityScreen.tsx')).SecurityScreen),
  'password-change': loadable(
    async () => (await import('../features/users/PasswordChange.tsx')).PasswordChange,
  ),
}

export const HOME_PANELS = loadable(async () => (await import('./home/HomePanels.tsx')).HomePanels)

const SCREENS: Readonly<Partial<Record<Resource, ResourceScreens>>> = RESOURCE_SCREENS

/** The screen of a path; undefined for pages without one. */
export const screenAt = (pathname: string): Loadable | undefined => {
  const route = matchRoute(pathname)?.route
  if (route === undefined) return undefined
  if (route.template === 'main') return HOME_PANELS
  const page = PAGES[route.template]
  if (page !== undefined || route.resource === undefined || route.view === undefined) return page
  return SCREENS[route.resource]?.[route.view]
}

/** Preloads the code for a path; failures are ignored, as opening it loads it again. */
export const prepareScreen = (pathname: string): void => {
  screenAt(pathname)
    ?.load()
    .catch(() => undefined)
}

/** Preloads the code for a link when it is pressed or focused. */
export const watchLinks = (): void => {
  const prepare = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (link?.origin === window.location.origin) prepareScreen(link.pathname)
  }
  document.addEventListener('pointerdown', prepare, { passive: true })
  document.addEventListener('focusin', prepare)
}
