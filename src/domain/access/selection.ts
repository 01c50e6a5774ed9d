import { fold } from '../format/text.ts'
import { API_PATHS, type Change, isResource, possibleChanges } from '../registry.ts'
import {
  allGrants,
  CHANNEL_SETTINGS_ROW,
  canonicalGrants,
  FLAGS,
  type Flag,
  type GroupAccess,
  grants,
  type Principal,
  rowOf,
} from './permissions.ts'
import { MENU_GROUPS, MENU_LABELS, type MenuGroup, ROUTES, type Route } from './routes.ts'

/** The grants of a profile under edit: the flags of each listed route, by template. */
export type Selection = ReadonlyMap<string, readonly Flag[]>

/** What can be ticked of a route: the route itself, which lets one look, or one of its flags. */
export const BOXES = ['select', ...FLAGS] as const
export type Box = (typeof BOXES)[number]

export type Mark = 'all' | 'some' | 'none'

const CHANGE_OF = {
  register: 'create',
  modify: 'update',
  delete: 'delete',
} as const satisfies Record<Flag, Change>

const decidedBy = (route: Route, flag: Flag): boolean =>
  (flag === 'modify' && route === CHANNEL_SETTINGS_ROW) ||
  Object.keys(API_PATHS)
    .filter(isResource)
    .some((name) => possibleChanges(name).includes(CHANGE_OF[flag]) && rowOf(CHANGE_OF[flag], name) === route)

const offered = new Map<Route, readonly Flag[]>()

/** The flags of a route that the server ever checks (rule A10). */
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

/** The grants of a selection, as the server keeps them. */
export const accessOf = (selection: Selection): GroupAccess[] => grants(Object.fromEntries(selection))

/** The most that an editor can grant in a profile: its own grants (rule U20). */
export const limitOf = ({ role, routeAccess }: Principal): Selection =>
  selectionOf(role === 'sa' ? allGrants() : routeAccess)

/** Whether a box of a route can be ticked at all. */
export const isOffered = (limit: Selection, route: Route, box: Box): boolean => {
  const flags = limit.get(route.template)
  return flags !== undefined && (box === 'select' || (flags.includes(box) && flagsOf(route).includes(box)))
}

export const isTicked = (selection: Selection, route: Route, box: Box): boolean => {
  const flags = selection.get(route.template)
  return flags !== undefined && (box === 'select' || flags.includes(box))
}

/** The state of a checkbox for several routes; the half-checked one is `some`. */
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
 * Ticks or unticks a box for some routes and leaves the others alone. A flag brings its route along; a route that goes
 * takes its flags with it. What lies beyond the limit is never ticked.
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

/** The group under which the permission editor shows a route: what is open to everybody stands with the user's own. */
export const shownGroupOf = ({ group, isDefault }: Route): MenuGroup =>
  group ?? (isDefault ? 'user' : 'route')

/** Whether a profile can list the route: the others are open to all, or follow another one. */
export const isListable = ({ group }: Route): boolean => group !== undefined

export interface RouteGroup {
  readonly group: MenuGroup
  readonly label: string
  readonly routes: readonly Route[]
}

const textOf = (route: Route): string =>
  fold([route.description, MENU_LABELS[shownGroupOf(route)], route.path].join(' '))

/** The routes whose description, menu or path hold every word of a text, blind to case and accents, by group. */
export const groupsMatching = (text: string): RouteGroup[] => {
  const words = fold(text).split(' ')
  const found = ROUTES.filter((route) => words.every((word) => textOf(route).includes(word)))
  return MENU_GROUPS.map((group) => ({
    group,
    label: MENU_LABELS[group],
    routes: found.filter((route) => shownGroupOf(route) === group),
  })).filter(({ routes }) => routes.length > 0)
}
