// Apart from the schemas, which would come with the timeline of a user into the first list.

/** Why a mail is sent (rules N5, N6). */
export const MAIL_REASONS = { expiry: 'Vencimiento', balance: 'Balance bajo' } as const
export type MailReason = keyof typeof MAIL_REASONS

/**
 * A message waits, also between attempts, until it is sent, given up, or cancelled because its reason is gone.
 * `unconfirmed`: a mail whose fate is unknown, which is only sent again by hand (rule N7).
 */
export const OUTBOX_STATES = {
  waiting: 'En espera',
  sent: 'Enviado',
  failed: 'Fallido',
  unconfirmed: 'Sin confirmar',
  cancelled: 'Cancelado',
} as const
export type OutboxState = keyof typeof OUTBOX_STATES
