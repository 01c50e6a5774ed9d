import { z } from 'zod'
import { can, canOpen, type Principal, type Role } from '../access/permissions.ts'
import { isListScreen, ROUTES, type Route } from '../access/routes.ts'
import { endpoints } from '../contract/endpoint.ts'
import { deletedOutput, instant } from '../contract/entity.ts'
import { API_PATHS } from '../registry.ts'
import { profileError } from '../users/profile-rules.ts'
import { hiddenPartError } from '../users/visibility.ts'
import { id, requiredInteger, requiredName } from '../validation/fields.ts'

/** Most saved views of one list per user or profile. */
export const MAX_VIEWS = 50

const MAX_FILTERS = 30
const MAX_COLUMNS = 60

export const VIEW_MESSAGES = {
  name: 'Debe especificar el nombre de la vista',
  duplicate: (name: string) => `Ya existe la vista ${name} en esta lista.`,
  list: 'La lista no existe.',
  listForbidden: 'No tiene permiso para abrir esta lista.',
  filters: 'Debe enviar los filtros de la lista.',
  filter: 'La lista no tiene este filtro.',
  options: 'La lista no tiene esta opción.',
  sort: 'No se puede ordenar por este campo.',
  order: 'Debe ser asc o desc.',
  limit: 'Debe ser un número entre 1 y 100.',
  columns: `Debe ser una lista de 1 a ${MAX_COLUMNS} columnas.`,
  column: (name: string) => `La lista no tiene la columna ${name}.`,
  tooMany: `Ya hay ${MAX_VIEWS} vistas de esta lista: elimine alguna.`,
  unknownProfile: 'El perfil no existe.',
  forbidden: 'No puede guardar vistas de este perfil.',
  profileCannotOpen: 'Este perfil no tiene permiso para abrir la lista.',
  profileCannotSee: 'Este perfil no ve todos los filtros o el orden de la vista.',
} as const

/** Templates of the list screens whose filters, columns and order can be saved. */
export const VIEW_LISTS = ROUTES.filter(isListScreen).map(({ template }) => template)

/** Query parameters of lists besides filters and order, with their non-default values. */
const OPTIONS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'issue-list': { status: ['true', 'all'], view: ['groups'] },
}

/** Names of a list's options. */
export const optionNames = (list: string): readonly string[] => Object.keys(OPTIONS[list] ?? {})

/** Columns that do not show a field of the same name. */
export const OTHER_COLUMNS: readonly string[] = ['actions', 'activity', 'history', 'info', 'licence', 'sell']

/** The screen of a list; undefined if it is not a list screen. */
export const findListScreen = (list: string): Route | undefined =>
  ROUTES.find((route) => route.template === list && isListScreen(route))

/** API path of the rows that a view shows, as in the contract. */
export const rowsPath = ({ resource }: Route, options: Readonly<Record<string, string>>): string => {
  if (resource === 'episodes') return '/api/series/all_episode/:id'
  const path = resource === undefined ? '' : API_PATHS[resource]
  return options.view === 'groups' ? `${path}/groups` : path
}

const filterValue = z.union([z.string().max(500), z.number(), z.boolean()]).transform(String)
const parameterName = z.string().regex(/^\w{1,50}$/)

const viewFields = {
  name: requiredName(VIEW_MESSAGES.name, 60),
  filters: z
    .record(parameterName, filterValue, VIEW_MESSAGES.filters)
    .refine((filters) => Object.keys(filters).length <= MAX_FILTERS, VIEW_MESSAGES.filters)
    .default({})
    .meta({ title: 'Filtros', description: 'Los parámetros de la lista, salvo página y orden' }),
  options: z.record(parameterName, z.string().max(50), VIEW_MESSAGES.options).default({}).meta({
    title: 'Opciones',
    description: 'Lo que la dirección de la pantalla dice además: status y view de los reportes',
  }),
  sort: z.string(VIEW_MESSAGES.sort).max(50, VIEW_MESSAGES.sort).nullable().default(null),
  order: z.enum(['asc', 'desc'], VIEW_MESSAGES.order).nullable().default(null).meta({ title: 'Orden' }),
  limit: requiredInteger(VIEW_MESSAGES.limit, 1, 100)
    .nullable()
    .default(null)
    .meta({ title: 'Registros por página' }),
  columns: z
    .array(parameterName, VIEW_MESSAGES.columns)
    .min(1, VIEW_MESSAGES.columns)
    .max(MAX_COLUMNS, VIEW_MESSAGES.columns)
    .nullable()
    .default(null)
    .meta({ description: 'Las que se ven; null: las que cada quien haya elegido' }),
}

