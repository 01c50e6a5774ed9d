import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type GetListResult, type RaRecord, useDataProvider, useNotify } from 'ra-core'
import { useCallback } from 'react'

export type ChangeField = (record: RaRecord, source: string, value: unknown) => Promise<boolean>

/** The same for a known resource, also outside of its rows. */
export const useChangeField = (resource: string): ChangeField => {
  const dataProvider = useDataProvider()
  const notify = useNotify()
  const patch = useRowPatch()
  const queryClient = useQueryClient()
  return async (record, source, value) => {
    const lists = [resource, 'getList']
    patch(lists, record, { [source]: value })
    try {
      const params = { id: record.id, data: { [source]: value }, previousData: record }
      const { data } = await dataProvider.update(resource, { ...params, meta: { unstamped: true } })
      // This field alone: another switch of the row can be under way.
      patch(lists, record, { [source]: data[source], dateUpdate: data.dateUpdate })
      return true
    } catch (error) {
      patch(lists, record, { [source]: record[source] })
      notify(error instanceof Error ? error.message : 'No se pudo guardar el cambio.', { type: 'error' })
      return false
    } finally {
      // What was asked before the change was saved would bring the old value back.
      void queryClient.invalidateQueries({
        queryKey: lists,
        predicate: ({ state }) => state.fetchStatus === 'fetching',
        refetchType: 'all',
      })
    }
  }
}

/** Changes a record's row in every cached list without moving it. */
const useRowPatch = (): ((key: QueryKey, record: RaRecord, fields: object) => void) => {
  const queryClient = useQueryClient()
  return useCallback(
    (queryKey, { id }, fields) => {
      queryClient.setQueriesData<GetListResult>(
        { queryKey },
        (list) =>
          list && { ...list, data: list.data.map((row) => (row.id === id ? { ...row, ...fields } : row)) },
      )
    },
    [queryClient],
  )
}
