import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { API_PATHS } from '../../domain/access/resources.ts'
import { DEFAULT_PAGE_SIZE, type PUBLIC_SETTINGS, pageSizeOf } from '../../domain/settings/public-settings.ts'
import type { Settings } from '../../domain/settings/settings.ts'
import { call } from './http.ts'

/** The part of the settings that everyone signed in may read. */
export type PublicSettings = Pick<Settings, (typeof PUBLIC_SETTINGS)[number] | 'agentTv'> & {
  dateUpdate: string
}

const FRESH_FOR_MS = 60_000

// The contract: the public settings are there for everyone signed in; an older backend may leave some out.
const asSettings = (json: unknown): Partial<PublicSettings> => json as Partial<PublicSettings>

const settingsQuery = queryOptions({
  queryKey: ['settings', 'public'],
  queryFn: async ({ signal }) => asSettings((await call(API_PATHS.settings, { signal })).json),
  staleTime: FRESH_FOR_MS,
})

/** The public settings, kept for a minute. */
export const useSettings = () => useQuery(settingsQuery)

/** The settings as they are stored now, past what is kept. */
export const readSettings = async (): Promise<Partial<PublicSettings>> =>
  asSettings((await call(API_PATHS.settings)).json)

/** Takes settings that a save has just answered. */
export const useTakeSettings = () => {
  const queryClient = useQueryClient()
  return (json: unknown): void => {
    queryClient.setQueryData(settingsQuery.queryKey, asSettings(json))
  }
}

/** Rows of a list page by the settings; undefined until they are known, the default where they can't be read. */
export const usePageSize = (): number | undefined => {
  const { data, isError } = useSettings()
  if (data === undefined) return isError ? DEFAULT_PAGE_SIZE : undefined
  return pageSizeOf({ pageSize: data.pageSize ?? 0 })
}
