import { can, isAdmin, isReseller, isSubscriber, type Principal, type Role } from '../access/permissions.ts'
import { WHOM_TO_ASK } from '../access/whom-to-ask.ts'
import { creditTone } from '../credits/transaction.ts'
import { formatCount } from '../format/text.ts'
import { canDelete, canEdit, type Person } from './authority.ts'
import { creatableRoles } from './creation.ts'

/** Parts of the users' screens that depend on the role (rule U6). */
export interface UserScreens {
  /** The list's App column and filter. */
  listsPlatform: boolean
  /** The button 'Remover Demo'. */
  removesDemos: boolean
  /** The user's own saleable months, above the list. */
  seesBalance: boolean
  /** Links to users' visits. */
  seesHistory: boolean
  /** The field 'Usa Lista de TV' of the forms. */
  editsTvList: boolean
  /** The field 'App Origen' of an existing user. */
  editsPlatform: boolean
  /** The profile of existing users other than demos. */
  changesProfiles: boolean
  /** The button 'Eliminar'. */
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
  /** Hidden as columns and as sort fields. */
  fields: readonly string[]
  filters: readonly string[]
}

/** Parts of the users' list hidden from a role, by their names in requests (rule U6). */
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

/** Why a role may not request these parts of the users' list; undefined if it may. */
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

/** True if users of `role` can appear in `actor`'s list: resellers only see roles that they can create. */
export const canMeet = (actor: Role, role: Role): boolean =>
  isAdmin(actor) || creatableRoles(actor, { enableDemo: true }).includes(role)

/** True if `actor` may change the profile of a user (rule U5). */
export const canChangeProfile = (actor: Role, user: Role): boolean =>
  userScreens(actor).changesProfiles || user === 'demo'

export type ReadOnlyReason = 'permission' | 'rank'

export const READ_ONLY_MESSAGES: Readonly<Record<ReadOnlyReason, string>> = {
  permission: `Solo lectura: su perfil no permite modificar usuarios. ${WHOM_TO_ASK}`,
  rank: 'Solo lectura: no puede modificar un usuario de su mismo nivel o superior.',
}

/** Why `user` is read-only for `actor`; undefined if it is editable. */
export const readOnlyReason = (actor: Person, user: Person): ReadOnlyReason | undefined => {
  if (!can(actor, 'update', 'users')) return 'permission'
  return canEdit(actor, user) ? undefined : 'rank'
}

/** True if `actor` may enable and disable `user`; never themselves. */
export const canToggle = (actor: Person, user: Person): boolean =>
  actor.id !== user.id && readOnlyReason(actor, user) === undefined

/** True if 'Eliminar' is offered for `user`. */
export const canRemove = (actor: Person, user: Person): boolean =>
  userScreens(actor.role).deletes && can(actor, 'delete', 'users') && canDelete(actor, user)

/** True if 'Remover Demo' is offered (rule U16). */
export const canRemoveDemos = (principal: Principal): boolean =>
  userScreens(principal.role).removesDemos && can(principal, 'delete', 'users')

/** Confirmation question for enabling or disabling a user. */
export const togglePrompt = ({ status, fullName }: { status: string; fullName: string }): string =>
  `¿Seguro que desea ${status === 'enable' ? 'desactivar' : 'activar'} el usuario ${fullName}?`

/** Confirmation question for several users; `status` is the new one, which some may already have. */
export const toggleAllPrompt = (status: string, count: number): string =>
  `¿Seguro que desea ${status === 'enable' ? 'activar' : 'desactivar'} ${formatCount(count)} ${count === 1 ? 'usuario' : 'usuarios'}?`

/** Added to the question before users are disabled (rule U14). */
export const DISABLE_NOTE = 'Sus sesiones se cerrarán.'

/** A user's credit in lists: its months, label and colour. */
export interface ShownCredit {
  months: number
  unit: 'mes' | 'meses' | 'crédito' | 'créditos'
  tone: 'red' | 'yellow' | 'plain'
}

interface CreditHolder {
  role: Role
  creditAmount: number
  /** Agents and superagents only. */
  balanceToCredit: number | null
}

/**
 * A viewer's remaining months or a reseller's balance, coloured for app users and agents; undefined for other roles.
 */
export const shownCredit = ({
  role,
  creditAmount,
  balanceToCredit,
}: CreditHolder): ShownCredit | undefined => {
  if (!isSubscriber(role) && !isReseller(role)) return undefined
  const months = isReseller(role) ? (balanceToCredit ?? 0) : creditAmount
  const [one, many] = isReseller(role) ? (['crédito', 'créditos'] as const) : (['mes', 'meses'] as const)
  const tone = role === 'app' || role === 'agent' ? creditTone(months) : 'plain'
  return { months, unit: months === 1 ? one : many, tone }
}