export const editedViewSchema = z.strictObject(viewFields)

export const newViewSchema = z.strictObject({
  list: z
    .string(VIEW_MESSAGES.list)
    .refine((list) => VIEW_LISTS.includes(list), VIEW_MESSAGES.list)
    .meta({ description: 'El template de la pantalla, como lo nombran los perfiles: movie-list' }),
  profile: id(VIEW_MESSAGES.unknownProfile)
    .nullable()
    .default(null)
    .meta({ description: 'Para quienes tienen este perfil; null: para quien la guarda' }),
  ...viewFields,
})
export type NewView = z.output<typeof newViewSchema>
export type ViewContent = z.output<typeof editedViewSchema>

const viewOutput = z.object({
  _id: z.string(),
  list: z.string(),
  name: z.string(),
  profile: z.string().nullable(),
  profileName: z.string(),
  filters: z.record(z.string(), z.string()),
  options: z.record(z.string(), z.string()),
  sort: z.string().nullable(),
  order: z.enum(['asc', 'desc']).nullable(),
  limit: z.int().nullable(),
  columns: z.array(z.string()).nullable(),
  canChange: z.boolean(),
  dateUpdate: instant(),
})
export type SavedView = z.infer<typeof viewOutput>

export const VIEW_ENDPOINTS = endpoints({
  list: {
    id: 'listViews',
    method: 'GET',
    path: '/api/views',
    tag: 'Vistas',
    summary:
      'Lista las vistas de una lista: las propias, las del perfil y las de perfiles que se administran',
    response: { 200: z.array(viewOutput) },
    errors: [401, 403, 422],
  },
  create: {
    id: 'createView',
    method: 'POST',
    path: '/api/views',
    tag: 'Vistas',
    summary: 'Guarda los filtros, las columnas y el orden de una lista con un nombre',
    body: newViewSchema,
    response: { 201: viewOutput },
    errors: [401, 403, 409, 422],
  },
  update: {
    id: 'updateView',
    method: 'PUT',
    path: '/api/views/:id',
    tag: 'Vistas',
    summary: 'Cambia los campos enviados de una vista',
    body: editedViewSchema.safeExtend({
      dateUpdate: z.string().meta({ description: 'La que se leyó: con otra, nadie pisa lo guardado' }),
    }),
    response: { 200: viewOutput },
    errors: [401, 403, 404, 409, 422],
  },
  delete: {
    id: 'deleteView',
    method: 'DELETE',
    path: '/api/views/:id',
    tag: 'Vistas',
    summary: 'Elimina una vista',
    response: { 200: deletedOutput },
    errors: [401, 403, 404],
  },
})

type GrantingProfile = Parameters<typeof profileError>[1]

/**
 * True if a principal may save, change and delete the views of a profile: requires the right to change the profile
 * (rule Q11).
 */
export const canChangeViews = (principal: Principal, profile: GrantingProfile): boolean =>
  can(principal, 'update', 'profiles') && profileError(principal, profile) === undefined

/** The options that a list does not have, or not with this value. */
export const unknownOptions = (list: string, options: Readonly<Record<string, string>>): string[] =>
  Object.keys(options).filter((name) => OPTIONS[list]?.[name]?.includes(options[name] ?? '') !== true)

/** Why a view contains parts of a list hidden from the role (rule U6); undefined if it does not. */
export const viewPartError = (
  role: Role,
  list: string,
  { filters, sort, columns }: Pick<ViewContent, 'filters' | 'sort' | 'columns'>,
): string | undefined =>
  findListScreen(list)?.resource === 'users'
    ? hiddenPartError(role, { filters: Object.keys(filters), sort, columns: columns ?? [] })
    : undefined

/** The columns of a view that are visible to a role; null if each user chooses their own. */
export const seenColumns = (
  role: Role,
  list: string,
  columns: ViewContent['columns'],
): ViewContent['columns'] => {
  const isSeen = (column: string) =>
    viewPartError(role, list, { filters: {}, sort: null, columns: [column] }) === undefined
  const seen = columns?.filter(isSeen) ?? []
  return seen.length === 0 ? null : seen
}

/** True if a principal may open a list, and so its views (rule Q10). */
export const canOpenList = (principal: Principal, list: string): boolean => {
  const route = findListScreen(list)
  return route !== undefined && canOpen(principal, route)
}
