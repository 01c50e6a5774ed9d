import { headingOf, matchRoute } from '../../api/paths.ts'
import { ListSkeleton } from '../../kit/list/list-states.tsx'
import { Loading } from '../../kit/page/Page.tsx'

/** Placeholder of a screen until it is rendered: for the menus' screens, heading and rows. */
export const ScreenSkeleton = ({ path }: { path: string }) => {
  const route = matchRoute(path)?.route
  return route?.inMenu ? <ListSkeleton title={headingOf(route.template)} /> : <Loading />
}
