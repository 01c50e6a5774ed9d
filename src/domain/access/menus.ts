import { canOpen, type Principal } from './permissions.ts'
import { MENU_LABELS, type MenuGroup, ROUTES, type Route } from './routes.ts'

export interface Menu {
  readonly group: MenuGroup
  readonly label: string
  readonly entries: readonly Route[]
}

const MENUS = ['admin', 'content', 'setting'] as const satisfies readonly MenuGroup[]

/** The menus of the navbar: the entries that the profile allows; none is empty. */
export const menusOf = (principal: Principal): Menu[] =>
  MENUS.map((group) => ({
    group,
    label: MENU_LABELS[group],
    entries: ROUTES.filter((route) => route.inMenu && route.group === group && canOpen(principal, route)),
  })).filter(({ entries }) => entries.length > 0)

/** The menu entry that an address belongs to: its own row, or the list of the same entity or of its parent. */
export const currentEntry = (route: Route | undefined): string | undefined => {
  if (route === undefined || route.inMenu || route.resource === undefined) return route?.template
  const entity = route.under ?? route.resource
  return ROUTES.find((row) => row.inMenu && row.resource === entity)?.template
}
