import { useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useListContext } from 'ra-core'
import { useCallback } from 'react'

/** Reads a page of the list at hand ahead of the click, under the key that the list will ask for. */
export const usePrefetchPage = (): ((page: number | null) => void) => {
  const { resource, filter, filterValues, sort, perPage, page: current, total } = useListContext()
  const dataProvider = useDataProvider()
  const queryClient = useQueryClient()
  return useCallback(
    (page) => {
      if (page === null || page === current || page < 1 || (page - 1) * perPage >= (total ?? 0)) return
      const all = { ...filterValues, ...filter }
      const params = { pagination: { page, perPage }, sort, filter: all, meta: undefined }
      queryClient.prefetchQuery({
        queryKey: [resource, 'getList', params],
        queryFn: ({ signal }) => dataProvider.getList(resource, { ...params, signal }),
      })
    },
    [resource, filter, filterValues, sort, perPage, current, total, dataProvider, queryClient],
  )
}
