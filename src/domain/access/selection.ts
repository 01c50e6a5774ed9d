import { fold } from '../format/text.ts'
import { API_PATHS, isResource, possibleChanges } from '../registry.ts'
import type { Change } from '../registry-entry.ts'
import {
  AUTOMATION,
  allGrants,
  buildGrants,
  CHANNEL_SETTINGS,
  canonicalGrants,
  decidingRoute,
  FLAGS,
  type Flag,
  type GroupAccess,
  type Principal,
} from './permissions.ts'
import { MENU_GROUPS, MENU_LABELS, type MenuGroup, ROUTES, type Route } from './routes.ts'

/** The grants of a profile being edited: the flags of each listed route, by template. */
export type Selection = ReadonlyMap<string, readonly Flag[]>

/** The checkboxes of a route: `select` grants the route itself, which permits reading; the others are its flags. */
export const BOXES = ['select', ...FLAGS] as const
export type Box = (typeof BOXES)[number]

export type CheckboxState = 'all' | 'some' | 'none'

const FLAG_CHANGES = {
  register: 'create',
  modify: 'update',
  delete: 'delete',
} as const satisfies Record<Flag, Change>

const isFlagChecked = (route: Route, flag: Flag): boolean =>
  [CHANNEL_SETTINGS, AUTOMATION].some((named) => flag === named.flag && route.template === named.route) ||
  Object.keys(API_PATHS)
    .filter(isResource)
    .some(
      (name) =>
        possibleChanges(name).includes(FLAG_CHANGES[flag]) &&
        decidingRoute(FLAG_CHANGES[flag], name) === route,
    )

const flagCache = new Map<Route, readonly Flag[]>()

/** The flags of a route that the server actually checks (rule A10). */
export const checkedFlags = (route: Route): readonly Flag[] => {
  const flags = flagCache.get(route) ?? FLAGS.filter((flag) => isFlagChecked(route, flag))
  flagCache.set(route, flags)
  return flags
}

export const toSelection = (routeAccess: readonly GroupAccess[]): Selection =>
  new Map(
    canonicalGrants(routeAccess)
      .flatMap(({ access }) => access)
      .map((grant) => [grant.name, FLAGS.filter((flag) => grant[flag])]),
  )

/** Converts a selection to grants as they are stored. */
export const toGrants = (selection: Selection): GroupAccess[] => buildGrants(Object.fromEntries(selection))

/** The most that an editor may grant: their own grants (rule U20). */
export const grantLimit = ({ role, routeAccess }: Principal): Selection =>
  toSelection(role === 'sa' ? allGrants() : routeAccess)

/** True if a checkbox of a route can be ticked within the limit. */
export const isOffered = (limit: Selection, route: Route, box: Box): boolean => {
  const flags = limit.get(route.template)
  return (
    flags !== undefined && (box === 'select' || (flags.includes(box) && checkedFlags(route).includes(box)))
  )
}

export const isTicked = (selection: Selection, route: Route, box: Box): boolean => {
  const flags = selection.get(route.template)
  return flags !== undefined && (box === 'select' || flags.includes(box))
}

/** State of a checkbox for several routes; `some` is the indeterminate state. */
export const checkboxState = (
  selection: Selection,
  limit: Selection,
  routes: readonly Route[],
  box: Box,
): CheckboxState => {
  const able = routes.filter((route) => isOffered(limit, route, box))
  const ticked = able.filter((route) => isTicked(selection, route, box))
  if (ticked.length === 0) return 'none'
  return ticked.length === able.length ? 'all' : 'some'
}

const ticked = (flags: readonly Flag[] | undefined, box: Box): readonly Flag[] =>
  FLAGS.filter((flag) => flag === box || flags?.includes(flag))

const unticked = (flags: readonly Flag[], box: Box): readonly Flag[] | undefined =>
  box === 'select' ? undefined : flags.filter((flag) => flag !== box)

/**
 * Ticks or unticks a box for the given routes only. Ticking a flag also ticks its route; unticking a route clears its
 * flags. Boxes beyond the limit are never ticked.
 */
export const setBox = (
  selection: Selection,
  limit: Selection,
  routes: readonly Route[],
  box: Box,
  isOn: boolean,
): Selection => {
  const next = new Map(selection)
  for (const route of routes) {
    const flags = next.get(route.template)
    if (isOn && isOffered(limit, route, box)) next.set(route.template, ticked(flags, box))
    if (isOn || flags === undefined) continue
    const left = unticked(flags, box)
    if (left === undefined) next.delete(route.template)
    else next.set(route.template, left)
  }
  return next
}

/** The group under which the permission editor shows a route: routes open to every profile are shown under `user`. */
export const editorGroup = ({ group, isDefault }: Route): MenuGroup => group ?? (isDefault ? 'user' : 'route')

/** True if profiles can list the route; the others are open to every profile or checked as another route. */
export const isListable = ({ group }: Route): boolean => group !== undefined

/** The rows of the permission editor: a trash opens with its entity's `delete`, and has none. */
export const EDITED_ROUTES = ROUTES.filter(({ needs }) => needs === undefined)

/** True if the route's `delete` also opens a trash (rule A6). */
export const opensTrash = (route: Route): boolean =>
  ROUTES.some(({ needs, resource }) => needs && resource && decidingRoute(needs, resource) === route)

export interface RouteGroup {
  readonly group: MenuGroup
  readonly label: string
  readonly routes: readonly Route[]
}

const searchableText = (route: Route): string =>
  fold([route.description, MENU_LABELS[editorGroup(route)], route.path].join(' '))

/**
 * The routes whose description, menu and path together contain every word of a text, ignoring case and accents, by
 * group.
 */
export const groupsMatching = (text: string, routes: readonly Route[] = EDITED_ROUTES): RouteGroup[] => {
  const words = fold(text).split(' ')
  const found = routes.filter((route) => words.every((word) => searchableText(route).includes(word)))
  return MENU_GROUPS.map((group) => ({
    group,
    label: MENU_LABELS[group],
    routes: found.filter((route) => editorGroup(route) === group),
  })).filter(({ routes }) => routes.length > 0)
}
