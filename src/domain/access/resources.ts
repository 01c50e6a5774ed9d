/** The paths of the API by the name of the resource on the wire. */
export const API_PATHS = {
  users: '/api/users',
  activitys: '/api/activitys',
  profiles: '/api/profiles',
  settings: '/api/settings',
  categories: '/api/categories',
  channels: '/api/channels',
  guides: '/api/channel/guides',
  channel_lists: '/api/channel_lists',
  discoveries: '/api/discoveries',
  documentaries: '/api/documentaries',
  movies: '/api/movies',
  musics: '/api/musics',
  radios: '/api/radios',
  sports: '/api/sports',
  series: '/api/series',
  episodes: '/api/series/episode',
  histories: '/api/histories',
  issues: '/api/issues',
  license_transactions: '/api/license_transactions',
  reconciliation: '/api/reconciliation',
  audit: '/api/audit',
} as const

export type Resource = keyof typeof API_PATHS

/** What changes of a resource the API knows: all three unless it says otherwise here. */
const CHANGES: Partial<Record<Resource, readonly Change[]>> = {
  activitys: [],
  histories: [],
  issues: ['update'],
  license_transactions: ['create'],
  reconciliation: [],
  audit: [],
  settings: ['update'],
}

export type Change = 'create' | 'update' | 'delete'

const ALL: readonly Change[] = ['create', 'update', 'delete']

/** The changes of a resource that a profile can allow. */
export const possibleChanges = (resource: Resource): readonly Change[] => CHANGES[resource] ?? ALL
