import { fold } from '../format/text.ts'
import { API_PATHS, isResource, possibleChanges } from '../registry.ts'
import type { Change } from '../registry-entry.ts'
import {
  AUTOMATION,
  allGrants,
  CHANNEL_SETTINGS,
  canonicalGrants,
  FLAGS,
  type Flag,
  type GroupAccess,
  grants,
  type Principal,
  rowOf,
} from './permissions.ts'
import { MENU_GROUPS, MENU_LABELS, type MenuGroup, ROUTES, type Route } from './routes.ts'

/** The grants of a profile being edited: the flags of each listed route, by template. */
export type Selection = ReadonlyMap<string, readonly Flag[]>

/** The checkboxes of a route: `select` grants the route itself, which permits reading; the others are its flags. */
export const BOXES = ['select', ...FLAGS] as const
export type Box = (typeof BOXES)[number]

export type Mark = 'all' | 'some' | 'none'

const CHANGE_OF = {
  register: 'create',
  modify: 'update',
  delete: 'delete',
} as const satisfies Record<Flag, Change>

const decidedBy = (route: Route, flag: Flag): boolean =>
  [CHANNEL_SETTINGS, AUTOMATION].some((named) => flag === named.flag && route.template === named.route) ||
  Object.keys(API_PATHS)
    .filter(isResource)
    .some((name) => possibleChanges(name).includes(CHANGE_OF[flag]) && rowOf(CHANGE_OF[flag], name) === route)

const offered = new Map<Route, readonly Flag[]>()

/** The flags of a route that the server actually checks (rule A10). */
export const flagsOf = (route: Route): readonly Flag[] => {
  const flags = offered.get(route) ?? FLAGS.filter((flag) => decidedBy(route, flag))
  offered.set(route, flags)
  return flags
}

export const selectionOf = (routeAccess: readonly GroupAccess[]): Selection =>
  new Map(
    canonicalGrants(routeAccess)
      .flatMap(({ access }) => access)
      .map((grant) => [grant.name, FLAGS.filter((flag) => grant[flag])]),
  )

/** Converts a selection to grants as they are stored. */
export const accessOf = (selection: Selection): GroupAccess[] => grants(Object.fromEntries(selection))

/** The most that an editor may grant: their own grants (rule U20). */
export const limitOf = ({ role, routeAccess }: Principal): Selection =>
  selectionOf(role === 'sa' ? allGrants() : routeAccess)

/** True if a checkbox of a route can be ticked within the limit. */
export const isOffered = (limit: Selection, route: Route, box: Box): boolean => {
  const flags = limit.get(route.template)
  return flags !== undefined && (box === 'select' || (flags.includes(box) && flagsOf(route).includes(box)))
}

export const isTicked = (selection: Selection, route: Route, box: Box): boolean => {
  const flags = selection.get(route.template)
  return flags !== undefined && (box === 'select' || flags.includes(box))
}

/** State of a checkbox for several routes; `some` is the indeterminate state. */
export const markOf = (selection: Selection, limit: Selection, routes: readonly Route[], box: Box): Mark => {
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
export const withBox = (
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
export const shownGroupOf = ({ group, isDefault }: Route): MenuGroup =>
  group ?? (isDefault ? 'user' : 'route')

/** True if profiles can list the route; the others are open to every profile or checked as another route. */
export const isListable = ({ group }: Route): boolean => group !== undefined

/** The rows of the permission editor: a trash opens with its entity's `delete`, and has none. */
export const EDITED_ROUTES = ROUTES.filter(({ needs }) => needs === undefined)

/** True if the route's `delete` also opens a trash (rule A6). */
export const opensTrash = (route: Route): boolean =>
  ROUTES.some(({ needs, resource }) => needs && resource && rowOf(needs, resource) === route)

export interface RouteGroup {
  readonly group: MenuGroup
  readonly label: string
  readonly routes: readonly Route[]
}

const textOf = (route: Route): string =>
  fold([route.description, MENU_LABELS[shownGroupOf(route)], route.path].join(' '))

/**
 * The routes whose description, menu and path together contain every word of a text, ignoring case and accents, by
 * group.
 */
export const groupsMatching = (text: string, routes: readonly Route[] = EDITED_ROUTES): RouteGroup[] => {
  const words = fold(text).split(' ')
  const found = routes.filter((route) => words.every((word) => textOf(route).includes(word)))
  return MENU_GROUPS.map((group) => ({
    group,
    label: MENU_LABELS[group],
    routes: found.filter((route) => shownGroupOf(route) === group),
  })).filter(({ routes }) => routes.length > 0)
}
