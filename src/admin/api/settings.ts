import { queryOptions, usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { formatMoney } from '../../domain/format/text.ts'
import { DEFAULT_PAGE_SIZE, pageSizeOf } from '../../domain/settings/public-settings.ts'
import { type Answer, ask } from './http.ts'
import { queryClient, refreshOutdated } from './query-client.ts'

/** The settings that the current user can read; an older backend can leave some out. */
export type PublicSettings = Answer<'GET /api/settings'>

const QUERY_KEY = ['settings', 'public']

const settingsQuery = queryOptions({
  queryKey: QUERY_KEY,
  queryFn: ({ signal }) => ask('GET /api/settings', { signal }),
  staleTime: refreshOutdated('/api/settings', 'settings', QUERY_KEY),
})

export const useSettings = () => useQuery(settingsQuery)

/** Asks for them beside whatever the page itself waits for: every list needs its page size. */
export const usePrefetchSettings = (): void => usePrefetchQuery(settingsQuery)

/** Reads the stored settings, not the cached ones. */
export const readSettings = (): Promise<PublicSettings> => ask('GET /api/settings')

/** Caches the settings that a save has answered. */
export const useCacheSettings = () => {
  const queryClient = useQueryClient()
  return (saved: object): void => {
    queryClient.setQueryData(QUERY_KEY, saved)
  }
}

/** An amount of money with the currency of the settings, once they are known. */
export const moneyText = (amount: number): string =>
  formatMoney(amount, queryClient.getQueryData(settingsQuery.queryKey)?.currency)

/** The same, for a part that can be drawn before they are: it is drawn again then. */
export const useMoneyText = (): typeof moneyText => {
  useSettings()
  return moneyText
}

/** Rows of a list page, if the settings are cached. */
export const knownPageSize = (): number | undefined => {
  const settings = queryClient.getQueryData(settingsQuery.queryKey)
  return settings === undefined ? undefined : pageSizeOf({ pageSize: settings.pageSize ?? 0 })
}

/** Rows of a list page by the settings; undefined until they are known, the default where they can't be read. */
export const usePageSize = (): number | undefined => {
  const { data, isError } = useSettings()
  if (data === undefined) return isError ? DEFAULT_PAGE_SIZE : undefined
  return pageSizeOf({ pageSize: data.pageSize ?? 0 })
}
