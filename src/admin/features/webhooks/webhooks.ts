import { queryOptions } from '@tanstack/react-query'
import type { Message } from '../../../domain/outbox/outbox.ts'
import type { Webhook } from '../../../domain/outbox/webhook.ts'
import { ask } from '../../api/http.ts'

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => ask('GET /api/webhooks', { signal }),
  staleTime: 0,
})

/** Milliseconds until the deliveries are read again, while one is being sent. */
const WATCHED_EVERY = 1_000
/** A delivery that is due within these milliseconds is being sent. */
const SOON = 10_000

const isBeingSent = ({ state, nextAttempt }: Message): boolean =>
  state === 'waiting' && nextAttempt !== null && Date.parse(nextAttempt) < Date.now() + SOON

/** The last deliveries of a webhook, read again while one is being sent. */
export const deliveriesQuery = ({ _id, isOn }: Webhook) =>
  queryOptions({
    queryKey: ['webhooks', _id, 'deliveries'],
    queryFn: ({ signal }) => ask('GET /api/webhooks/:id/deliveries', { params: { id: _id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data = [] } }) => isOn && data.some(isBeingSent) && WATCHED_EVERY,
  })
