import { entryOf } from '../registry.ts'
import { holdsWords } from '../search/actions.ts'
import { permittedMenus } from './menus.ts'
import { can, canOpen, type Principal } from './permissions.ts'
import { MENU_LABELS, ROUTES, type Route } from './routes.ts'

/** Unambiguous name of a screen among those of other resources: a trash is named with its resource. */
export const screenName = ({ description, needs, resource }: Route): string =>
  needs === undefined || resource === undefined
    ? description
    : `${description} de ${entryOf(resource).name.many}`

const matchesText = (route: Route, text: string): boolean => {
  const { synonyms = '', group, needs, description } = route
  // Screens that need a permission, such as trashes, match only if a word is one of their own: the resource's name
  // by itself means its list.
  const own = `${description} ${synonyms}`
  if (needs !== undefined && !text.split(' ').some((word) => holdsWords(own, word))) return false
  const menu = group === undefined ? '' : MENU_LABELS[group]
  return holdsWords(`${screenName(route)} ${menu} ${synonyms}`, text)
}

/** Screens outside the menus that open without a record id. */
const isOutsideMenus = ({ view, needs, path, template }: Route): boolean =>
  (view === 'create' || needs !== undefined || template === 'password-change' || template === 'security') &&
  !path.includes(':')

/**
 * The permitted screens that match every word of a text: first those of the menus, then create screens, trashes and the
 * password change. An empty text gives the screens of the menus.
 */
export const screensMatching = (principal: Principal, text: string): readonly Route[] => {
  const inMenus = permittedMenus(principal).flatMap(({ entries }) => entries)
  if (text === '') return inMenus
  const elsewhere = ROUTES.filter(
    (route) =>
      isOutsideMenus(route) &&
      canOpen(principal, route) &&
      (route.view !== 'create' || (route.resource !== undefined && can(principal, 'create', route.resource))),
  )
  return [...inMenus, ...elsewhere].filter((route) => matchesText(route, text))
}
