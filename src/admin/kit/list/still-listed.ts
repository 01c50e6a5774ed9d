import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type Identifier, type RaRecord, useDataProvider, useListContext } from 'react-admin'
import type { Selection } from './selection.tsx'

/** Maximum number of ids per request. */
const IDS_PER_REQUEST = 100

/**
 * Finds the selected records that match the list's filters, on any page. Records that stop matching after a write leave
 * the selection; those that another search hides stay.
 */
export const useStillListed = ({ ids, isWhole, keep }: Selection) => {
  const { data, resource, sort, filter, filterValues, isFetching, isPlaceholderData, total } =
    useListContext<RaRecord>()
  const dataProvider = useDataProvider()
  const listFilter = { ...filterValues, ...filter }
  const view = JSON.stringify([resource, listFilter])
  // Rows of the last search may be shown until those of the current one are read.
  const page = new Set<Identifier>(isPlaceholderData ? [] : data?.map(({ id }) => id))
  const elsewhere = isWhole ? [] : [...ids].filter((id) => !page.has(id))
  const query = useQuery({
    queryKey: [resource, 'getList', { filter: { ...listFilter, ids: elsewhere } }],
    queryFn: async ({ signal }) => {
      const matches: RaRecord[] = []
      for (let first = 0; first < elsewhere.length; first += IDS_PER_REQUEST) {
        const some = elsewhere.slice(first, first + IDS_PER_REQUEST)
        const pagination = { page: 1, perPage: IDS_PER_REQUEST }
        const params = { pagination, sort, filter: { ...listFilter, ids: some }, signal }
        matches.push(...(await dataProvider.getList(resource, params)).data)
      }
      return { data: matches }
    },
    enabled: elsewhere.length > 0,
  })
  const isPending = elsewhere.length > 0 && query.isPending
  const matches = new Set<Identifier>(query.data?.data.map(({ id }) => id))
  const unseen = isPending ? [] : elsewhere.filter((id) => !matches.has(id))
  const isCurrent =
    !isFetching && !isPlaceholderData && (elsewhere.length === 0 || (query.isSuccess && !query.isFetching))
  const listedBefore = useRef({ view, ids: new Set<Identifier>() })
  useEffect(() => {
    if (!isCurrent) return
    if (isWhole) {
      // Records that match later were never selected.
      if (total === 0) keep([])
      return
    }
    const before = listedBefore.current.view === view ? listedBefore.current.ids : new Set()
    const isLost = new Set(unseen.filter((id) => before.has(id)))
    const hidden = new Set(unseen)
    listedBefore.current = { view, ids: new Set([...ids].filter((id) => !hidden.has(id))) }
    if (isLost.size > 0) keep([...ids].filter((id) => !isLost.has(id)))
  })
  return {
    /** Selected records that don't match the filters; empty while `isPending`. */
    unseen,
    isPending,
    /** After an action, also drops the selected records that a search hides. */
    settle: () => {
      listedBefore.current = { view, ids: new Set(ids) }
    },
  }
}
