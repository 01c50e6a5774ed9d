/** What the API keeps, under the names the wire uses (specification, section 7). */
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
} as const

export type Resource = keyof typeof API_PATHS
