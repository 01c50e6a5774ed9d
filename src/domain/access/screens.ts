import { entryOf } from '../registry.ts'
import { holdsWords } from '../search/actions.ts'
import { menusOf } from './menus.ts'
import { can, canOpen, type Principal } from './permissions.ts'
import { MENU_LABELS, ROUTES, type Route } from './routes.ts'

/** What a screen is called where it stands among those of other records. */
export const screenName = ({ description, needs, resource }: Route): string =>
  needs === undefined || resource === undefined
    ? description
    : `${description} de ${entryOf(resource).name.many}`

const isMeant = (route: Route, text: string): boolean => {
  const { synonyms = '', group, needs, description } = route
  // The name of what was deleted alone asks for its list.
  const own = `${description} ${synonyms}`
  if (needs !== undefined && !text.split(' ').some((word) => holdsWords(own, word))) return false
  const menu = group === undefined ? '' : MENU_LABELS[group]
  return holdsWords(`${screenName(route)} ${menu} ${synonyms}`, text)
}

/** Screens of no menu that can be opened without a record. */
const isElsewhere = ({ view, needs, path, template }: Route): boolean =>
  (view === 'create' || needs !== undefined || template === 'password-change') && !path.includes(':')

/**
 * The screens that hold every word of a text: those of the menus, then those that create a record, trashes and the own
 * password; all of the menus for none.
 */
export const screensMatching = (principal: Principal, text: string): readonly Route[] => {
  const inMenus = menusOf(principal).flatMap(({ entries }) => entries)
  if (text === '') return inMenus
  const elsewhere = ROUTES.filter(
    (route) =>
      isElsewhere(route) &&
      canOpen(principal, route) &&
      (route.view !== 'create' || (route.resource !== undefined && can(principal, 'create', route.resource))),
  )
  return [...inMenus, ...elsewhere].filter((route) => isMeant(route, text))
}
