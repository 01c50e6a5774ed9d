import { canOpen, type Principal } from '../../../domain/access/permissions.ts'
import { ROUTES, type Route } from '../../../domain/access/routes.ts'
import { screenName } from '../../../domain/access/screens.ts'
import { allowedTypes } from '../../../domain/credits/rules.ts'
import { formatReference } from '../../../domain/format/text.ts'
import { entryOf, type Resource, resourceTitle } from '../../../domain/registry.ts'
import {
  asksForDemo,
  type Command,
  NEW_DEMO_LABEL,
  OWN_ACTIONS,
  type OwnAction,
  ownActionsMatching,
  RECORD_ACTIONS,
  type RecordAction,
} from '../../../domain/search/actions.ts'
import type { SearchResult } from '../../../domain/search/search.ts'
import { canToggle, readOnlyReason, userScreens } from '../../../domain/users/visibility.ts'
import type { ResponseBody } from '../../api/http.ts'
import { canAccess, type Me } from '../../api/me.ts'
import { formPathOf, pathOf } from '../../api/paths.ts'
import { changesPath } from '../../features/audit/ChangesLink.tsx'
import { AUTOMATIC_SALE, canCredit, canSellCredit } from '../../features/credits/CreditDialogProvider.tsx'
import { isPrintable } from '../../features/credits/Receipt.tsx'
import { type ProfileChoice, toActor, toPerson } from '../../features/users/lookups.ts'

/**
 * The target of a palette line, or its immediate action. The path of an episode needs its series, which is loaded;
 * enabling or disabling a user needs confirmation. A bare verb is inserted into the search field, for the name to
 * follow.
 */
type Destination =
  | string
  | { episode: string }
  | { reprint: ActionTransaction }
  | { toggle: ActionUser }
  | { own: OwnAction }
  | { creates: 'demo' }
  | { typed: string }

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

type Named = Pick<SearchResult, 'resource' | '_id' | 'title'>

/** Users, with the data that determine their actions. */
export type ActionUser = ResponseBody<'GET /api/users/:id'>

/** Transactions, with the data of their receipts. */
export type ActionTransaction = ResponseBody<'GET /api/license_transactions/:id'>

const menuList = (resource: Resource): Route | undefined =>
  ROUTES.find((route) => route.resource === resource && route.view === 'list' && route.inMenu)

const withSearch = (path: string, q: string): string =>
  `${path}?${new URLSearchParams({ filter: JSON.stringify({ q }) })}`

/** URL of a resource's list searching for a text; undefined if the user may not open it. */
const searchedList = (me: Principal, resource: Resource, q: string): string | undefined => {
  const list = menuList(resource)
  return list && canOpen(me, list) ? withSearch(list.path, q) : undefined
}

/** Target of a record: its form, or else its list. */
const recordTarget = (me: Principal, { resource, _id, title }: Named): Option['to'] | undefined => {
  if (resource === 'license_transactions') return searchedList(me, resource, title)
  if (!canAccess(me, 'edit', resource)) return searchedList(me, resource, title)
  return resource === 'episodes' ? { episode: _id } : formPathOf(resource, _id)
}

const recordOptions = (me: Principal, result: Named & { detail?: string }): Option[] => {
  const { resource, _id, title, detail = '' } = result
  const to = recordTarget(me, result)
  return to === undefined ? [] : [{ key: `${resource}-${_id}`, label: title, detail, to }]
}

/** At this number of results of one kind, there may be more. */
const MANY = 5

/** Results by kind, that of the best result first; a kind with many ends with a link to its list. */
export const resultGroups = (me: Principal, results: readonly SearchResult[], text: string): OptionGroup[] =>
  [...new Set(results.map(({ resource }) => resource))].flatMap((resource) => {
    const matches = results.filter((each) => each.resource === resource)
    const options = matches.flatMap((each) => recordOptions(me, each))
    const list = matches.length < MANY ? undefined : searchedList(me, resource, text)
    const title = resourceTitle(resource)
    const all = { key: `all-${resource}`, label: `Ver todos en ${title}`, detail: '' }
    return options.length === 0
      ? []
      : [{ label: title, options: list === undefined ? options : [...options, { ...all, to: list }] }]
  })

