import { Resource, type ResourceProps } from 'ra-core'
import { Children, createContext, isValidElement, type ReactElement, type ReactNode, useContext } from 'react'
import { ROUTES, type Route } from '../../domain/access/routes.ts'

/** The rows of the route table, by template, whose screens this build has. */
export type Screens = ReadonlySet<string>

const ScreensContext = createContext<Screens>(new Set())
export const ScreensProvider = ScreensContext.Provider
export const useScreens = (): Screens => useContext(ScreensContext)

const isResource = (node: ReactNode): node is ReactElement<ResourceProps> =>
  isValidElement(node) && node.type === Resource

const hasProps = (node: ReactNode): node is ReactElement<{ children?: ReactNode; path?: string }> =>
  isValidElement(node)

const ofResource = ({ name, list, create, edit }: ResourceProps): Route[] =>
  ROUTES.filter(
    ({ resource, view }) =>
      resource === name &&
      ((view === 'list' && list !== undefined) ||
        (view === 'create' && create !== undefined) ||
        (view === 'edit' && edit !== undefined)),
  )

const ofCustomRoutes = (children: ReactNode): Route[] => {
  const paths = Children.toArray(children).flatMap((node) => (hasProps(node) ? [node.props.path] : []))
  return ROUTES.filter(({ path }) => paths.includes(path))
}

/**
 * The screens that the admin's children bring: a resource its rows, the custom routes theirs. The menu and the
 * access rule know no other list, so an entity appears in both with its line in App.tsx.
 */
export const screensOf = (children: ReactNode): Screens => {
  const own = ROUTES.filter(({ template }) => template === 'home')
  const brought = Children.toArray(children).flatMap((node) => {
    if (isResource(node)) return ofResource(node.props)
    return hasProps(node) ? ofCustomRoutes(node.props.children) : []
  })
  return new Set([...own, ...brought].map(({ template }) => template))
}
