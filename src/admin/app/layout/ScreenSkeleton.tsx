import type { Route } from '../../../domain/access/routes.ts'
import { matchRoute } from '../../api/addresses.ts'
import { ListSkeleton } from '../../kit/list/list-states.tsx'
import { BALANCE_HEADING, Loading, USERS_HEADING } from '../../kit/page/Page.tsx'

/** Headings of screens that differ from their menu names. */
const HEADINGS: Readonly<Record<string, string>> = {
  'user-list': USERS_HEADING,
  'credit-balance': BALANCE_HEADING,
}

const headingOf = ({ inMenu, template, description }: Route): string | undefined =>
  inMenu ? (HEADINGS[template] ?? description) : undefined

/** Placeholder of a screen until it is rendered: for the menus' screens, heading and rows. */
export const ScreenSkeleton = ({ path }: { path: string }) => {
  const route = matchRoute(path)?.route
  const heading = route && headingOf(route)
  return heading === undefined ? <Loading /> : <ListSkeleton title={heading} />
}
