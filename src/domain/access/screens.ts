import { fold } from '../format/text.ts'
import { menusOf } from './menus.ts'
import { can, canOpen, type Principal } from './permissions.ts'
import { MENU_LABELS, ROUTES, type Route } from './routes.ts'

/** The screens that hold every word of a text: those of the menus, then those that create a record; all of the menus for none. */
export const screensMatching = (principal: Principal, text: string): readonly Route[] => {
  const words = fold(text).split(' ').filter(Boolean)
  const isMeant = ({ description, group }: Route): boolean => {
    const name = fold(`${description} ${group === undefined ? '' : MENU_LABELS[group]}`)
    return words.every((word) => ` ${name}`.includes(` ${word}`))
  }
  const inMenus = menusOf(principal).flatMap(({ entries }) => entries)
  const creating = ROUTES.filter(
    (route) =>
      route.view === 'create' &&
      route.resource !== undefined &&
      canOpen(principal, route) &&
      can(principal, 'create', route.resource),
  )
  return [...inMenus, ...(words.length === 0 ? [] : creating)].filter(isMeant)
}
