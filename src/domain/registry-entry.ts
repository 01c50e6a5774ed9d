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
export const MEDIA_TYPES = nonEmptyKeys(MEDIA_TYPE_NAMES)

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
export const CATEGORY_TYPES = nonEmptyKeys(CATEGORY_MEDIA)

// `Object.keys` loses the key type, and that the result is not empty.
export function nonEmptyKeys<Key extends string>(record: Readonly<Record<Key, unknown>>) {
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

export const STATION_DEFECTS = ['no_link', 'dead_link', 'no_cover', 'no_category'] as const
export const FILM_DEFECTS = [
  'no_link',
  'dead_link',
  'no_cover',
  'no_synopsis',
  'no_synopsis_english',
  'no_category',
  'duplicate',
] as const
export const FILM_DATABASE_DEFECTS = [...FILM_DEFECTS, 'no_film_database'] as const

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
export interface ReferenceTo<To extends string> {
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

export const BY_NAME = { field: 'name', order: 'ASC' } as const satisfies Sort
export const BY_TITLE = { field: 'title', order: 'ASC' } as const satisfies Sort
export const BY_NUMBER = { field: 'number', order: 'ASC' } as const satisfies Sort
export const LAST_EDITED_FIRST = { field: 'dateUpdate', order: 'DESC' } as const satisfies Sort
export const NEWEST_FIRST = { field: 'date', order: 'DESC' } as const satisfies Sort

/** Declaration of a resource: a catalogue entity, users, visits … */
export interface Entry<To extends string = string> {
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
  readonly references?: Readonly<Record<string, ReferenceTo<To>>>
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
export type CatalogueEntry = Entry &
  Required<Pick<Entry, 'operation' | 'sort' | 'notCopied' | 'media' | 'defects'>> & {
    readonly name: { readonly article: string }
  }

export type OtherEntry = Entry & { readonly operation?: undefined }

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
export const FILE_SYNONYMS = 'Importar Exportar'

/** Search words for create screens: the labels of the buttons that open them. */
export const CREATE_SYNONYMS = 'Nuevo Nueva Agregar Registrar'

/** The trash screen, below the list. */
export const trashScreen = (name: string, list: string) =>
  ({
    template: `${name}-trash`,
    path: `${list}/papelera`,
    description: 'Papelera',
    synonyms: 'Eliminados Restaurar',
    needs: 'delete',
  }) as const satisfies Screen

/** The screens of a catalogue entity; only the list is in the menu. */
export const catalogueScreens = ({
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
    synonyms: `${FILE_SYNONYMS} ${synonyms}`,
    group,
    view: 'list',
    inMenu: true,
  },
  {
    template: `${name}-create`,
    path: create,
    description: `Crear ${one}`,
    synonyms: CREATE_SYNONYMS,
    group,
    view: 'create',
  },
  { template: `${name}-edit`, path: edit, description: `Editar ${one}`, group, view: 'edit' },
  trashScreen(name, list),
]

/** Contents only accept categories of their type (rule K16). */
export const categoryReferences = <const Type extends CategoryType>(type: Type) =>
  ({
    categories: {
      to: 'categories',
      type,
      message: 'La categoría no existe o no es de este tipo de contenido.',
    },
  }) as const