export interface ActionOption extends Option {
  action: RecordAction
}

const CREDIT_ACTIONS = ['SALE', 'TRANSFER'] as const

const actionLabel = (action: RecordAction, name: string): string => `${RECORD_ACTIONS[action].label} ${name}`

/** Opens the credit dialog, which preselects the action's type. */
const creditActions = (me: Me, user: ActionUser | undefined): ActionOption[] => {
  if (user === undefined || !canAccess(me, 'edit', 'users') || !canCredit(me, user)) return []
  const types = allowedTypes(me.role, user.role)
  return CREDIT_ACTIONS.filter((type) => types.includes(type)).map((action) => ({
    action,
    key: `credit-${user._id}`,
    label: actionLabel(action, user.fullName),
    detail: user.name,
    to: `${formPathOf('users', user._id)}${AUTOMATIC_SALE}`,
  }))
}

const reprintActions = (transaction: ActionTransaction | undefined): ActionOption[] =>
  transaction !== undefined && isPrintable(transaction)
    ? [
        {
          action: 'reprint',
          key: `reprint-${transaction._id}`,
          label: actionLabel('reprint', formatReference(transaction.reference)),
          detail: transaction.userFullName,
          to: { reprint: transaction },
        },
      ]
    : []

const toggleActions = (
  me: Me,
  user: ActionUser | undefined,
  profiles: readonly ProfileChoice[],
): ActionOption[] => {
  if (user === undefined || !canAccess(me, 'modify', 'users')) return []
  if (!canToggle(toActor(me), toPerson(me, user, profiles))) return []
  const action = user.status === 'enable' ? 'disable' : 'enable'
  const label = actionLabel(action, user.fullName)
  return [{ action, key: `toggle-${user._id}`, label, detail: user.name, to: { toggle: user } }]
}

const editActions = (
  me: Me,
  { resource, _id, title }: SearchResult,
  user: ActionUser | undefined,
  profiles: readonly ProfileChoice[],
): ActionOption[] => {
  if (!canAccess(me, 'edit', resource) || !canAccess(me, 'modify', resource)) return []
  if (resource === 'license_transactions' || resource === 'episodes') return []
  const isLocked =
    user !== undefined && readOnlyReason(toActor(me), toPerson(me, user, profiles)) !== undefined
  if (isLocked || (resource === 'users' && user === undefined)) return []
  const label = actionLabel('edit', title)
  return [{ action: 'edit', key: `edit-${_id}`, label, detail: '', to: formPathOf(resource, _id) }]
}

const historyActions = (
  me: Me,
  { resource, _id, title }: SearchResult,
  user: ActionUser | undefined,
): ActionOption[] => {
  const history = (to: string): ActionOption[] => [
    { action: 'history', key: `history-${_id}`, label: actionLabel('history', title), detail: '', to },
  ]
  if (resource === 'users') {
    const screen = ROUTES.find(({ template }) => template === 'user-history')
    if (!user || !screen || !userScreens(me.role).seesHistory || !canOpen(me, screen)) return []
    return history(`${screen.path.replace(':id', _id)}?${new URLSearchParams({ name: user.fullName })}`)
  }
  // Visits refer to the series of an episode.
  const isPlayed = resource !== 'episodes' && (entryOf(resource).media ?? []).length > 0
  if (!isPlayed || !canAccess(me, 'list', 'histories')) return []
  return history(`${pathOf('history-list')}?${new URLSearchParams({ content: _id, name: title })}`)
}

const changesActions = (me: Me, { resource, _id, title }: SearchResult): ActionOption[] => {
  if (!canAccess(me, 'list', 'audit')) return []
  const to = changesPath({ resource, record: _id })
  return [{ action: 'changes', key: `changes-${_id}`, label: actionLabel('changes', title), detail: '', to }]
}

/** Data of the results on which actions depend. */
export interface ActionData {
  users: readonly ActionUser[]
  transactions: readonly ActionTransaction[]
  profiles: readonly ProfileChoice[]
}

