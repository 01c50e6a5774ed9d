import { z } from 'zod'
import { BATCH_ACTIONS, BATCH_STATES } from '../batches/batch.ts'
import { ISSUE_TYPES } from '../contents/link.ts'
import { LINK_REASON_NAMES, LINKED_RESOURCES } from '../contents/link-verdict.ts'
import { TRANSACTION_PERIODS, TRANSACTION_TYPES } from '../credits/transaction.ts'
import { MEDIA_RESOURCES, MEDIA_TYPES } from '../support/media-types.ts'

/** The events that a webhook can subscribe to, with their Spanish names (rule N9). */
export const WEBHOOK_EVENTS = {
  'user.created': 'Usuario creado',
  'user.updated': 'Usuario modificado',
  'user.deleted': 'Usuario eliminado',
  'user.expiring': 'Licencia por vencer',
  'user.expired': 'Licencia vencida',
  'transaction.processed': 'Movimiento de créditos',
  'issue.opened': 'Error reportado',
  'issue.repaired': 'Error reparado',
  'content.published': 'Contenido publicado',
  'content.unpublished': 'Contenido retirado',
  'batch.finished': 'Tarea terminada',
  'link.down': 'Enlace caído',
  'link.up': 'Enlace activo de nuevo',
  'backup.failed': 'Copia de seguridad fallida',
} as const
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS
export const WEBHOOK_EVENT_NAMES = Object.keys(WEBHOOK_EVENTS) as [WebhookEvent, ...WebhookEvent[]]

/** All types of webhook messages: `test` is only sent on request. */
export const WEBHOOK_TYPES = { ...WEBHOOK_EVENTS, test: 'Prueba' } as const
export type WebhookType = keyof typeof WEBHOOK_TYPES
export const WEBHOOK_TYPE_NAMES = Object.keys(WEBHOOK_TYPES) as [WebhookType, ...WebhookType[]]

const user = { id: z.string().meta({ description: 'El usuario' }) }
const expiry = { ...user, dateExpire: z.string().meta({ format: 'date-time' }) }
const content = {
  id: z.string(),
  resource: z.enum(MEDIA_RESOURCES).meta({ description: 'Parte del catálogo donde está el contenido' }),
  batch: z.string().nullable().meta({ description: 'El cambio en lote del que es parte' }),
}

const link = {
  id: z.string().meta({ description: 'El registro que tiene el enlace' }),
  resource: z.enum(LINKED_RESOURCES),
  reason: z.enum(LINK_REASON_NAMES),
}

/** The `data` of each type of message: ids and names of types, never contact data (rule N9). */
export const WEBHOOK_DATA = {
  'user.created': z.object(user),
  'user.updated': z.object(user),
  'user.deleted': z.object(user),
  'user.expiring': z.object({ ...expiry, days: z.int().meta({ description: 'Días que faltan; 0 es hoy' }) }),
  'user.expired': z.object(expiry),
  'transaction.processed': z.object({
    id: z.string(),
    type: z.enum(TRANSACTION_TYPES),
    period: z.enum(TRANSACTION_PERIODS),
    seller: z.string(),
    customer: z.string(),
  }),
  'issue.opened': z.object({
    id: z.string(),
    mediaId: z.string(),
    mediaType: z.enum(MEDIA_TYPES),
    issueType: z.enum(ISSUE_TYPES),
  }),
  'issue.repaired': z.object({
    id: z.string().nullable().meta({ description: 'null: varios, los de la reparación' }),
    batch: z.string().nullable().meta({ description: 'La reparación de varios' }),
  }),
  'content.published': z.object(content),
  'content.unpublished': z.object(content),
  'batch.finished': z.object({
    id: z.string(),
    resource: z.string(),
    action: z.enum(BATCH_ACTIONS),
    state: z.enum(BATCH_STATES),
  }),
  'link.down': z.object(link),
  'link.up': z.object(link),
  'backup.failed': z.object({
    id: z.string(),
    night: z.iso.date().meta({ description: 'El día de la copia' }),
  }),
  test: z.object({ id: z.string() }),
} as const satisfies Record<WebhookType, z.ZodObject>

/** The body of a webhook: the standard payload of https://www.standardwebhooks.com. */
export const payloadSchema = (type: WebhookType) =>
  z.object({
    type: z.literal(type),
    timestamp: z.string().meta({ format: 'date-time' }),
    data: WEBHOOK_DATA[type],
  })

export interface Payload {
  type: WebhookType
  /** ISO instant of the event. */
  timestamp: string
  data: Readonly<Record<string, unknown>>
}
