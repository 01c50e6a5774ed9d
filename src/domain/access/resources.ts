import { type Change, entryOf, REGISTRY, type Resource } from '../registry.ts'

export type { Change, Resource }

type Paths = { readonly [Name in Resource]: (typeof REGISTRY)[Name]['path'] }

/** The paths of the API by the name of the resource. */
export const API_PATHS = pathsOf()

// Object.fromEntries forgets which path belongs to which name.
function pathsOf(): Paths {
  return Object.fromEntries(Object.entries(REGISTRY).map(([name, { path }]) => [name, path])) as Paths
}

const ALL: readonly Change[] = ['create', 'update', 'delete']

/** The changes of a resource that a profile can allow. */
export const possibleChanges = (resource: Resource): readonly Change[] => entryOf(resource).changes ?? ALL
