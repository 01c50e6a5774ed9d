import { fold } from '../format/search.ts'
import { MENU_GROUPS, MENU_LABELS, type MenuGroup, ROUTES, type Route } from './routes.ts'

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
