import type { RaRecord } from 'react-admin'
import { NEW_EPISODE, ROUTES, type Route, type View } from '../../domain/access/routes.ts'
import type { Resource } from '../../domain/registry.ts'

type Params = Readonly<Record<string, string>>

interface RouteMatch {
  readonly route: Route
  readonly params: Params
}

const parts = (path: string): string[] => path.split('/').filter((part) => part !== '')
const isParam = (part: string): boolean => part.startsWith(':')
const paramNames = (path: string): string[] =>
  parts(path)
    .filter(isParam)
    .map((part) => part.slice(1))

const decodePart = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/** Matches a decoded, split path against a split pattern, and returns its parameters. */
const matchParts = (wanted: readonly string[], given: readonly string[]): Params | undefined => {
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? ''
    if (isParam(part)) params[part.slice(1)] = value
    else if (part.toLowerCase() !== value.toLowerCase()) return undefined
  }
  return params
}

const fill = (pattern: string, values: readonly string[]): string => {
  const rest = [...values]
  const filled = parts(pattern).map((part) => (isParam(part) ? encodeURIComponent(rest.shift() ?? '') : part))
  return `/${filled.join('/')}`
}

// Fewest parameters first: a static path beats one with a parameter that it would fit.
const BY_PRECISION = ROUTES.map((route) => ({ route, wanted: parts(route.path) })).sort(
  (a, b) => paramNames(a.route.path).length - paramNames(b.route.path).length,
)

/** The route that a path belongs to, with its parameters; none if it begins with the name of another host. */
export const matchRoute = (pathname: string): RouteMatch | undefined => {
  if (pathname.startsWith('//')) return undefined
  // Decoded once for all patterns: a list renders hundreds of links.
  const given = parts(pathname).map(decodePart)
  if (!given.every((part) => part !== undefined)) return undefined
  for (const { route, wanted } of BY_PRECISION) {
    const params = matchParts(wanted, given)
    if (params !== undefined) return { route, params }
  }
  return undefined
}

const findRoute = (template: string): Route => {
  const route = ROUTES.find((row) => row.template === template)
  if (route === undefined) throw new Error(`No route ${template}`)
  return route
}

/** The path of a route with its parameters filled in; throws for an unknown template. */
export const pathOf = (template: string, ...values: string[]): string => {
  const { path } = findRoute(template)
  return values.length === 0 ? path : fill(path, values)
}

/** The heading of a screen; throws for an unknown template. */
export const headingOf = (template: string): string => {
  const { heading, description } = findRoute(template)
  return heading ?? description
}

/** The path of a resource's list; that of parts needs their parent's id. */
export const listPathOf = (resource: Resource, ...values: string[]): string => {
  const route = ROUTES.find((row) => row.resource === resource && row.view === 'list')
  if (route === undefined) throw new Error(`No list of ${resource}`)
  return values.length === 0 ? route.path : fill(route.path, values)
}

/** The path of a record's form; a child's id follows its parent's. */
export const formPathOf = (resource: Resource, ...ids: string[]): string => {
  const route = ROUTES.find((row) => row.resource === resource && row.view === 'edit')
  if (route === undefined) throw new Error(`No form of ${resource}`)
  return fill(route.path, ids)
}

/** Path of a stored record's form; that of an episode names its series too. */
export const recordPath = (resource: Resource, { id, serieId }: RaRecord): string =>
  formPathOf(resource, ...(typeof serieId === 'string' ? [serieId] : []), String(id))

interface Screen extends Route {
  readonly resource: Resource
  readonly view: View
}

// Routes whose path differs inside react-admin. If react-admin's path is that of another route (/settings), both are
// the same.
const TRANSLATED: readonly Screen[] = ROUTES.filter(
  (route): route is Screen =>
    route.resource !== undefined &&
    route.view !== undefined &&
    !(
      route.view === 'list' &&
      route.path !== `/${route.resource}` &&
      matchRoute(`/${route.resource}`) !== undefined
    ),
)

const isTranslated = (route: Route): route is Screen => TRANSLATED.some((screen) => screen === route)

const findScreen = (resource: string, view: View): Screen | undefined =>
  TRANSLATED.find((route) => route.resource === resource && route.view === view)

const internalPath = ({ resource, view }: Screen, values: readonly string[]): string => {
  if (view === 'list') return `/${resource}`
  const id = values.at(-1)
  return view === 'create' || (id === NEW_EPISODE && findScreen(resource, 'create') === undefined)
    ? `/${resource}/create`
    : `/${resource}/${encodeURIComponent(id ?? '')}`
}

const paramValues = ({ route, params }: RouteMatch): string[] =>
  paramNames(route.path).map((name) => params[name] ?? '')

/** Converts a path of the address bar to react-admin's own; other paths are unchanged. */
export const toInternal = (pathname: string): string => {
  const match = matchRoute(pathname)
  return match !== undefined && isTranslated(match.route)
    ? internalPath(match.route, paramValues(match))
    : pathname
}

/** The parent ids in the address bar: the series of an episode list or of an episode. */
export const parentValues = (resource: string, here: string): string[] => {
  const match = matchRoute(here)
  if (match === undefined || match.route.resource !== resource) return []
  const values = paramValues(match)
  return match.route.view === 'edit' ? values.slice(0, -1) : values
}

const screenWithValues = (
  resource: string,
  second: string | undefined,
): { screen: Screen | undefined; ownValues: string[] } => {
  if (second === undefined) return { screen: findScreen(resource, 'list'), ownValues: [] }
  const create = findScreen(resource, 'create')
  if (second === 'create' && create !== undefined) return { screen: create, ownValues: [] }
  return { screen: findScreen(resource, 'edit'), ownValues: [second === 'create' ? NEW_EPISODE : second] }
}

/**
 * Converts a path made by react-admin to that of the address bar. Paths of the route table are unchanged; a child
 * without its parent (episodes without a series) leads to the home page. `here`: the current path, which contains the
 * parent.
 */
export const toExternal = (pathname: string, here: string): string => {
  const match = matchRoute(pathname)
  if (match !== undefined && paramNames(match.route.path).length === 0) return pathname
  const [resource, second, ...rest] = parts(pathname)
  if (resource === undefined || rest.length > 0) return pathname
  const { screen, ownValues } = screenWithValues(
    resource,
    second === undefined ? undefined : decodePart(second),
  )
  if (screen === undefined) return pathname
  const needed = paramNames(screen.path).length - ownValues.length
  if (needed === 0) return fill(screen.path, ownValues)
  const parent = parentValues(resource, here)
  return parent.length === needed ? fill(screen.path, [...parent, ...ownValues]) : pathOf('home')
}
