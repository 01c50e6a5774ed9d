import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useStore } from 'react-admin'
import { request } from '../../api/http.ts'
import type { Me } from '../../api/me.ts'

type User = Pick<Me, '_id'>

/** The checklists of the home page (rules W27, W28), with their items of the user menu. */
export const CHECKLISTS = { 'first-steps': 'Primeros pasos', 'things-to-try': 'Cosas para probar' } as const
export type ChecklistName = keyof typeof CHECKLISTS

/** Whether the user has closed a checklist in this browser; `finished`: it is never shown again. */
export const useChecklistState = ({ _id }: User, name: ChecklistName) =>
  useStore<'closed' | 'finished' | null>(`home.${name}.${_id}`, null)

const firstSteps = queryOptions({
  queryKey: ['first-steps'],
  queryFn: ({ signal }) => request('GET /api/first-steps', { signal }),
  retry: false,
})

const useReadsFirstSteps = (me: Me): boolean => {
  const [state] = useChecklistState(me, 'first-steps')
  return me.role === 'sa' && state === null
}

/** Reads the first steps where they may have to be shown; true until it is known. */
export const useLoadFirstSteps = (me: Me): boolean => {
  const { isFetching, isFetched } = useQuery({ ...firstSteps, enabled: useReadsFirstSteps(me) })
  // Not `isLoading`, which is true again when a failed read is repeated.
  return isFetching && !isFetched
}

/** The first steps of an installation as loaded; undefined if they are not shown. */
export const useFirstSteps = (me: Me) => {
  const [, setState] = useChecklistState(me, 'first-steps')
  const isRead = useReadsFirstSteps(me)
  const { data } = useQuery({ ...firstSteps, enabled: isRead, refetchOnMount: false, retryOnMount: false })
  const isFinished = data !== undefined && Object.values(data).every(Boolean)
  useEffect(() => {
    if (isFinished) setState('finished')
  }, [isFinished, setState])
  return isRead && !isFinished ? data : undefined
}

const NONE: readonly string[] = []

/** Templates of the routes that the user has opened in this browser. */
export const useOpenedRoutes = ({ _id }: User) => useStore<readonly string[]>(`home.opened.${_id}`, NONE)

/** State of a navigation to a checklist that the user menu shows again. */
export const CHECKLIST_REOPENED = { checklist: true }
export const isReopening = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'checklist' in state
