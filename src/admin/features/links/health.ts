import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { isLinked, type LinkedResource } from '../../../domain/contents/link-verdict.ts'
import type { LinkHealth } from '../../../domain/links/link-health.ts'
import { request } from '../../api/http.ts'
import { useCan } from '../../api/me.ts'
import type { SelectedRecords } from '../../kit/list/selection.tsx'

/** Milliseconds between polls of a check in progress, and until a screen stops polling. */
const POLL_MS = 2_000
const MAX_POLLING_MS = 60_000

export const linkedResource = (resource: string | undefined): LinkedResource | undefined =>
  resource !== undefined && isLinked(resource) ? resource : undefined

export const isWaiting = (links: readonly LinkHealth[] | undefined): boolean =>
  links?.some((link) => link.isWaiting) ?? false

const healthKey = (resource: string | undefined, record: string | undefined) => ['links', resource, record]

interface HealthOptions {
  /** Refetches while checks are in progress, for a minute; without it, other parts of the screen do. */
  isFollowed?: boolean
}

/** Check results of a record's links; undefined `data` for resources without links. */
export const useLinkHealth = (
  resource: string | undefined,
  record: string | undefined,
  { isFollowed = false }: HealthOptions = {},
) => {
  const linked = linkedResource(resource)
  const canRead = useCan('read', resource ?? '')
  const [until, setUntil] = useState(() => Date.now() + MAX_POLLING_MS)
  const query = useQuery({
    queryKey: healthKey(linked, record),
    queryFn: ({ signal }) => {
      const parameters = new URLSearchParams({ resource: linked ?? '', record: record ?? '' })
      return request('GET /api/links', { query: parameters, signal })
    },
    enabled: linked !== undefined && record !== undefined && canRead,
    refetchInterval: ({ state }) =>
      isFollowed && isWaiting(state.data) && Date.now() < until ? POLL_MS : false,
  })
  return { ...query, follow: () => setUntil(Date.now() + MAX_POLLING_MS) }
}

const requestChecks = (resource: LinkedResource, selected: SelectedRecords, expected: number) =>
  request('POST /api/links/checks', { body: { resource, ...selected, expected } })

/** Requests checks and notifies of failures; resolves to the number of links, or to undefined after a failure. */
export const useRequestChecks = () => {
  const notify = useNotify()
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const startCheck = async (
    resource: LinkedResource,
    selected: SelectedRecords,
    expected: number,
  ): Promise<number | undefined> => {
    if (isBusy) return undefined
    setBusy(true)
    try {
      return (await requestChecks(resource, selected, expected)).links
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' })
      return undefined
    } finally {
      setBusy(false)
      await queryClient.invalidateQueries({ queryKey: ['links'] })
    }
  }
  return { startCheck, isBusy }
}
