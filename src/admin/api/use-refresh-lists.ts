import { useQueryClient } from '@tanstack/react-query'
import { useResourceContext } from 'ra-core'
import { useCallback } from 'react'

/** Makes what was read of the resource at hand doubtful after a write, but for its single records. */
export const useRefreshLists = (): (() => void) => {
  const queryClient = useQueryClient()
  const resource = useResourceContext()
  return useCallback(() => {
    queryClient.invalidateQueries({
      queryKey: [resource],
      predicate: ({ queryKey: [, verb] }) => verb !== 'getOne',
      refetchType: 'none',
    })
  }, [queryClient, resource])
}
