import { queryOptions } from '@tanstack/react-query'
import type { Message } from '../../../domain/outbox/outbox.ts'
import type { Webhook } from '../../../domain/outbox/webhook.ts'
import { request } from '../../api/http.ts'

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => request('GET /api/webhooks', { signal }),
  staleTime: 0,
})

/** Polling intervals in milliseconds: while a delivery is due, and while one waits or is in progress. */
const DUE_POLL_MS = 1_000
const WAITING_POLL_MS = 5_000
/** A delivery within these milliseconds is due. */
const DUE_WITHIN_MS = 10_000

const isWaiting = ({ state, nextAttempt }: Message): boolean => state === 'waiting' && nextAttempt !== null

const isDue = ({ nextAttempt }: Message): boolean =>
  nextAttempt !== null && Date.parse(nextAttempt) < Date.now() + DUE_WITHIN_MS

/** The polling interval. A delivery in progress has the time of its next attempt. */
const pollInterval = (deliveries: readonly Message[]): number | false => {
  const waiting = deliveries.filter(isWaiting)
  if (waiting.length === 0) return false
  return waiting.some(isDue) ? DUE_POLL_MS : WAITING_POLL_MS
}

/** The last deliveries of a webhook, polled while one waits. */
export const deliveriesQuery = ({ _id, isOn }: Webhook) =>
  queryOptions({
    queryKey: ['webhooks', _id, 'deliveries'],
    queryFn: ({ signal }) => request('GET /api/webhooks/:id/deliveries', { params: { id: _id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data = [] } }) => isOn && pollInterval(data),
  })