/** Actions of the current user on a search result. */
export const recordActions = (
  me: Me,
  result: SearchResult,
  { users, transactions, profiles }: ActionData,
): ActionOption[] => {
  const user = result.resource === 'users' ? users.find(({ _id }) => _id === result._id) : undefined
  return [
    ...reprintActions(transactions.find(({ _id }) => _id === result._id)),
    ...creditActions(me, user),
    ...editActions(me, result, user, profiles),
    ...toggleActions(me, user, profiles),
    ...historyActions(me, result, user),
    ...changesActions(me, result),
  ]
}

const MAX_COMMANDS = 6

/** The actions of a verb, one for each record that matches the name. */
export const commandGroup = (
  me: Me,
  results: readonly SearchResult[],
  data: ActionData,
  { actions }: Pick<Command, 'actions'>,
): OptionGroup[] => {
  const options = results
    .flatMap((each) => recordActions(me, each, data))
    .filter(({ action }) => actions.includes(action))
    .slice(0, MAX_COMMANDS)
  return options.length === 0 ? [] : [{ label: 'Acciones', options }]
}

const MAY: Readonly<Record<RecordAction, (me: Me) => boolean>> = {
  SALE: (me) => canSellCredit(me) && allowedTypes(me.role, 'app').includes('SALE'),
  TRANSFER: (me) => canSellCredit(me) && allowedTypes(me.role, 'agent').includes('TRANSFER'),
  edit: () => false,
  enable: (me) => canAccess(me, 'modify', 'users'),
  disable: (me) => canAccess(me, 'modify', 'users'),
  reprint: (me) => canAccess(me, 'list', 'license_transactions'),
  history: (me) => canAccess(me, 'list', 'histories'),
  changes: (me) => canAccess(me, 'list', 'audit'),
}

/** For a verb without a name: prompts for the name. */
export const promptGroup = (me: Me, { actions }: Pick<Command, 'actions'>): OptionGroup[] => {
  const options = actions
    .filter((action) => MAY[action](me))
    .map((action) => {
      const { label } = RECORD_ACTIONS[action]
      return {
        key: `type-${action}`,
        label: `${label}…`,
        detail: 'Escriba el nombre',
        to: { typed: `${label} ` },
      }
    })
  return options.length === 0 ? [] : [{ label: 'Acciones', options }]
}

/** Actions on the current user's session and preferences; of the two themes, the inactive one. */
export const ownGroup = (text: string, isDark: boolean): OptionGroup[] => {
  const options = ownActionsMatching(text)
    .filter((action) => action !== (isDark ? 'dark' : 'light'))
    .map((own) => ({ key: `own-${own}`, label: OWN_ACTIONS[own].label, detail: '', to: { own } }))
  return options.length === 0 ? [] : [{ label: 'Su cuenta', options }]
}

/** Creates a demo user with generated data. */
export const demoGroup = (text: string): OptionGroup[] =>
  asksForDemo(text)
    ? [
        {
          label: 'Usuarios demo',
          options: [{ key: 'new-demo', label: NEW_DEMO_LABEL, detail: '', to: { creates: 'demo' } }],
        },
      ]
    : []

/** True if a text with a verb means a new record: its form ranks before records whose names contain the same words. */
export const isAskedFor = ({ view }: Route, text: string): boolean => view === 'create' && text.includes(' ')

export const screenGroup = (screens: readonly Route[]): OptionGroup[] =>
  screens.length === 0
    ? []
    : [
        {
          label: 'Pantallas',
          options: screens.map((route) => ({
            key: `screen-${route.template}`,
            label: screenName(route),
            detail: '',
            to: route.path,
          })),
        },
      ]

/** Recently opened records that the user can still open. */
export const recentGroup = (me: Principal, recent: readonly Named[]): OptionGroup[] => {
  const options = recent.flatMap((each) =>
    recordOptions(me, { ...each, detail: resourceTitle(each.resource) }),
  )
  return options.length === 0 ? [] : [{ label: 'Abiertos hace poco', options }]
}
