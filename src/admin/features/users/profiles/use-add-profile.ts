import { useDataProvider, useListContext, useNotify } from 'ra-core'
import { useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import { ApiError, type FieldErrors } from '../../../api/api-error.ts'
import { useRefreshLists } from '../../../api/use-refresh-lists.ts'
import { SAVED, SAVED_FOR_MS } from '../../../kit/page/saved.ts'

/** Stores a new profile, once however often it is asked; gives what stands against its name. */
export const useAddProfile = (onAdded: () => void) => {
  const { resource, refetch } = useListContext()
  const dataProvider = useDataProvider()
  const notify = useNotify()
  const refreshLists = useRefreshLists()
  const isBusy = useRef(false)
  return async ({ name }: FieldValues): Promise<FieldErrors | undefined> => {
    if (isBusy.current) return undefined
    isBusy.current = true
    try {
      await dataProvider.create(resource, { data: { name } })
      notify(SAVED, { type: 'success', autoHideDuration: SAVED_FOR_MS })
      refreshLists()
      refetch()
      onAdded()
    } catch (error) {
      if (error instanceof ApiError && error.body.errors !== undefined) return error.body.errors
      notify(error instanceof Error ? error.message : String(error), { type: 'error' })
    } finally {
      isBusy.current = false
    }
    return undefined
  }
}
