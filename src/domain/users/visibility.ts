import { can, isAdmin, isReseller, isSubscriber, type Principal, type Role } from '../access/permissions.ts'
import { creditTone } from '../credits/transaction.ts'
import { formatCount } from '../format/text.ts'
import { canDelete, canEdit, type Person } from './authority.ts'
import { creatableRoles } from './creation.ts'

/** What the users' screens show to a role (rule U6). */
export interface UserScreens {
  /** The column and the filter App of the list. */
  listsPlatform: boolean
  /** 'Remover Demo'. */
  removesDemos: boolean
  /** The months that the person can still sell, over the list. */
  seesBalance: boolean
  /** The links to what users watched. */
  seesHistory: boolean
  /** 'Usa Lista de TV', in the forms. */
  editsTvList: boolean
  /** 'App Origen' of a user that exists. */
  editsPlatform: boolean
  /** The profile of users other than demos. */
  changesProfiles: boolean
  /** 'Eliminar'. */
  deletes: boolean
}

const EVERYTHING: UserScreens = {
  listsPlatform: true,
  removesDemos: true,
  seesBalance: false,
  seesHistory: true,
  editsTvList: true,
  editsPlatform: true,
  changesProfiles: true,
  deletes: true,
}

const AGENT: UserScreens = {
  listsPlatform: false,
  removesDemos: false,
  seesBalance: true,
  seesHistory: false,
  editsTvList: false,
  editsPlatform: false,
  changesProfiles: false,
  deletes: false,
}

export const userScreens = (role: Role): UserScreens => {
  if (isAdmin(role)) return EVERYTHING
  if (role === 'superagent') return { ...EVERYTHING, removesDemos: false, seesBalance: true, deletes: false }
  return AGENT
}

interface HiddenParts {
  /** Neither columns nor orders. */
  fields: readonly string[]
  filters: readonly string[]
}

/** The parts of the users' list that a role does not see, by their names in requests (rule U6). */
export const hiddenInUserList = (role: Role): HiddenParts =>
  role === 'agent'
    ? { fields: ['platform', 'useTvList'], filters: ['platform', 'lowBalance'] }
    : { fields: [], filters: [] }

const HIDDEN_MESSAGE = 'No tiene permiso para ver esta columna, filtro u orden de la lista.'

interface ListParts {
  columns?: readonly string[] | undefined
  sort?: string | null | undefined
  filters: readonly string[]
}

/** Why a role may not ask for these parts of the users' list; undefined when it may. */
export const hiddenPartError = (
  role: Role,
  { columns = [], sort, filters }: ListParts,
): string | undefined => {
  const hidden = hiddenInUserList(role)
  const isHidden =
    columns.some((name) => hidden.fields.includes(name)) ||
    (typeof sort === 'string' && hidden.fields.includes(sort)) ||
    filters.some((name) => hidden.filters.includes(name))
  return isHidden ? HIDDEN_MESSAGE : undefined
}

/** Whether users of `role` can appear in the list of `actor`: resellers see the users they create. */
export const canMeet = (actor: Role, role: Role): boolean =>
  isAdmin(actor) || creatableRoles(actor, { enableDemo: true }).includes(role)

/** Rule U5. */
export const canChangeProfile = (actor: Role, user: Role): boolean =>
  userScreens(actor).changesProfiles || user === 'demo'

/** Why a record can only be read; undefined when it can be edited. */
export type ReadOnlyReason = 'permission' | 'rank'

export const READ_ONLY_MESSAGES: Readonly<Record<ReadOnlyReason, string>> = {
  permission: 'Solo lectura: su perfil no permite modificar usuarios.',
  rank: 'Solo lectura: no puede modificar un usuario de su mismo nivel o superior.',
}

/** Why `actor` can only read `user`; undefined when it can edit it. */
export const readOnlyReason = (actor: Person, user: Person): ReadOnlyReason | undefined => {
  if (!can(actor, 'update', 'users')) return 'permission'
  return canEdit(actor, user) ? undefined : 'rank'
}

/** Whether `actor` can switch `user` on and off: never itself. */
export const canToggle = (actor: Person, user: Person): boolean =>
  actor.id !== user.id && readOnlyReason(actor, user) === undefined

/** Whether 'Eliminar' is offered for `user`. */
export const canRemove = (actor: Person, user: Person): boolean =>
  userScreens(actor.role).deletes && can(actor, 'delete', 'users') && canDelete(actor, user)

/** Whether 'Remover Demo' is offered (rule U16). */
export const canRemoveDemos = (principal: Principal): boolean =>
  userScreens(principal.role).removesDemos && can(principal, 'delete', 'users')

/** What asks before a user is switched on or off. */
export const togglePrompt = ({ status, fullName }: { status: string; fullName: string }): string =>
  `¿Seguro que desea ${status === 'enable' ? 'desactivar' : 'activar'} el usuario ${fullName}?`

/** The same of several users, none of whom need be switched: `status` is the one that they get. */
export const toggleAllPrompt = (status: string, count: number): string =>
  `¿Seguro que desea ${status === 'enable' ? 'activar' : 'desactivar'} ${formatCount(count)} ${count === 1 ? 'usuario' : 'usuarios'}?`

/** Shown with the question before users are switched off (rule U14). */
export const DISABLE_NOTE = 'Sus sesiones se cerrarán.'

/** The credit of a user as lists show it: its months, what they are called, and how urgent they are. */
export interface ShownCredit {
  months: number
  unit: 'mes' | 'meses' | 'crédito' | 'créditos'
  tone: 'red' | 'yellow' | 'plain'
}

interface Credited {
  role: Role
  creditAmount: number
  /** Of agents and superagents. */
  balanceToCredit: number | null
}

/** A viewer's months left or a reseller's balance, coloured for app users and agents; undefined for the others. */
export const shownCredit = ({ role, creditAmount, balanceToCredit }: Credited): ShownCredit | undefined => {
  if (!isSubscriber(role) && !isReseller(role)) return undefined
  const months = isReseller(role) ? (balanceToCredit ?? 0) : creditAmount
  const [one, many] = isReseller(role) ? (['crédito', 'créditos'] as const) : (['mes', 'meses'] as const)
  const tone = role === 'app' || role === 'agent' ? creditTone(months) : 'plain'
  return { months, unit: months === 1 ? one : many, tone }
}
