/** The groups under which profiles list routes (rule A7). */
export const MENU_GROUPS = ['admin', 'content', 'setting', 'user', 'route'] as const
export type MenuGroup = (typeof MENU_GROUPS)[number]

/** The kind of screen: a list, a form for a new record, or an edit form. */
export type View = 'list' | 'create' | 'edit'

export type Change = 'create' | 'update' | 'delete'

/** The kinds of content in visits and reports, with their Spanish names (rule R1). */
export const MEDIA_TYPE_NAMES = {
  Movie: 'Película',
  Serie: 'Serie',
  Tv: 'TV',
  Documentary: 'Documental',
  Sport: 'Deporte',
  Music: 'Concierto',
} as const
export type MediaType = keyof typeof MEDIA_TYPE_NAMES
export const MEDIA_TYPES = keysOf(MEDIA_TYPE_NAMES)

/** Content types of categories (rule K15), each with the media type of its on-demand contents. */
export const CATEGORY_MEDIA = {
  DOCUMENTAL: 'Documentary',
  DISCOVER: 'Movie',
  MUSICA: 'Music',
  PELICULA: 'Movie',
  SERIE: 'Serie',
  'TV EN VIVO': 'Tv',
  DEPORTE: 'Sport',
} as const satisfies Record<string, MediaType>
export type CategoryType = keyof typeof CATEGORY_MEDIA
export const CATEGORY_TYPES = keysOf(CATEGORY_MEDIA)

// `Object.keys` loses the key type, and that the result is not empty.
function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>) {
  return Object.keys(record) as [Key, ...Key[]]
}

/** Quality defects of catalogue records (rule K25). */
export type Defect =
  | 'no_link'
  | 'dead_link'
  | 'no_cover'
  | 'no_synopsis'
  | 'no_synopsis_english'
  | 'no_category'
  | 'no_film_database'
  | 'no_guide'
  | 'duplicate'

const OF_STATIONS = ['no_link', 'dead_link', 'no_cover', 'no_category'] as const
const OF_FILMS = [
  'no_link',
  'dead_link',
  'no_cover',
  'no_synopsis',
  'no_synopsis_english',
  'no_category',
  'duplicate',
] as const
const IN_FILM_DATABASE = [...OF_FILMS, 'no_film_database'] as const

export interface Screen {
  /** The screen's name in a profile's `routeAccess`. */
  readonly template: string
  readonly path: string
  /** In Spanish; shown by the permission editor and the menus. */
  readonly description: string
  /** Its heading, if not the description. Here, as it is shown before the screen's code is loaded. */
  readonly heading?: string
  /** Further search words, in Spanish: those of its buttons and headings. */
  readonly synonyms?: string
  /** The group under which profiles list the screen; without one, it is in no menu. */
  readonly group?: MenuGroup
  readonly view?: View
  /** Shown in the navbar's menu of its group. */
  readonly inMenu?: boolean
  /** Open to every signed-in user, with any profile. */
  readonly isDefault?: boolean
  /** Needs this change permission on its resource, instead of a grant in the profile. */
  readonly needs?: Change
  /** Parent resource, which is the one shown in the menu. */
  readonly under?: 'series'
}

/** A field with the id, or a list of ids, of other catalogue records. */
export interface Reference<To extends string = EntityName> {
  readonly to: To
  /** Required `type` of the referenced record. */
  readonly type?: string
  /** Validation error if no such record exists; without it, the id is part of the URL and the response is 404. */
  readonly message?: string
  /** Deleted together with the referenced record; without it, a referenced record cannot be deleted. */
  readonly isPart?: true
}

interface Sort {
  readonly field: string
  readonly order: 'ASC' | 'DESC'
}

const BY_NAME = { field: 'name', order: 'ASC' } as const satisfies Sort
const BY_TITLE = { field: 'title', order: 'ASC' } as const satisfies Sort
const BY_NUMBER = { field: 'number', order: 'ASC' } as const satisfies Sort
const LAST_EDITED = { field: 'dateUpdate', order: 'DESC' } as const satisfies Sort
const NEWEST = { field: 'date', order: 'DESC' } as const satisfies Sort

