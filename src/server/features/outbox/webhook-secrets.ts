import { randomBytes } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { WEBHOOK_MESSAGES } from '../../../domain/outbox/webhook.ts'
import type { Config } from '../../config.ts'
import { recordChange, SERVICE } from '../../platform/audit/audit-log.ts'
import type { Tx } from '../../platform/database/open.ts'
import { type WebhookRow, webhooks } from '../../platform/database/schema/outbox.ts'
import { oldWebhookSecret, Sealer, webhookSecret } from '../../platform/sealing/sealer.ts'

type Keys = Pick<Config, 'factorKeys'>

/** The prefix that Standard Webhooks gives to secrets, and 24 bytes, as it recommends. */
export const newSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`

/** The secrets that sign deliveries now: the current one, and until `secretUntil` the old one. */
export const signingSecrets = (
  config: Keys,
  { _id, secret, oldSecret, secretUntil }: WebhookRow,
  now: Date,
): string[] => {
  const sealer = new Sealer(config)
  const isOldValid = secretUntil !== null && secretUntil > now
  return [
    sealer.open(secret, webhookSecret(_id)),
    ...(oldSecret !== null && isOldValid ? [sealer.open(oldSecret, oldWebhookSecret(_id))] : []),
  ]
}

/** Seals the secrets of a locked webhook that are in plain text, or sealed with an old key; true if any was. */
export const renewSecrets = async (
  tx: Tx,
  config: Keys,
  { _id, secret, oldSecret }: WebhookRow,
): Promise<boolean> => {
  const sealer = new Sealer(config)
  if (sealer.isCurrent(secret) && (oldSecret === null || sealer.isCurrent(oldSecret))) return false
  await tx
    .update(webhooks)
    .set({
      secret: sealer.renew(secret, webhookSecret(_id)),
      oldSecret: oldSecret === null ? null : sealer.renew(oldSecret, oldWebhookSecret(_id)),
    })
    .where(eq(webhooks._id, _id))
  return true
}

const lockWebhooks = (tx: Tx): Promise<WebhookRow[]> =>
  tx.select().from(webhooks).orderBy(asc(webhooks._id)).for('no key update')

/** Seals the secrets of all webhooks; returns of how many. */
export const sealSecrets = async (tx: Tx, config: Keys): Promise<number> => {
  let sealed = 0
  for (const row of await lockWebhooks(tx)) if (await renewSecrets(tx, config, row)) sealed++
  return sealed
}

/** Switches off the webhooks whose secrets no key opens, with new ones that nobody knows; returns their names. */
export const discardSecrets = async (tx: Tx, config: Keys, now: Date): Promise<string[]> => {
  const sealer = new Sealer(config)
  const rows = await lockWebhooks(tx)
  const lost = rows.filter(
    ({ secret, oldSecret }) => !(sealer.opens(secret) && sealer.opens(oldSecret ?? '')),
  )
  for (const { _id, name } of lost) {
    const secret = sealer.seal(newSecret(), webhookSecret(_id))
    const message = WEBHOOK_MESSAGES.lostKey
    await tx
      .update(webhooks)
      .set({ secret, oldSecret: null, secretUntil: null, isOn: false, message })
      .where(eq(webhooks._id, _id))
    await recordChange(tx, SERVICE, now, {
      action: 'update',
      resource: 'settings',
      record: { _id, name: `Webhook ${name}` },
      before: { password: '' },
      after: { password: secret },
    })
  }
  return lost.map(({ name }) => name)
}
