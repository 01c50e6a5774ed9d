import { useQueryClient } from '@tanstack/react-query'
import { useResourceContext } from 'ra-core'
import { useCallback } from 'react'

/** Makes the lists of the resource at hand doubtful: after a write their order and filters may say otherwise. */
export const useRefreshLists = (): (() => void) => {
  const queryClient = useQueryClient()
  const resource = useResourceContext()
  return useCallback(() => {
    for (const verb of ['getList', 'getMany'])
      queryClient.invalidateQueries({ queryKey: [resource, verb], refetchType: 'none' })
  }, [queryClient, resource])
}
