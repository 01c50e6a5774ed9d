import {
  BY_NAME,
  BY_NUMBER,
  BY_TITLE,
  type CatalogueEntry,
  type Change,
  CREATE_SYNONYMS,
  catalogueScreens,
  categoryReferences,
  type Entry,
  FILE_SYNONYMS,
  FILM_DATABASE_DEFECTS,
  FILM_DEFECTS,
  LAST_EDITED_FIRST,
  MEDIA_TYPES,
  NEWEST_FIRST,
  nonEmptyKeys,
  type OtherEntry,
  type ReferenceTo,
  STATION_DEFECTS,
  trashScreen,
} from './registry-entry.ts'

/**
 * The single list of resources, in menu order. Routes, menus, the permission editor, endpoints, audit names and media
 * types are derived from it. It is plain data and loads no schema. Per-resource tables elsewhere are records of these
 * keys, so a new resource without its part does not compile.
 */
export const REGISTRY = {
  users: {
    path: '/api/users',
    name: { one: 'usuario', many: 'usuarios' },
    sort: BY_NAME,
    notCopied: ['name', 'fullName', 'email', 'telePhone', 'celPhone', 'comment', 'status'],
    screens: [
      {
        template: 'user-create',
        path: '/signup',
        description: 'Crear usuario',
        synonyms: `${CREATE_SYNONYMS} demo cliente`,
        view: 'create',
        isDefault: true,
      },
      {
        template: 'user-edit',
        path: '/modify/:id',
        description: 'Editar usuario',
        group: 'route',
        view: 'edit',
      },
      {
        template: 'user-list',
        path: '/admin',
        description: 'Usuarios',
        heading: 'CONSULTA DE USUARIOS',
        synonyms: `Consulta de clientes Remover demo Vencen pronto ${FILE_SYNONYMS}`,
        group: 'admin',
        view: 'list',
        inMenu: true,
      },
    ],
  },
  activitys: {
    path: '/api/activitys',
    name: { one: 'contenido visto', many: 'contenidos vistos' },
    changes: [],
    screens: [
      { template: 'user-activity', path: '/activity/:username', description: 'Actividad del usuario' },
    ],
  },
  histories: {
    path: '/api/histories',
    name: { one: 'visita', many: 'visitas' },
    sort: NEWEST_FIRST,
    changes: [],
    screens: [
      {
        template: 'history-list',
        path: '/histories',
        description: 'Historial de visitas',
        group: 'admin',
        view: 'list',
        inMenu: true,
      },
      {
        template: 'user-history',
        path: '/histories/:id',
        description: 'Historial del usuario',
        group: 'route',
      },
    ],
  },
  issues: {
    path: '/api/issues',
    name: { one: 'reporte', many: 'reportes' },
    sort: NEWEST_FIRST,
    changes: ['update'],
    screens: [
      {
        template: 'issue-list',
        path: '/issues',
        description: 'Reporte de Errores',
        group: 'admin',
        view: 'list',
        inMenu: true,
      },
    ],
  },
  license_transactions: {
    path: '/api/license_transactions',
    name: { one: 'movimiento', many: 'movimientos' },
    sort: NEWEST_FIRST,
    changes: ['create'],
    screens: [
      {
        template: 'credit-list',
        path: '/credits',
        description: 'Historial de créditos',
        group: 'admin',
        view: 'list',
        inMenu: true,
      },
      {
        template: 'credit-balance',
        path: '/balance',
        description: 'Movimientos de créditos',
        heading: 'CONSULTA DE MOVIMIENTOS CRÉDITOS',
        synonyms: 'Consulta de balance Devoluciones Reembolsos Exportar',
        group: 'admin',
        inMenu: true,
      },
    ],
  },
  audit: {
    path: '/api/audit',
    name: { one: 'cambio', many: 'cambios' },
    sort: NEWEST_FIRST,
    auditName: 'Auditoría',
    changes: [],
    screens: [
      {
        template: 'audit',
        path: '/audit',
        description: 'Auditoría',
        group: 'admin',
        view: 'list',
        inMenu: true,
      },
    ],
  },
  reconciliation: {
    path: '/api/reconciliation',
    name: { one: 'conciliación', many: 'conciliaciones' },
    changes: [],
    screens: [
      {
        template: 'reconciliation',
        path: '/reconciliation',
        description: 'Conciliación',
        group: 'admin',
        inMenu: true,
      },
    ],
  },
  categories: {
    path: '/api/categories',
    name: { one: 'categoría', many: 'categorías', article: 'una' },
    sort: BY_NAME,
    operation: { one: 'Category', many: 'Categories' },
    notCopied: ['name'],
    media: [],
    defects: [],
    isLookup: true,
    screens: catalogueScreens({
      name: 'category',
      one: 'categoría',
      many: 'Categorías',
      list: '/categories',
      create: '/category',
      edit: '/category/:id',
    }),
  },
  channels: {
    path: '/api/channels',
    name: { one: 'canal', many: 'canales', article: 'un' },
    sort: BY_NUMBER,
    operation: { one: 'Channel', many: 'Channels' },
    notCopied: ['number', 'link', 'epgId'],
    media: ['Tv'],
    defects: [...STATION_DEFECTS, 'no_guide'],
    references: { channelGuide: { to: 'guides', message: 'La guía no existe.' } },
    screens: catalogueScreens({
      name: 'channel',
      one: 'canal',
      many: 'Canales',
      list: '/channels',
      synonyms: 'lista M3U Historial de importaciones',
      create: '/channel',
      edit: '/channel/:id',
    }),
  },
  guides: {
    path: '/api/channel/guides',
    name: { one: 'guía de canales', many: 'guías de canales', article: 'una' },
    sort: BY_NAME,
    operation: { one: 'ChannelGuide', many: 'ChannelGuides' },
    notCopied: ['url'],
    media: [],
    defects: [],
    isLookup: true,
    screens: catalogueScreens({
      name: 'guide',
      one: 'guía de canales',
      many: 'Guías de canales',
      list: '/channels/guides',
      create: '/channels/guide',
      edit: '/channels/guide/:id',
    }),
  },
  channel_lists: {
    path: '/api/channel_lists',
    name: { one: 'lista de canales', many: 'listas de canales', article: 'una' },
    sort: BY_TITLE,
    operation: { one: 'ChannelList', many: 'ChannelLists' },
    notCopied: ['link', 'guideLink'],
    media: [],
    defects: [],
    screens: catalogueScreens({
      name: 'channel-list',
      one: 'lista de canales',
      many: 'Listas de canales',
      list: '/channels/lists',
      create: '/channels/list',
      edit: '/channels/list/:id',
    }),
  },
  discoveries: {
    path: '/api/discoveries',
    name: { one: 'contenido On Demand', many: 'contenidos On Demand', article: 'un' },
    sort: LAST_EDITED_FIRST,
    title: 'On Demand',
    operation: { one: 'OnDemandContent', many: 'OnDemandContents' },
    notCopied: ['content', 'imdbId'],
    references: categoryReferences('DISCOVER'),
    media: MEDIA_TYPES,
    defects: FILM_DATABASE_DEFECTS,
    looksUpFilms: true,
    screens: catalogueScreens({
      name: 'on-demand',
      one: 'On Demand',
      many: 'On Demand',
      list: '/ondemands',
      create: '/ondemandcrate',
      edit: '/ondemand/:id',
    }),
  },
  documentaries: {
    path: '/api/documentaries',
    name: { one: 'documental', many: 'documentales', article: 'un' },
    sort: LAST_EDITED_FIRST,
    operation: { one: 'Documentary', many: 'Documentaries' },
    notCopied: ['content'],
    references: categoryReferences('DOCUMENTAL'),
    media: ['Documentary'],
    defects: FILM_DEFECTS,
    looksUpFilms: true,
    screens: catalogueScreens({
      name: 'documentary',
      one: 'documental',
      many: 'Documentales',
      list: '/documentaries',
      create: '/documentarysCreate',
      edit: '/documentarysCreate/:id',
    }),
  },
  movies: {
    path: '/api/movies',
    name: { one: 'película', many: 'películas', article: 'una' },
    sort: LAST_EDITED_FIRST,
    operation: { one: 'Movie', many: 'Movies' },
    notCopied: ['content', 'imdbId'],
    references: categoryReferences('PELICULA'),
    media: ['Movie'],
    defects: FILM_DATABASE_DEFECTS,
    looksUpFilms: true,
    screens: catalogueScreens({
      name: 'movie',
      one: 'película',
      many: 'Películas',
      list: '/movie',
      create: '/moviecrate',
      edit: '/movie/:id',
    }),
  },
  musics: {
    path: '/api/musics',
    name: { one: 'concierto', many: 'conciertos', article: 'un' },
    sort: LAST_EDITED_FIRST,
    operation: { one: 'Concert', many: 'Concerts' },
    notCopied: ['content'],
    references: categoryReferences('MUSICA'),
    media: ['Music'],
    defects: FILM_DEFECTS,
    screens: catalogueScreens({
      name: 'concert',
      one: 'concierto',
      many: 'Conciertos',
      list: '/musics',
      create: '/musicCreate',
      edit: '/music/:id',
    }),
  },
  radios: {
    path: '/api/radios',
    name: { one: 'emisora', many: 'emisoras', article: 'una' },
    sort: BY_NUMBER,
    title: 'Radios',
    operation: { one: 'Radio', many: 'Radios' },
    notCopied: ['number', 'link'],
    media: ['Tv'],
    defects: STATION_DEFECTS,
    screens: catalogueScreens({
      name: 'radio',
      one: 'emisora',
      many: 'Radios',
      list: '/radios',
      create: '/radio',
      edit: '/radio/:id',
    }),
  },
  series: {
    path: '/api/series',
    name: { one: 'serie', many: 'series', article: 'una' },
    sort: LAST_EDITED_FIRST,
    operation: { one: 'Series', many: 'SeriesList' },
    notCopied: ['imdbId'],
    references: categoryReferences('SERIE'),
    media: ['Serie'],
    defects: FILM_DATABASE_DEFECTS,
    looksUpFilms: true,
    screens: catalogueScreens({
      name: 'series',
      one: 'serie',
      many: 'Series',
      list: '/serie',
      create: '/seriecrate',
      edit: '/serie/:id',
    }),
  },
  episodes: {
    path: '/api/series/episode',
    name: { one: 'episodio', many: 'episodios', article: 'un' },
    sort: { field: 'season', order: 'ASC' },
    operation: { one: 'Episode', many: 'Episodes' },
    notCopied: ['content', 'imdbId', 'episode'],
    references: { serieId: { to: 'series', isPart: true } },
    media: ['Serie'],
    defects: [],
    looksUpFilms: true,
    screens: [
      {
        template: 'episode-list',
        path: '/episodeMain/:id',
        description: 'Episodios',
        group: 'content',
        view: 'list',
        under: 'series',
      },
      {
        template: 'episode-edit',
        path: '/episode/:serieId/:episodeId',
        description: 'Editar episodio',
        group: 'content',
        view: 'edit',
        under: 'series',
      },
      { ...trashScreen('episode', '/episodeMain/:id'), under: 'series' },
    ],
  },
  sports: {
    path: '/api/sports',
    name: { one: 'deporte', many: 'deportes', article: 'un' },
    sort: LAST_EDITED_FIRST,
    operation: { one: 'Sport', many: 'Sports' },
    notCopied: ['content'],
    references: categoryReferences('DEPORTE'),
    media: ['Sport'],
    defects: FILM_DEFECTS,
    screens: catalogueScreens({
      name: 'sport',
      one: 'deporte',
      many: 'Deportes',
      list: '/sports',
      create: '/sport',
      edit: '/sport/:id',
    }),
  },
  quality: {
    path: '/api/quality',
    name: { one: 'calidad del catálogo', many: 'calidad del catálogo' },
    changes: [],
    screens: [
      {
        template: 'quality',
        path: '/quality',
        description: 'Calidad del catálogo',
        group: 'content',
        inMenu: true,
      },
    ],
  },
  profiles: {
    path: '/api/profiles',
    name: { one: 'perfil', many: 'perfiles' },
    sort: BY_NAME,
    isLookup: true,
    screens: [
      {
        template: 'profile-list',
        path: '/profile',
        description: 'Perfiles',
        group: 'setting',
        view: 'list',
        inMenu: true,
      },
      {
        template: 'profile-permissions',
        path: '/permission/:profileId',
        description: 'Permisos del perfil',
        view: 'edit',
        isDefault: true,
      },
    ],
  },
  settings: {
    path: '/api/settings',
    name: { one: 'configuración', many: 'configuraciones' },
    changes: ['update'],
    screens: [
      {
        template: 'settings',
        path: '/setting',
        description: 'Configuración general',
        group: 'setting',
        view: 'list',
        inMenu: true,
      },
      {
        template: 'automation',
        path: '/automation',
        description: 'Automatización y seguridad',
        synonyms: 'Avisos, respuestas, comprobación de enlaces, webhooks, sesiones',
        group: 'setting',
        inMenu: true,
      },
    ],
  },
  outbox: {
    path: '/api/outbox',
    name: { one: 'mensaje', many: 'mensajes' },
    title: 'Enviados',
    sort: NEWEST_FIRST,
    changes: ['update'],
    screens: [
      {
        template: 'outbox',
        path: '/outbox',
        description: 'Enviados',
        synonyms: 'Correos Webhooks Mensajes',
        group: 'setting',
        view: 'list',
        inMenu: true,
      },
    ],
  },
  jobs: {
    path: '/api/jobs',
    name: { one: 'tarea', many: 'tareas' },
    sort: { field: 'begun', order: 'DESC' },
    changes: ['update'],
    screens: [
      {
        template: 'job-list',
        path: '/jobs',
        description: 'Tareas',
        synonyms: 'Programadas Ejecutar',
        group: 'setting',
        view: 'list',
        inMenu: true,
      },
    ],
  },
  keys: {
    path: '/api/keys',
    name: { one: 'clave de API', many: 'claves de API', article: 'una' },
    sort: { field: 'dateCreate', order: 'DESC' },
    changes: ['create', 'delete'],
    screens: [
      {
        template: 'key-list',
        path: '/keys',
        description: 'Claves de API',
        synonyms: 'Integraciones Programas Token Revocar',
        group: 'setting',
        view: 'list',
        inMenu: true,
      },
    ],
  },
} as const satisfies Record<string, CatalogueEntry | OtherEntry>

