import { canOpen, type Principal } from './permissions.ts'
import { MENU_LABELS, type MenuGroup, ROUTES, type Route } from './routes.ts'

export interface Menu {
  readonly group: MenuGroup
  readonly label: string
  readonly entries: readonly Route[]
}

const MENUS = ['admin', 'content', 'setting'] as const satisfies readonly MenuGroup[]

/** The navbar's menus, limited to the entries that the profile allows; empty menus are left out. */
export const permittedMenus = (principal: Principal): Menu[] =>
  MENUS.map((group) => ({
    group,
    label: MENU_LABELS[group],
    entries: ROUTES.filter((route) => route.inMenu && route.group === group && canOpen(principal, route)),
  })).filter(({ entries }) => entries.length > 0)

/** The menu entry to highlight for a route: its own entry, or the list of its resource or of the parent resource. */
export const currentEntry = (route: Route | undefined): string | undefined => {
  if (route === undefined || route.inMenu || route.resource === undefined) return route?.template
  const entity = route.under ?? route.resource
  return ROUTES.find((row) => row.inMenu && row.resource === entity)?.template
}
