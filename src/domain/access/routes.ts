import {
  type Change,
  entryOf,
  MENU_GROUPS,
  type MenuGroup,
  RESOURCES,
  type Resource,
  type View,
} from '../registry.ts'

export { MENU_GROUPS, type MenuGroup, type View }

/** What the navbar and the permission editor call them. */
export const MENU_LABELS: Readonly<Record<MenuGroup, string>> = {
  admin: 'Administración',
  content: 'Contenidos',
  setting: 'Configuración',
  user: 'Usuario',
  route: 'Otras rutas',
}

/** The id of a new episode in addresses and requests (rule K21). */
export const NEW_EPISODE = '-1'

export interface Route {
  /** The name under which a profile's routeAccess lists the route. */
  readonly template: string
  readonly path: string
  /** Spanish, as the permission editor and the menus show it. */
  readonly description: string
  /** Other words that people look for it by. */
  readonly synonyms?: string
  /** The group under which profiles list it; a route without one belongs to no menu. */
  readonly group?: MenuGroup
  /** Sends a visitor who is not signed in to /login. */
  readonly authenticated: boolean
  /** Open to every user whom `authenticated` admits, with any profile. */
  readonly isDefault: boolean
  /** Stands in the navbar's menu of its group. */
  readonly inMenu: boolean
  readonly resource?: Resource
  readonly view?: View
  /** Open to whoever can do this to its resource, instead of being listed by profiles. */
  readonly needs?: Change
  /** The entity below which this one lives; the menu shows it alone. */
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

const routesOf = (resource: Resource): Route[] =>
  entryOf(resource).screens.map(({ isDefault = false, inMenu = false, ...screen }) => ({
    ...screen,
    resource,
    authenticated: true,
    isDefault,
    inMenu,
  }))

/** The route table: the router, the menus, the permission editor and the server read it (rule A5). */
export const ROUTES: readonly Route[] = [
  page('home', '/', 'Inicio', false),
  page('main', '/main', 'Inicio', true),
  page('login', '/login', 'Iniciar sesión', false),
  { ...page('password-change', '/settings', 'Cambio de contraseña', true), synonyms: 'Cambiar clave' },
  ...RESOURCES.flatMap(routesOf),
]

/** Whether a screen is a list of records with filters and columns. */
export const isListScreen = ({ template, view, resource }: Route): boolean =>
  (view === 'list' && resource !== 'settings') || template === 'credit-balance'
