import { z } from 'zod'
import { AUDIT_ACTION_NAMES } from '../audit/audit-event.ts'
import { endpoints } from '../contract/endpoint.ts'
import { instant, recordId } from '../contract/entity.ts'
import { transactionOutput } from '../credits/endpoints.ts'
import { messageOutput } from '../outbox/outbox.ts'
import { historyOutput } from '../support/history.ts'
import { issueOutput } from '../support/issue-endpoints.ts'
import { noteOutput } from '../users/note-endpoints.ts'
import { TIMELINE_KIND_NAMES } from './timeline.ts'

const event = { _id: recordId, date: instant() }
const action = z.enum(AUDIT_ACTION_NAMES)
const userName = z.string().meta({ description: 'Quién lo hizo; vacío si el usuario ya no existe' })

const timelineEventOutput = z.discriminatedUnion('kind', [
  transactionOutput
    .pick({
      _id: true,
      date: true,
      reference: true,
      typeDescrition: true,
      period: true,
      count: true,
      total: true,
      userCreatedName: true,
    })
    .extend({ kind: z.literal('sale') }),
  z.object({
    kind: z.literal('change'),
    ...event,
    action,
    userName,
    fields: z.array(z.string()).meta({ description: 'Los campos que cambiaron' }),
  }),
  z.object({ kind: z.literal('access'), ...event, action, address: z.string() }),
  historyOutput
    .pick({ _id: true, date: true, title: true, episode: true, mediaType: true })
    .extend({ kind: z.literal('visit') }),
  issueOutput
    .pick({ _id: true, date: true, title: true, issueType: true, status: true })
    .extend({ kind: z.literal('report') }),
  z.object({
    kind: z.literal('reply'),
    ...event,
    text: z.string(),
    title: z.string().meta({ description: 'El contenido del reporte' }),
    userName,
  }),
  z.object({
    kind: z.literal('notice'),
    ...event,
    notice: z.string().meta({ description: 'Qué se avisó' }),
    userName,
  }),
  messageOutput
    .pick({ _id: true, date: true, reason: true, state: true })
    .extend({ kind: z.literal('mail') }),
  noteOutput.extend({ kind: z.literal('note') }),
])
export type TimelineEvent = z.infer<typeof timelineEventOutput>

export const TIMELINE_ENDPOINTS = endpoints({
  get: {
    id: 'getUserTimeline',
    method: 'GET',
    path: '/api/users/:id/timeline',
    tag: 'Usuarios',
    summary: 'Muestra lo último que pasó con un usuario, de las clases que puede ver quien pregunta',
    response: {
      200: z.object({
        kinds: z
          .array(z.enum(TIMELINE_KIND_NAMES))
          .meta({ description: 'Las clases que puede ver quien pregunta' }),
        events: z.array(timelineEventOutput),
      }),
    },
    errors: [401, 403, 404, 422],
  },
})
