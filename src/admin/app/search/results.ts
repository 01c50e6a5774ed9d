import { canOpen, type Principal } from '../../../domain/access/permissions.ts'
import { ROUTES, type Route } from '../../../domain/access/routes.ts'
import { allowedTypes } from '../../../domain/credits/rules.ts'
import { entryOf, type Resource, titleOf } from '../../../domain/registry.ts'
import type { Found } from '../../../domain/search/search.ts'
import { readOnlyReason, userScreens } from '../../../domain/users/visibility.ts'
import { formPathOf, pathOf } from '../../api/addresses.ts'
import type { Answer } from '../../api/http.ts'
import { canAccess, type Me } from '../../api/me.ts'
import { AUTOMATIC_SALE, canCredit } from '../../features/credits/CreditDialogProvider.tsx'
import { actorOf, type ProfileChoice, personOf } from '../../features/users/lookups.ts'

/** A line of the palette. */
export interface Option {
  key: string
  label: string
  detail: string
  /** Where it leads; that of an episode lies below its series, which is asked for. */
  to: string | { episode: string }
  /** An entry of the menus: the list that it opens has its search box focused. */
  isScreen?: true
}

export interface OptionGroup {
  label: string
  options: readonly Option[]
}

type Named = Pick<Found, 'resource' | '_id' | 'title'>

/** Users with what tells which actions there are. */
export type KnownUser = Answer<'GET /api/users/:id'>

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

const saleOf = (me: Me, user: KnownUser): Option[] =>
  canAccess(me, 'edit', 'users') && canCredit(me, user) && allowedTypes(me.role, user.role).includes('SALE')
    ? [
        {
          key: `sell-${user._id}`,
          label: `Vender a ${user.fullName}`,
          detail: user.name,
          to: `${formPathOf('users', user._id)}${AUTOMATIC_SALE}`,
        },
      ]
    : []

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

/** What the current user can do with what was found: sell to the users, and all that concerns the best result. */
export const actionGroup = (
  me: Me,
  found: readonly Found[],
  users: readonly KnownUser[],
  profiles: readonly ProfileChoice[],
): OptionGroup[] => {
  const [best] = found
  if (best === undefined) return []
  const known = (id: string) => users.find((user) => user._id === id)
  const inOrder = found.flatMap(({ resource, _id }) => (resource === 'users' ? (known(_id) ?? []) : []))
  const options = [
    ...inOrder.flatMap((user) => saleOf(me, user)).slice(0, MOST_SALES),
    ...editOf(me, best, known(best._id), profiles),
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
            isScreen: true,
          })),
        },
      ]

/** What was opened before, as far as it can be opened now. */
export const recentGroup = (me: Principal, recent: readonly Named[]): OptionGroup[] => {
  const options = recent.flatMap((each) => optionOf(me, { ...each, detail: titleOf(each.resource) }))
  return options.length === 0 ? [] : [{ label: 'Abiertos hace poco', options }]
}
