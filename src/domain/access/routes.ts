import { entryOf, RESOURCES, type Resource } from '../registry.ts'
import { type Change, MENU_GROUPS, type MenuGroup, type View } from '../registry-entry.ts'

export { MENU_GROUPS, type MenuGroup, type View }

/** Labels in the navbar and the permission editor. */
export const MENU_LABELS: Readonly<Record<MenuGroup, string>> = {
  admin: 'Administración',
  content: 'Contenidos',
  setting: 'Configuración',
  user: 'Usuario',
  route: 'Otras rutas',
}

/** The id of a new episode in URLs and requests (rule K21). */
export const NEW_EPISODE = '-1'

export interface Route {
  /** The route's name in a profile's `routeAccess`. */
  readonly template: string
  readonly path: string
  /** In Spanish; shown by the permission editor and the menus. */
  readonly description: string
  /** Its heading, if not the description. */
  readonly heading?: string
  /** Further search words, in Spanish. */
  readonly synonyms?: string
  /** The group under which profiles list the route; without one, it is in no menu. */
  readonly group?: MenuGroup
  /** Visitors who are not signed in are redirected to /login. */
  readonly authenticated: boolean
  /** Open with any profile to every user whom `authenticated` admits. */
  readonly isDefault: boolean
  /** Shown in the navbar's menu of its group. */
  readonly inMenu: boolean
  readonly resource?: Resource
  readonly view?: View
  /** Needs this change permission on its resource, instead of a grant in the profile. */
  readonly needs?: Change
  /** Parent resource, which is the one shown in the menu. */
  readonly under?: Resource
}

const page = (template: string, path: string, description: string, authenticated: boolean): Route => ({
  template,
  path,
  description,
  authenticated,
  isDefault: true,
  inMenu: false,
})

const resourceRoutes = (resource: Resource): Route[] =>
  entryOf(resource).screens.map(({ isDefault = false, inMenu = false, ...screen }) => ({
    ...screen,
    resource,
    authenticated: true,
    isDefault,
    inMenu,
  }))

/** The route table: single source of the router, the menus, the permission editor and the server's checks (rule A5). */
export const ROUTES: readonly Route[] = [
  page('home', '/', 'Inicio', false),
  page('main', '/main', 'Inicio', true),
  page('login', '/login', 'Iniciar sesión', false),
  { ...page('password-change', '/settings', 'Cambio de contraseña', true), synonyms: 'Cambiar clave' },
  {
    ...page('security', '/security', 'Seguridad de la cuenta', true),
    synonyms: 'Sesiones abiertas, dispositivos, segundo factor',
  },
  ...RESOURCES.flatMap(resourceRoutes),
]

/** True if a screen lists records with filters and columns. */
export const isListScreen = ({ template, view, resource }: Route): boolean =>
  (view === 'list' && resource !== 'settings') || template === 'credit-balance'
