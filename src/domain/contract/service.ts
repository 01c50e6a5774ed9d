import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { instant, noOutput } from './entity.ts'

const healthOutput = z.object({ status: z.enum(['ok', 'unavailable']) })

const readinessOutput = z.object({
  status: z.enum(['ready', 'unavailable', 'starved', 'read-only', 'disk-full', 'stopping']),
})

/** Something that `sa` should know of the installation; there may be several with one code. */
const serviceNoticeOutput = z.object({
  code: z.enum(['untrusted-proxy', 'webhook-off']),
  message: z.string().meta({ description: 'Qué ocurre y qué hacer' }),
})

export type ServiceNotice = z.infer<typeof serviceNoticeOutput>

/** When a demo starts over by itself; null if it does not. */
export const demoResetOutput = instant()
  .nullable()
  .meta({ description: 'Cuándo empieza de nuevo por sí misma; null si no lo hace' })

/** Health, readiness and metrics endpoints of the installation. */
export const SERVICE_ENDPOINTS = endpoints({
  health: {
    id: 'getHealth',
    method: 'GET',
    path: '/health',
    tag: 'Servicio',
    summary: 'Estado del servicio',
    response: { 200: healthOutput, 503: healthOutput },
    errors: [],
  },
  ready: {
    id: 'getReadiness',
    method: 'GET',
    path: '/ready',
    tag: 'Servicio',
    summary: 'Dice si el servicio puede recibir solicitudes, y si no, por qué',
    response: { 200: readinessOutput, 503: readinessOutput },
    errors: [],
  },
  serviceNotices: {
    id: 'listNotices',
    method: 'GET',
    path: '/api/notices',
    tag: 'Servicio',
    summary: 'Avisos sobre la instalación, para sa',
    response: { 200: z.array(serviceNoticeOutput) },
    errors: [401, 403],
  },
  resetDemo: {
    id: 'resetDemo',
    method: 'POST',
    path: '/api/demo/reset',
    tag: 'Servicio',
    summary:
      'Empieza de nuevo la demostración: todo vuelve a los datos del principio, y todas las sesiones terminan',
    response: { 204: noOutput },
    errors: [401, 403, 404, 503],
  },
})