/** Declaration of a resource: a catalogue entity, users, visits … */
interface Entry<To extends string = string> {
  /** Path in the API. */
  readonly path: string
  /** In Spanish and lower case, since they are used inside sentences. */
  readonly name: { readonly one: string; readonly many: string; readonly article?: 'un' | 'una' }
  /** Title in the API documentation, if not the plural name. */
  readonly title?: string
  /** Name in the audit log, if not the singular name. */
  readonly auditName?: string
  /** English names in the operation ids of a catalogue entity: `getMovie`, `listMovies`. */
  readonly operation?: { readonly one: string; readonly many: string }
  /** Changes that a profile can permit; all three by default. */
  readonly changes?: readonly Change[]
  readonly screens: readonly Screen[]
  /** Default order of its list. */
  readonly sort?: Sort
  /**
   * References by field. On each write the server checks that the referenced record exists, and locks it until the
   * transaction ends; it refuses to delete it or to change its type while it is referenced. The audit log shows its
   * name.
   */
  readonly references?: Readonly<Record<string, Reference<To>>>
  /** Forms of other entities select from it, so every user signed in to the web can read its list (rule A12). */
  readonly isLookup?: true
  /**
   * Media types by which visits and error reports refer to it; empty if it is not played. Episodes are found through
   * their series.
   */
  readonly media?: readonly MediaType[]
  /** Fields that a copy of a record does not take over: links and unique fields. */
  readonly notCopied?: readonly string[]
  /** Defects that its records are checked for, and its list is filtered by; empty if it is not checked. */
  readonly defects?: readonly Defect[]
  /** Its forms offer the look-up in the film database. */
  readonly looksUpFilms?: true
}

/** The properties that are required for a catalogue entity. */
type CatalogueEntry = Entry &
  Required<Pick<Entry, 'operation' | 'sort' | 'notCopied' | 'media' | 'defects'>> & {
    readonly name: { readonly article: string }
  }

type OtherEntry = Entry & { readonly operation?: undefined }

interface CatalogueScreens {
  /** Prefix of the templates: `movie-list`, `movie-create`, `movie-edit`. */
  readonly name: string
  readonly one: string
  readonly many: string
  readonly list: string
  readonly create: string
  readonly edit: string
  /** Further search words of the list. */
  readonly synonyms?: string
  /** The menu group of its screens. */
  readonly group?: MenuGroup
}

/** Search words for lists: the labels of the buttons that read and write their files. */
const FILES = 'Importar Exportar'

/** Search words for create screens: the labels of the buttons that open them. */
const NEW = 'Nuevo Nueva Agregar Registrar'

/** The trash screen, below the list. */
const trashOf = (name: string, list: string) =>
  ({
    template: `${name}-trash`,
    path: `${list}/papelera`,
    description: 'Papelera',
    synonyms: 'Eliminados Restaurar',
    needs: 'delete',
  }) as const satisfies Screen

/** The screens of a catalogue entity; only the list is in the menu. */
const catalogue = ({
  name,
  one,
  many,
  list,
  create,
  edit,
  synonyms = '',
  group = 'content',
}: CatalogueScreens): readonly Screen[] => [
  {
    template: `${name}-list`,
    path: list,
    description: many,
    synonyms: `${FILES} ${synonyms}`,
    group,
    view: 'list',
    inMenu: true,
  },
  {
    template: `${name}-create`,
    path: create,
    description: `Crear ${one}`,
    synonyms: NEW,
    group,
    view: 'create',
  },
  { template: `${name}-edit`, path: edit, description: `Editar ${one}`, group, view: 'edit' },
  trashOf(name, list),
]

