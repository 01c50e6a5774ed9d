import { z } from 'zod'
import { endpoints } from '../contract/endpoint.ts'
import { deletedOutput, instant, noOutput } from '../contract/entity.ts'
import { requiredLine, requiredWebUrl, text } from '../validation/fields.ts'
import { messageOutput } from './outbox.ts'
import { type Payload, WEBHOOK_EVENT_NAMES, WEBHOOK_TYPES } from './webhook-events.ts'

/** Most webhooks of an installation. */
export const MAX_WEBHOOKS = 10

/** Deliveries listed for a webhook. */
export const MAX_DELIVERIES = 100

/** Seconds between the attempts of a delivery (rule N11). */
export const WEBHOOK_DELAYS = [5, 300, 1_800, 7_200, 18_000, 36_000] as const

/** Longest pause that a receiver can ask for, in seconds. */
const MAX_PAUSE = 3_600

/** The pause that a `Retry-After` asks for, in seconds or until a date; 0 if it asks for none. */
export const retryAfterSeconds = (header: string | undefined, now: Date): number => {
  const text = header?.trim() ?? ''
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now.getTime()) / 1000)
  return Math.min(Math.max(seconds || 0, 0), MAX_PAUSE)
}

/** Days without one success after which a webhook is switched off. */
export const FAILING_DAYS = 3

/** Hours for which a replaced secret still signs beside the new one. */
export const OLD_SECRET_HOURS = 24

export const WEBHOOK_MESSAGES = {
  missing: 'El webhook no existe.',
  name: 'Debe especificar el nombre del webhook.',
  url: 'Debe especificar una dirección que comience con http:// o https://.',
  events: 'Debe elegir al menos un evento.',
  tooMany: `Puede tener como máximo ${MAX_WEBHOOKS} webhooks.`,
  template: 'La plantilla debe ser un objeto JSON.',
  placeholder: (name: string) => `El marcador «${name}» no existe en esta plantilla.`,
  off: 'El webhook está apagado: actívelo para enviarle.',
  gone: 'La dirección respondió que ya no existe (410): se apagó.',
  failing: `La dirección lleva ${FAILING_DAYS} días sin aceptar nada: se apagó.`,
  lostKey: 'Se perdió la clave de su secreto: reemplácelo, y enciéndalo otra vez.',
} as const

/** Placeholders of a template, with their meanings. */
export const TEMPLATE_PLACEHOLDERS = {
  texto: 'El evento en una frase',
  evento: 'El código del evento',
  fecha: 'Cuándo ocurrió',
  datos: 'Los datos del evento, en JSON',
} as const
type TemplatePlaceholder = keyof typeof TEMPLATE_PLACEHOLDERS

const DOUBLE_BRACES = /\{\{([^{}]*)\}\}/g

/** The event as a Spanish sentence. */
const eventSentence = ({ type, data }: Payload): string => {
  const id = data.id ?? data.batch ?? ''
  return id === '' ? WEBHOOK_TYPES[type] : `${WEBHOOK_TYPES[type]}: ${String(id)}`
}

/**
 * The body that a webhook sends for a payload: the payload as JSON, or the template with its placeholders replaced inside
 * its strings.
 */
export const webhookBody = (template: string, payload: Payload): string => {
  if (template === '') return JSON.stringify(payload)
  const values: Record<TemplatePlaceholder, string> = {
    texto: eventSentence(payload),
    evento: payload.type,
    fecha: payload.timestamp,
    datos: JSON.stringify(payload.data),
  }
  const escaped = (name: string) => JSON.stringify(values[name as TemplatePlaceholder] ?? '').slice(1, -1)
  return template.replace(DOUBLE_BRACES, (_, name: string) => escaped(name.trim()))
}

const EXAMPLE: Payload = {
  type: 'test',
  timestamp: '2026-01-01T00:00:00.000Z',
  data: { id: '00000000-0000-7000-8000-000000000000' },
}

/** The body of a test message, for the preview of a template. */
export const exampleBody = (template: string): string => webhookBody(template, EXAMPLE)

const isJsonObject = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/** Why a template cannot be used; undefined if it can (rule N10). */
export const templateError = (template: string): string | undefined => {
  if (template === '') return undefined
  for (const [written, name = ''] of template.matchAll(DOUBLE_BRACES))
    if (!Object.hasOwn(TEMPLATE_PLACEHOLDERS, name.trim())) return WEBHOOK_MESSAGES.placeholder(written)
  return isJsonObject(exampleBody(template)) ? undefined : WEBHOOK_MESSAGES.template
}

