import type { Resource } from './resources.ts'

/** The groups under which profiles list routes (rule A7). */
export const MENU_GROUPS = ['admin', 'content', 'setting', 'user', 'route'] as const
export type MenuGroup = (typeof MENU_GROUPS)[number]

/** What the navbar and the permission editor call them. */
export const MENU_LABELS: Readonly<Record<MenuGroup, string>> = {
  admin: 'Administración',
  content: 'Contenidos',
  setting: 'Configuración',
  user: 'Usuario',
  route: 'Otras rutas',
}

/** What a person does at an address: look through a list, create a record or edit one. */
export type View = 'list' | 'create' | 'edit'

/** The id of a new episode in addresses and requests (rule K21). */
export const NEW_EPISODE = '-1'

export interface Route {
  /** The name under which a profile's routeAccess lists the route. */
  readonly template: string
  readonly path: string
  /** Spanish, as the permission editor and the menus show it. */
  readonly description: string
  /** The group under which profiles list it; a route without one belongs to no menu. */
  readonly group?: MenuGroup
  /** Sends a visitor who is not signed in to /login. */
  readonly authenticated: boolean
  /** Allowed to everybody whom `authenticated` lets in, whatever the profile. */
  readonly isDefault: boolean
  /** Listed in the navbar's menu of its group. */
  readonly inMenu: boolean
  readonly resource?: Resource
  readonly view?: View
  /** The entity below which this one lives; the menu shows it alone. */
  readonly under?: Resource
}

type Extra = Partial<Pick<Route, 'inMenu' | 'resource' | 'view' | 'under'>>

const byDefault = (
  template: string,
  path: string,
  description: string,
  extra: Extra & { authenticated: boolean },
): Route => ({ template, path, description, isDefault: true, inMenu: false, ...extra })

const granted = (
  group: MenuGroup,
  template: string,
  path: string,
  description: string,
  extra: Extra = {},
): Route => ({
  template,
  path,
  description,
  group,
  authenticated: true,
  isDefault: false,
  inMenu: false,
  ...extra,
})

interface Screens {
  readonly name: string
  readonly one: string
  readonly many: string
  readonly list: string
  readonly create: string
  readonly edit: string
}

/** The three rows of a catalogue entity; its list is the one in the menu. */
const content = (resource: Resource, { name, one, many, list, create, edit }: Screens): Route[] => [
  granted('content', `${name}-list`, list, many, { resource, view: 'list', inMenu: true }),
  granted('content', `${name}-create`, create, `Crear ${one}`, { resource, view: 'create' }),
  granted('content', `${name}-edit`, edit, `Editar ${one}`, { resource, view: 'edit' }),
]

/** The route table: the router, the menus, the permission editor and the server read it (rule A5). */
export const ROUTES: readonly Route[] = [
  byDefault('home', '/', 'Inicio', { authenticated: false }),
  byDefault('main', '/main', 'Inicio', { authenticated: true }),
  byDefault('login', '/login', 'Iniciar sesión', { authenticated: false }),
  byDefault('user-create', '/signup', 'Crear usuario', {
    authenticated: true,
    resource: 'users',
    view: 'create',
  }),
  byDefault('password-change', '/settings', 'Cambio de contraseña', { authenticated: true }),
  granted('route', 'user-edit', '/modify/:id', 'Editar usuario', { resource: 'users', view: 'edit' }),
  granted('admin', 'user-list', '/admin', 'Usuarios', { resource: 'users', view: 'list', inMenu: true }),
  {
    template: 'user-activity',
    path: '/activity/:username',
    description: 'Actividad del usuario',
    authenticated: true,
    isDefault: false,
    inMenu: false,
    resource: 'activitys',
  },
  granted('admin', 'history-list', '/histories', 'Historial de visitas', {
    resource: 'histories',
    view: 'list',
    inMenu: true,
  }),
  granted('route', 'user-history', '/histories/:id', 'Historial del usuario', { resource: 'histories' }),
  granted('admin', 'issue-list', '/issues', 'Reporte de Errores', {
    resource: 'issues',
    view: 'list',
    inMenu: true,
  }),
  granted('admin', 'credit-list', '/credits', 'Historial de créditos', {
    resource: 'license_transactions',
    view: 'list',
    inMenu: true,
  }),
  granted('admin', 'credit-balance', '/balance', 'Movimientos de créditos', {
    resource: 'license_transactions',
    inMenu: true,
  }),
  granted('admin', 'audit', '/audit', 'Auditoría', { resource: 'audit', view: 'list', inMenu: true }),
  granted('admin', 'reconciliation', '/reconciliation', 'Conciliación', {
    resource: 'reconciliation',
    inMenu: true,
  }),
  ...content('categories', {
    name: 'category',
    one: 'categoría',
    many: 'Categorías',
    list: '/categories',
    create: '/category',
    edit: '/category/:id',
  }),
  ...content('channels', {
    name: 'channel',
    one: 'canal',
    many: 'Canales',
    list: '/channels',
    create: '/channel',
    edit: '/channel/:id',
  }),
  ...content('guides', {
    name: 'guide',
    one: 'guía de canales',
    many: 'Guías de canales',
    list: '/channels/guides',
    create: '/channels/guide',
    edit: '/channels/guide/:id',
  }),
  ...content('channel_lists', {
    name: 'channel-list',
    one: 'lista de canales',
    many: 'Listas de canales',
    list: '/channels/lists',
    create: '/channels/list',
    edit: '/channels/list/:id',
  }),
  ...content('discoveries', {
    name: 'on-demand',
    one: 'On Demand',
    many: 'On Demand',
    list: '/ondemands',
    create: '/ondemandcrate',
    edit: '/ondemand/:id',
  }),
  ...content('documentaries', {
    name: 'documentary',
    one: 'documental',
    many: 'Documentales',
    list: '/documentaries',
    create: '/documentarysCreate',
    edit: '/documentarysCreate/:id',
  }),
  ...content('movies', {
    name: 'movie',
    one: 'película',
    many: 'Películas',
    list: '/movie',
    create: '/moviecrate',
    edit: '/movie/:id',
  }),
  ...content('musics', {
    name: 'concert',
    one: 'concierto',
    many: 'Conciertos',
    list: '/musics',
    create: '/musicCreate',
    edit: '/music/:id',
  }),
  ...content('radios', {
    name: 'radio',
    one: 'emisora',
    many: 'Radios',
    list: '/radios',
    create: '/radio',
    edit: '/radio/:id',
  }),
  ...content('series', {
    name: 'series',
    one: 'serie',
    many: 'Series',
    list: '/serie',
    create: '/seriecrate',
    edit: '/serie/:id',
  }),
  granted('content', 'episode-list', '/episodeMain/:id', 'Episodios', {
    resource: 'episodes',
    view: 'list',
    under: 'series',
  }),
  granted('content', 'episode-edit', '/episode/:serieId/:episodeId', 'Editar episodio', {
    resource: 'episodes',
    view: 'edit',
    under: 'series',
  }),
  ...content('sports', {
    name: 'sport',
    one: 'deporte',
    many: 'Deportes',
    list: '/sports',
    create: '/sport',
    edit: '/sport/:id',
  }),
  granted('setting', 'profile-list', '/profile', 'Perfiles', {
    resource: 'profiles',
    view: 'list',
    inMenu: true,
  }),
  byDefault('profile-permissions', '/permission/:profileId', 'Permisos del perfil', {
    authenticated: true,
    resource: 'profiles',
    view: 'edit',
  }),
  granted('setting', 'settings', '/setting', 'Configuración general', {
    resource: 'settings',
    view: 'list',
    inMenu: true,
  }),
]
