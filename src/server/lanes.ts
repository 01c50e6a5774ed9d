import { linkLane } from './features/links/link-lane.ts'
import { webhookLane } from './features/outbox/webhook-lane.ts'
import type { Log } from './platform/database/open.ts'
import type { Context } from './platform/http/context.ts'
import { type AnyLane, Lane } from './platform/tasks/lease-worker.ts'

/** The lanes that every node works on; mail only if the deployment configures it. */
export const lanesOf = async (
  context: Context,
  options: { isAlone: boolean; log: Log },
): Promise<AnyLane[]> => {
  const lanes: AnyLane[] = [
    new Lane(context, webhookLane(context), options),
    new Lane(context, linkLane(context), options),
  ]
  const { mail } = context.config
  if (mail) {
    const { mailLane } = await import('./features/outbox/mail-lane.ts')
    lanes.push(new Lane(context, mailLane(context, mail), options))
  }
  return lanes
}