/** Input of a webhook (rule N10). */
export const webhookSchema = z.strictObject({
  name: requiredLine(WEBHOOK_MESSAGES.name, 100).meta({ title: 'Nombre' }),
  url: requiredWebUrl(WEBHOOK_MESSAGES.url, WEBHOOK_MESSAGES.url).meta({ title: 'Dirección' }),
  events: z
    .array(z.enum(WEBHOOK_EVENT_NAMES, WEBHOOK_MESSAGES.events), WEBHOOK_MESSAGES.events)
    .min(1, WEBHOOK_MESSAGES.events)
    .transform((events) => WEBHOOK_EVENT_NAMES.filter((name) => events.includes(name)))
    .meta({ title: 'Eventos' }),
  template: text(2_000)
    .check(({ value, issues }) => {
      const message = templateError(value)
      if (message !== undefined) issues.push({ code: 'custom', input: value, message })
    })
    .default('')
    .meta({ title: 'Plantilla' }),
  isOn: z.boolean().default(true).meta({ title: 'Activo' }),
})
export type WebhookInput = z.output<typeof webhookSchema>

export const webhookOutput = z.object({
  _id: z.string(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENT_NAMES)),
  template: z.string(),
  isOn: z.boolean(),
  message: z.string().meta({ description: 'Por qué se apagó solo; si no, vacío' }),
  failingSince: instant()
    .nullable()
    .meta({ description: 'El primer fallo desde la última entrega aceptada; null si no falla' }),
  secretUntil: instant()
    .nullable()
    .meta({ description: 'Hasta cuándo firma también el secreto anterior; si no, null' }),
  dateUpdate: instant(),
})
export type Webhook = z.infer<typeof webhookOutput>

const listedWebhookOutput = webhookOutput.extend({
  lastSuccess: instant().nullable().meta({ description: 'La última entrega aceptada de las guardadas' }),
})
export type ListedWebhook = z.infer<typeof listedWebhookOutput>

const secretOutput = z.object({
  secret: z.string().meta({ description: 'Se muestra una sola vez; comienza con whsec_' }),
})

const tag = 'Webhooks'

export const WEBHOOK_ENDPOINTS = endpoints({
  list: {
    id: 'listWebhooks',
    method: 'GET',
    path: '/api/webhooks',
    tag,
    summary: 'Lista los webhooks',
    response: { 200: z.array(listedWebhookOutput) },
    errors: [401, 403],
  },
  create: {
    id: 'createWebhook',
    method: 'POST',
    path: '/api/webhooks',
    tag,
    summary: `Registra un webhook, con su secreto; como máximo ${MAX_WEBHOOKS}`,
    body: webhookSchema,
    response: { 201: webhookOutput.extend(secretOutput.shape) },
    errors: [401, 403, 409, 422],
  },
  update: {
    id: 'updateWebhook',
    method: 'PUT',
    path: '/api/webhooks/:id',
    tag,
    summary: 'Cambia los campos enviados de un webhook',
    body: webhookSchema.extend({ dateUpdate: z.string() }),
    response: { 200: webhookOutput },
    errors: [401, 403, 404, 409, 422],
  },
  delete: {
    id: 'deleteWebhook',
    method: 'DELETE',
    path: '/api/webhooks/:id',
    tag,
    summary: 'Elimina un webhook, con sus entregas',
    response: { 200: deletedOutput },
    errors: [401, 403, 404],
  },
  replaceSecret: {
    id: 'replaceWebhookSecret',
    method: 'POST',
    path: '/api/webhooks/:id/secret',
    tag,
    summary: `Cambia el secreto; el anterior también firma por ${OLD_SECRET_HOURS} horas`,
    response: { 200: webhookOutput.extend(secretOutput.shape) },
    errors: [401, 403, 404],
  },
  test: {
    id: 'testWebhook',
    method: 'POST',
    path: '/api/webhooks/:id/test',
    tag,
    summary: 'Envía un mensaje de prueba',
    response: { 202: noOutput },
    errors: [401, 403, 404, 409],
  },
  deliveries: {
    id: 'listDeliveries',
    method: 'GET',
    path: '/api/webhooks/:id/deliveries',
    tag,
    summary: `Lista las últimas ${MAX_DELIVERIES} entregas de un webhook`,
    response: { 200: z.array(messageOutput) },
    errors: [401, 403, 404],
  },
  resend: {
    id: 'resendDelivery',
    method: 'POST',
    path: '/api/webhooks/:id/deliveries/:delivery/resend',
    tag,
    summary: 'Vuelve a enviar una entrega terminada, con el mismo webhook-id',
    response: { 204: noOutput },
    errors: [401, 403, 404, 409],
  },
})