/** Contents only accept categories of their type (rule K16). */
const categoriesOf = <const Type extends CategoryType>(type: Type) =>
  ({
    categories: {
      to: 'categories',
      type,
      message: 'La categoría no existe o no es de este tipo de contenido.',
    },
  }) as const

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
        synonyms: `${NEW} demo cliente`,
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
        synonyms: `Consulta de clientes Remover demo Vencen pronto ${FILES}`,
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
    sort: NEWEST,
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
    sort: NEWEST,
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
    sort: NEWEST,
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
    sort: NEWEST,
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
    screens: catalogue({
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
    defects: [...OF_STATIONS, 'no_guide'],
    references: { channelGuide: { to: 'guides', message: 'La guía no existe.' } },
    screens: catalogue({
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
    screens: catalogue({
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
    screens: catalogue({
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
    sort: LAST_EDITED,
    title: 'On Demand',
    operation: { one: 'OnDemandContent', many: 'OnDemandContents' },
    notCopied: ['content', 'imdbId'],
    references: categoriesOf('DISCOVER'),
    media: MEDIA_TYPES,
    defects: IN_FILM_DATABASE,
    looksUpFilms: true,
    screens: catalogue({
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
    sort: LAST_EDITED,
    operation: { one: 'Documentary', many: 'Documentaries' },
    notCopied: ['content'],
    references: categoriesOf('DOCUMENTAL'),
    media: ['Documentary'],
    defects: OF_FILMS,
    looksUpFilms: true,
    screens: catalogue({
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
    sort: LAST_EDITED,
    operation: { one: 'Movie', many: 'Movies' },
    notCopied: ['content', 'imdbId'],
    references: categoriesOf('PELICULA'),
    media: ['Movie'],
    defects: IN_FILM_DATABASE,
    looksUpFilms: true,
    screens: catalogue({
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
    sort: LAST_EDITED,
    operation: { one: 'Concert', many: 'Concerts' },
    notCopied: ['content'],
    references: categoriesOf('MUSICA'),
    media: ['Music'],
    defects: OF_FILMS,
    screens: catalogue({
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
    defects: OF_STATIONS,
    screens: catalogue({
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
    sort: LAST_EDITED,
    operation: { one: 'Series', many: 'SeriesList' },
    notCopied: ['imdbId'],
    references: categoriesOf('SERIE'),
    media: ['Serie'],
    defects: IN_FILM_DATABASE,
    looksUpFilms: true,
    screens: catalogue({
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
      { ...trashOf('episode', '/episodeMain/:id'), under: 'series' },
    ],
  },
  sports: {
    path: '/api/sports',
    name: { one: 'deporte', many: 'deportes', article: 'un' },
    sort: LAST_EDITED,
    operation: { one: 'Sport', many: 'Sports' },
    notCopied: ['content'],
    references: categoriesOf('DEPORTE'),
    media: ['Sport'],
    defects: OF_FILMS,
    screens: catalogue({
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
    sort: NEWEST,
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

const ENTRIES: Readonly<Record<Resource, Entry<EntityName>>> = REGISTRY

/** The entry of a resource, typed with all optional properties. */
export const entryOf = (resource: Resource): Entry<EntityName> => ENTRIES[resource]

export const RESOURCES = keysOf(REGISTRY)

/** Resources with an import from files. */
export type FileResource = EntityName | 'users'

export const takesFiles = (resource: string): resource is FileResource =>
  resource === 'users' || (isResource(resource) && entryOf(resource).operation !== undefined)

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Plural title in lists, menus and documentation: `Películas`. */
export const titleOf = (resource: Resource): string => {
  const { title, name } = entryOf(resource)
  return title ?? capital(name.many)
}

/** Spanish name of a resource in the audit log. */
export const auditNameOf = (resource: Resource): string => {
  const { auditName, name } = entryOf(resource)
  return auditName ?? capital(name.one)
}

type Paths = { readonly [Name in Resource]: (typeof REGISTRY)[Name]['path'] }

export const API_PATHS = pathsOf()

// `Object.fromEntries` loses the association of names and paths.
function pathsOf(): Paths {
  return Object.fromEntries(Object.entries(REGISTRY).map(([name, { path }]) => [name, path])) as Paths
}

/** Format of record ids: contains a digit, which no literal path segment of the API does (rule Q13). */
export const RECORD_ID = /^(?=.*\d)[\w-]{1,64}$/

export const isResource = (name: string): name is Resource => name in REGISTRY

const ALL: readonly Change[] = ['create', 'update', 'delete']

/** The changes of a resource that a profile can permit. */
export const possibleChanges = (resource: Resource): readonly Change[] => entryOf(resource).changes ?? ALL

/** Display name of a record: its title or its name. */
export const nameOfRecord = ({ title, name }: Readonly<Record<string, unknown>>): string => {
  const called = title ?? name
  return typeof called === 'string' ? called : ''
}
