import { type RaRecord, useGetList, useGetMany } from 'ra-core'
import { useDeferredValue } from 'react'
import type { Resource } from '../../../../domain/access/resources.ts'

const MOST = 20

/** The contents of a kind that a text finds, and the one of an id: `isGone` where there is none any more. */
export const useContents = (resource: Resource, typed: string, id: string) => {
  const q = useDeferredValue(typed.trim())
  const { data: found = [], isPending } = useGetList<RaRecord>(resource, {
    filter: q === '' ? {} : { q },
    pagination: { page: 1, perPage: MOST },
    sort: { field: 'title', order: 'ASC' },
  })
  const { data: known = [], isSuccess } = useGetMany<RaRecord>(
    resource,
    { ids: [id] },
    { enabled: id !== '' },
  )
  const chosen = known.find((each) => String(each?.id) === id)
  return { found, chosen, isGone: id !== '' && isSuccess && chosen === undefined, isSearching: isPending }
}
