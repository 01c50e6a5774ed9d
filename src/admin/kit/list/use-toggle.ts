import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type GetListResult, type RaRecord, useDataProvider, useNotify, useResourceContext } from 'ra-core'
import { useCallback } from 'react'

/** Changes the row of a record in every list that is kept, where it stands. */
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

/**
 * Changes one field of a row at once, and takes it back with the server's words if it says no. The list is not read
 * again: under another order the row would jump away from the hand that switched it. Gives whether it was saved.
 */
export const useToggle = (source: string): ((record: RaRecord, value: unknown) => Promise<boolean>) => {
  const resource = useResourceContext() ?? ''
  const dataProvider = useDataProvider()
  const notify = useNotify()
  const patch = useRowPatch()
  return useCallback(
    async (record, value) => {
      const lists = [resource, 'getList']
      patch(lists, record, { [source]: value })
      try {
        const params = { id: record.id, data: { [source]: value }, previousData: record }
        const { data } = await dataProvider.update(resource, { ...params, meta: { unstamped: true } })
        // This field alone: another switch of the row may be on its way.
        patch(lists, record, { [source]: data[source], dateUpdate: data.dateUpdate })
        return true
      } catch (error) {
        patch(lists, record, { [source]: record[source] })
        notify(error instanceof Error ? error.message : 'No se pudo guardar el cambio.', { type: 'error' })
        return false
      }
    },
    [resource, source, dataProvider, notify, patch],
  )
}
