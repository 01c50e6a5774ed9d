import { z } from 'zod'
import { endpoints } from '../contract/endpoint.ts'
import { exportEndpoint, instant, noOutput, recordId } from '../contract/entity.ts'
import { sizeOutput } from '../contract/list-limit.ts'
import { MAIL_REASONS, type MailReason, OUTBOX_STATES, type OutboxState } from './outbox-states.ts'
import { WEBHOOK_TYPES } from './webhook-events.ts'

export { MAIL_REASONS, type MailReason, OUTBOX_STATES, type OutboxState }

/** What leaves through the outbox, with its Spanish names. */
export const OUTBOX_KINDS = { mail: 'Correo', webhook: 'Webhook' } as const
export type OutboxKind = keyof typeof OUTBOX_KINDS
export const OUTBOX_KIND_NAMES = Object.keys(OUTBOX_KINDS) as [OutboxKind, ...OutboxKind[]]

/** Why a mail is sent to 'Email de contacto' (rule O17). */
const OPERATOR_REASONS = { backup: 'Copia de seguridad fallida' } as const

export const OUTBOX_REASONS = { ...MAIL_REASONS, ...OPERATOR_REASONS, ...WEBHOOK_TYPES } as const
export type OutboxReason = keyof typeof OUTBOX_REASONS
export const OUTBOX_REASON_NAMES = Object.keys(OUTBOX_REASONS) as [OutboxReason, ...OutboxReason[]]

export const OUTBOX_STATE_NAMES = Object.keys(OUTBOX_STATES) as [OutboxState, ...OutboxState[]]

/** Days for which messages are kept, whatever became of them. */
export const OUTBOX_DAYS = 90

/** Bytes of a response that are read, and characters of it that are stored. */
export const MAX_ANSWER = 4_096

export const OUTBOX_MESSAGES = {
  missing: 'El mensaje no existe.',
  notResendable: 'Solo se reenvía lo que falló o quedó sin confirmar.',
  waiting: 'El mensaje ya está en espera de envío.',
  mailOff: 'El correo está apagado: este servidor no tiene configurado cómo enviarlo.',
  changed: 'Ya no hace falta: se renovó, se deshabilitó, se eliminó o no quiere avisos.',
  interrupted: 'El servidor se detuvo mientras lo enviaba: no se sabe si llegó.',
  silent: 'El servidor de correo recibió el mensaje y no confirmó: no se sabe si llegó.',
  unreachable: 'El servidor de correo no responde.',
  signIn: 'El servidor de correo no acepta las credenciales.',
  failed: 'No se pudo enviar.',
  restored: 'Es de una copia de seguridad restaurada: no se sabe si llegó.',
} as const

/** Why a message can't be sent again; undefined if it can (rule N7). */
export const resendError = (kind: OutboxKind, state: OutboxState): string | undefined => {
  if (state === 'waiting') return OUTBOX_MESSAGES.waiting
  if (kind === 'webhook' || state === 'failed' || state === 'unconfirmed') return undefined
  return OUTBOX_MESSAGES.notResendable
}

export const messageOutput = z.object({
  _id: recordId,
  kind: z.enum(OUTBOX_KIND_NAMES).meta({ title: 'Tipo' }),
  reason: z.enum(OUTBOX_REASON_NAMES).meta({ title: 'Motivo' }),
  user: z.string().nullable().meta({ title: 'Id del usuario' }),
  webhook: z.string().nullable().meta({ title: 'Id del webhook' }),
  name: z.string().meta({ title: 'Para', description: 'Nombre del usuario o del webhook' }),
  recipient: z.string().meta({
    title: 'Dirección',
    description: 'Un correo, vacío cuando ese usuario se eliminó; de un webhook, el servidor',
  }),
  date: instant().meta({ title: 'Fecha' }),
  state: z.enum(OUTBOX_STATE_NAMES).meta({ title: 'Estado' }),
  attempt: z.int().meta({ title: 'Intentos' }),
  nextAttempt: instant().nullable().meta({ title: 'Próximo intento' }),
  ended: instant().nullable().meta({ title: 'Terminó' }),
  status: z.int().nullable().meta({ title: 'Código', description: 'De HTTP o de SMTP' }),
  answer: z.string().meta({ title: 'Respuesta' }),
})
export type Message = z.infer<typeof messageOutput>

/** The outcome as a sentence, without the server's own response. */
export const outcomeText = ({
  kind,
  state,
  status,
  answer,
}: Pick<Message, 'kind' | 'state' | 'status' | 'answer'>): string => {
  if (status === null) return answer
  if (state === 'sent')
    return kind === 'mail' ? 'El servidor de correo lo aceptó.' : 'El servidor lo recibió.'
  return kind === 'mail'
    ? `El servidor de correo no lo aceptó (código ${status}).`
    : `El servidor respondió con el código ${status}.`
}

/** What the server responded, as it sent it; undefined without a response. */
export const serverResponse = ({ status, answer }: Pick<Message, 'status' | 'answer'>): string | undefined =>
  status === null ? undefined : `${status} ${answer}`.trim()

const tag = 'Enviados'

export const OUTBOX_ENDPOINTS = endpoints({
  list: {
    id: 'listOutbox',
    method: 'GET',
    path: '/api/outbox',
    tag,
    summary: 'Lista los correos y los webhooks enviados y por enviar, los últimos primero',
    response: { 200: z.array(messageOutput) },
    errors: [401, 403, 422],
  },
  count: {
    id: 'countOutbox',
    method: 'GET',
    path: '/api/outbox/size',
    tag,
    summary: 'Cuenta los mensajes con los mismos filtros',
    response: { 200: sizeOutput },
    errors: [401, 403, 422],
  },
  export: exportEndpoint('exportOutbox', '/api/outbox/export', tag, 'los mensajes'),
  resend: {
    id: 'resendMessage',
    method: 'POST',
    path: '/api/outbox/:id/resend',
    tag,
    summary: 'Vuelve a enviar un mensaje: un correo que falló o quedó sin confirmar, o un webhook terminado',
    response: { 204: noOutput },
    errors: [401, 403, 404, 409],
  },
})
