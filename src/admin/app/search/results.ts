import { canOpen, type Principal } from '../../../domain/access/permissions.ts'
import { ROUTES, type Route } from '../../../domain/access/routes.ts'
import { allowedTypes } from '../../../domain/credits/rules.ts'
import type { TransactionType } from '../../../domain/credits/transaction.ts'
import { formatReference } from '../../../domain/format/text.ts'
import { entryOf, type Resource, titleOf } from '../../../domain/registry.ts'
import type { Found } from '../../../domain/search/search.ts'
import { canToggle, readOnlyReason, userScreens } from '../../../domain/users/visibility.ts'
import { formPathOf, pathOf } from '../../api/addresses.ts'
import type { Answer } from '../../api/http.ts'
import { canAccess, type Me } from '../../api/me.ts'
import { AUTOMATIC_SALE, canCredit } from '../../features/credits/CreditDialogProvider.tsx'
import { isPrintable } from '../../features/credits/Receipt.tsx'
import { actorOf, type ProfileChoice, personOf } from '../../features/users/lookups.ts'

/**
 * Where a line of the palette leads, or what it does at once. The address of an episode lies below its series, which is asked for;
 * a user is switched on or off after a question.
 */
type Destination = string | { episode: string } | { reprint: KnownTransaction } | { toggle: KnownUser }

/** A line of the palette. */
export interface Option {
  key: string
  label: string
  detail: string
  to: Destination
}

export interface OptionGroup {
  label: string
  options: readonly Option[]
}

type Named = Pick<Found, 'resource' | '_id' | 'title'>

/** Users with what tells which actions there are. */
export type KnownUser = Answer<'GET /api/users/:id'>

/** Transactions with what their receipts show. */
export type KnownTransaction = Answer<'GET /api/license_transactions/:id'>

const listOf = (resource: Resource): Route | undefined =>
  ROUTES.find((route) => route.resource === resource && route.view === 'list' && route.inMenu)

const withSearch = (path: string, q: string): string =>
  `${path}?${new URLSearchParams({ filter: JSON.stringify({ q }) })}`

/** The list of a resource that searches for a text; undefined for who may not open it. */
const searchedList = (me: Principal, resource: Resource, q: string): string | undefined => {
  const list = listOf(resource)
  return list && canOpen(me, list) ? withSearch(list.path, q) : undefined
}

/** Where a record opens: in its form, else in its list. */
const addressOf = (me: Principal, { resource, _id, title }: Named): Option['to'] | undefined => {
  if (resource === 'license_transactions') return searchedList(me, resource, title)
  if (!canAccess(me, 'edit', resource)) return searchedList(me, resource, title)
  return resource === 'episodes' ? { episode: _id } : formPathOf(resource, _id)
}

const optionOf = (me: Principal, found: Named & { detail?: string }): Option[] => {
  const { resource, _id, title, detail = '' } = found
  const to = addressOf(me, found)
  return to === undefined ? [] : [{ key: `${resource}-${_id}`, label: title, detail, to }]
}

/** So many of one kind are no longer all of them. */
const MANY = 5

/** What was found by kind, that of the best result first; a kind with many ends with the way to its list. */
export const foundGroups = (me: Principal, found: readonly Found[], text: string): OptionGroup[] =>
  [...new Set(found.map(({ resource }) => resource))].flatMap((resource) => {
    const own = found.filter((each) => each.resource === resource)
    const options = own.flatMap((each) => optionOf(me, each))
    const list = own.length < MANY ? undefined : searchedList(me, resource, text)
    const title = titleOf(resource)
    const all = { key: `all-${resource}`, label: `Ver todos en ${title}`, detail: '' }
    return options.length === 0
      ? []
      : [{ label: title, options: list === undefined ? options : [...options, { ...all, to: list }] }]
  })

const MOST_SALES = 4

const CREDIT_ACTIONS: readonly (readonly [type: TransactionType, label: string])[] = [
  ['SALE', 'Vender a'],
  ['TRANSFER', 'Transferir créditos a'],
]

/** Opens the credit dialog: the type of the action is the first one that it offers. */
const creditOf = (me: Me, user: KnownUser): Option[] => {
  if (!canAccess(me, 'edit', 'users') || !canCredit(me, user)) return []
  const types = allowedTypes(me.role, user.role)
  return CREDIT_ACTIONS.filter(([type]) => types.includes(type)).map(([, label]) => ({
    key: `credit-${user._id}`,
    label: `${label} ${user.fullName}`,
    detail: user.name,
    to: `${formPathOf('users', user._id)}${AUTOMATIC_SALE}`,
  }))
}

