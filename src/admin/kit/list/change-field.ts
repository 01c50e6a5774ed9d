import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type GetListResult, type RaRecord, useDataProvider, useNotify } from 'react-admin'

export type ChangeField = (record: RaRecord, source: string, value: unknown) => Promise<boolean>

/** `useToggle` for a given resource, usable outside its rows. */
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
      // Only this field: another switch of the row may be pending.
      patch(lists, record, { [source]: data[source], dateUpdate: data.dateUpdate })
      return true
    } catch (error) {
      patch(lists, record, { [source]: record[source] })
      notify(error instanceof Error ? error.message : 'No se pudo guardar el cambio.', { type: 'error' })
      return false
    } finally {
      // Responses to requests sent before the change would restore the old value.
      void queryClient.invalidateQueries({
        queryKey: lists,
        predicate: ({ state }) => state.fetchStatus === 'fetching',
        refetchType: 'all',
      })
    }
  }
}

/** Updates a record's row in every cached list, keeping its position. */
export const useRowPatch = (): ((key: QueryKey, record: Pick<RaRecord, 'id'>, fields: object) => void) => {
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
