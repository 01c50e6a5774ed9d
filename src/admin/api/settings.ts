import { queryOptions, usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { formatMoney } from '../../domain/format/text.ts'
import { DEFAULT_PAGE_SIZE, effectivePageSize } from '../../domain/settings/public-settings.ts'
import { type ResponseBody, request } from './http.ts'
import { queryClient, refreshOutdated } from './query-client.ts'

/** The settings that the current user may read; older backends may omit some. */
export type PublicSettings = ResponseBody<'GET /api/settings'>

const QUERY_KEY = ['settings', 'public']

const settingsQuery = queryOptions({
  queryKey: QUERY_KEY,
  queryFn: ({ signal }) => request('GET /api/settings', { signal }),
  staleTime: refreshOutdated('/api/settings', 'settings', QUERY_KEY),
})

export const useSettings = () => useQuery(settingsQuery)

/** Requests the settings in parallel with the page's own data: every list needs its page size. */
export const usePrefetchSettings = (): void => usePrefetchQuery(settingsQuery)

/** Reads the stored settings, bypassing the cache. */
export const readSettings = (): Promise<PublicSettings> => request('GET /api/settings')

/** Caches the settings from a save's response. */
export const useCacheSettings = () => {
  const queryClient = useQueryClient()
  return (saved: object): void => {
    queryClient.setQueryData(QUERY_KEY, saved)
  }
}

/** Whose receipts are printed, if the settings are cached (rule S12). */
export const cachedBusiness = () => {
  const settings = queryClient.getQueryData(settingsQuery.queryKey)
  const { businessName = '', businessPhone = '', businessTaxId = '', receiptThanks = '' } = settings ?? {}
  return {
    name: businessName,
    contact: [businessPhone, businessTaxId].filter((text) => text !== ''),
    thanks: receiptThanks,
    logo: settings?.businessLogo ?? undefined,
  }
}

/** Caches a logo that was replaced or removed. */
export const cacheLogo = (businessLogo: PublicSettings['businessLogo']): void => {
  queryClient.setQueryData(settingsQuery.queryKey, (settings) => settings && { ...settings, businessLogo })
}

/** An amount of money in the configured currency, if the settings are cached. */
export const moneyText = (amount: number): string =>
  formatMoney(amount, queryClient.getQueryData(settingsQuery.queryKey)?.currency)

/** `moneyText` for parts that may render before the settings are cached; re-renders then. */
export const useMoneyText = (): typeof moneyText => {
  useSettings()
  return moneyText
}

/** Whether rule S11 keeps a picture from being loaded, if the settings are cached. */
export const isRefusedImage = (url: string): boolean =>
  /^http:/i.test(url) && queryClient.getQueryData(settingsQuery.queryKey)?.httpsImages === true

/** Page size of lists, if the settings are cached. */
export const cachedPageSize = (): number | undefined => {
  const settings = queryClient.getQueryData(settingsQuery.queryKey)
  return settings === undefined ? undefined : effectivePageSize({ pageSize: settings.pageSize ?? 0 })
}

/** Page size of lists; undefined while loading, the default if unreadable. */
export const usePageSize = (): number | undefined => {
  const { data, isError } = useSettings()
  if (data === undefined) return isError ? DEFAULT_PAGE_SIZE : undefined
  return effectivePageSize({ pageSize: data.pageSize ?? 0 })
}