const reprintOf = (transaction: KnownTransaction): Option[] =>
  isPrintable(transaction)
    ? [
        {
          key: `reprint-${transaction._id}`,
          label: `Reimprimir ${formatReference(transaction.reference)}`,
          detail: transaction.userFullName,
          to: { reprint: transaction },
        },
      ]
    : []

const toggleOf = (me: Me, user: KnownUser | undefined, profiles: readonly ProfileChoice[]): Option[] => {
  if (user === undefined || !canAccess(me, 'modify', 'users')) return []
  if (!canToggle(actorOf(me), personOf(me, user, profiles))) return []
  const label = user.status === 'enable' ? 'Desactivar a' : 'Activar a'
  return [
    {
      key: `toggle-${user._id}`,
      label: `${label} ${user.fullName}`,
      detail: user.name,
      to: { toggle: user },
    },
  ]
}

const editOf = (
  me: Me,
  best: Found,
  user: KnownUser | undefined,
  profiles: readonly ProfileChoice[],
): Option[] => {
  const { resource, _id, title } = best
  if (!canAccess(me, 'edit', resource) || !canAccess(me, 'modify', resource)) return []
  if (resource === 'license_transactions' || resource === 'episodes') return []
  const isLocked =
    user !== undefined && readOnlyReason(actorOf(me), personOf(me, user, profiles)) !== undefined
  if (isLocked || (resource === 'users' && user === undefined)) return []
  return [{ key: `edit-${_id}`, label: `Editar ${title}`, detail: '', to: formPathOf(resource, _id) }]
}

const historyOf = (me: Me, { resource, _id, title }: Found, user: KnownUser | undefined): Option[] => {
  const history = (to: string): Option[] => [
    { key: `history-${_id}`, label: `Historial de ${title}`, detail: '', to },
  ]
  if (resource === 'users') {
    const screen = ROUTES.find(({ template }) => template === 'user-history')
    if (!user || !screen || !userScreens(me.role).seesHistory || !canOpen(me, screen)) return []
    return history(`${screen.path.replace(':id', _id)}?${new URLSearchParams({ name: user.fullName })}`)
  }
  const isPlayed = (entryOf(resource).media ?? []).length > 0
  if (!isPlayed || !canAccess(me, 'list', 'histories')) return []
  return history(`${pathOf('history-list')}?${new URLSearchParams({ content: _id, name: title })}`)
}

const changesOf = (me: Me, { resource, _id, title }: Found): Option[] => {
  if (!canAccess(me, 'list', 'audit')) return []
  const filter = JSON.stringify({ resource, record: _id })
  const to = `${pathOf('audit')}?${new URLSearchParams({ filter })}`
  return [{ key: `changes-${_id}`, label: `Cambios de ${title}`, detail: '', to }]
}

/** Known of what was found, as far as actions depend on it. */
export interface Known {
  users: readonly KnownUser[]
  transactions: readonly KnownTransaction[]
  profiles: readonly ProfileChoice[]
}

/** What the current user can do with what was found: sell to the users, reprint receipts, and all that concerns the best result. */
export const actionGroup = (
  me: Me,
  found: readonly Found[],
  { users, transactions, profiles }: Known,
): OptionGroup[] => {
  const [best] = found
  if (best === undefined) return []
  const known = (id: string) => users.find((user) => user._id === id)
  const inOrder = found.flatMap(({ resource, _id }) => (resource === 'users' ? (known(_id) ?? []) : []))
  const options = [
    ...transactions.flatMap(reprintOf),
    ...inOrder.flatMap((user) => creditOf(me, user)).slice(0, MOST_SALES),
    ...editOf(me, best, known(best._id), profiles),
    ...toggleOf(me, known(best._id), profiles),
    ...historyOf(me, best, known(best._id)),
    ...changesOf(me, best),
  ]
  return options.length === 0 ? [] : [{ label: 'Acciones', options }]
}

export const screenGroup = (screens: readonly Route[]): OptionGroup[] =>
  screens.length === 0
    ? []
    : [
        {
          label: 'Pantallas',
          options: screens.map(({ template, description, path }) => ({
            key: `screen-${template}`,
            label: description,
            detail: '',
            to: path,
          })),
        },
      ]

/** What was opened before, as far as it can be opened now. */
export const recentGroup = (me: Principal, recent: readonly Named[]): OptionGroup[] => {
  const options = recent.flatMap((each) => optionOf(me, { ...each, detail: titleOf(each.resource) }))
  return options.length === 0 ? [] : [{ label: 'Abiertos hace poco', options }]
}