export type Resource = keyof typeof REGISTRY

/** The resources whose entry has a given property, other than an empty list. */
export type ResourceWith<Flag extends keyof Entry> = {
  [Name in Resource]: (typeof REGISTRY)[Name] extends Record<Flag, infer Value>
    ? Value extends readonly []
      ? never
      : Name
    : never
}[Resource]

export type EntityName = ResourceWith<'operation'>

export type Reference = ReferenceTo<EntityName>

const ENTRIES: Readonly<Record<Resource, Entry<EntityName>>> = REGISTRY

/** The entry of a resource, typed with all optional properties. */
export const entryOf = (resource: Resource): Entry<EntityName> => ENTRIES[resource]

export const RESOURCES = nonEmptyKeys(REGISTRY)

/** Resources with an import from files. */
export type FileResource = EntityName | 'users'

export const takesFiles = (resource: string): resource is FileResource =>
  resource === 'users' || (isResource(resource) && entryOf(resource).operation !== undefined)

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Plural title in lists, menus and documentation: `Películas`. */
export const resourceTitle = (resource: Resource): string => {
  const { title, name } = entryOf(resource)
  return title ?? capital(name.many)
}

/** Spanish name of a resource in the audit log. */
export const auditLabel = (resource: Resource): string => {
  const { auditName, name } = entryOf(resource)
  return auditName ?? capital(name.one)
}

type Paths = { readonly [Name in Resource]: (typeof REGISTRY)[Name]['path'] }

export const API_PATHS = apiPaths()

// `Object.fromEntries` loses the association of names and paths.
function apiPaths(): Paths {
  return Object.fromEntries(Object.entries(REGISTRY).map(([name, { path }]) => [name, path])) as Paths
}

/** A function call, because the compiler widens a reference to a generic path into the union of all paths. */
export const apiPath = <Name extends Resource>(resource: Name): Paths[Name] => API_PATHS[resource]

/** Format of record ids: contains a digit, which no literal path segment of the API does (rule Q13). */
export const RECORD_ID = /^(?=.*\d)[\w-]{1,64}$/

export const isResource = (name: string): name is Resource => name in REGISTRY

const ALL_CHANGES: readonly Change[] = ['create', 'update', 'delete']

/** The changes of a resource that a profile can permit. */
export const possibleChanges = (resource: Resource): readonly Change[] =>
  entryOf(resource).changes ?? ALL_CHANGES

/** Display name of a record: its title or its name. */
export const recordTitle = ({ title, name }: Readonly<Record<string, unknown>>): string => {
  const called = title ?? name
  return typeof called === 'string' ? called : ''
}
