import { z } from 'zod'
import { endpoints } from '../contract/endpoint.ts'

/** What the home page tells about a step, and where it leads. */
export interface Step {
  title: string
  /** One sentence: why, or how. */
  text: string
  /** Template of the route that it opens. */
  route: string
  /** Query of its path. */
  search?: string
}

/** What a new installation needs before it can be used, in this order (rule W27). */
export const FIRST_STEPS = {
  prices: {
    title: 'Defina los precios y los períodos',
    text: 'Sin precio, las ventas se guardan con total cero.',
    route: 'settings',
    search: 'tab=control',
  },
  resellers: {
    title: 'Cree el primer agente',
    text: 'Solo ve a sus clientes. En Perfiles se decide qué abre cada quien.',
    route: 'user-create',
  },
  customers: {
    title: 'Importe sus clientes',
    text: '«Importar» lee un archivo CSV y conserva los vencimientos.',
    route: 'user-list',
  },
  contents: {
    title: 'Agregue los primeros contenidos',
    text: 'Empiece por una lista M3U de canales, o por una película.',
    route: 'channel-list',
  },
  mail: {
    title: 'Configure el correo',
    text: 'Indique el email de contacto, y SMTP_URL en el servidor.',
    route: 'settings',
    search: 'tab=control',
  },
  backup: {
    title: 'Haga una copia de seguridad',
    text: 'Con «npm run backup», en el servidor, o cada noche con BACKUP_DIR. Se ve en Tareas.',
    route: 'job-list',
  },
} as const satisfies Record<string, Step>
type FirstStep = keyof typeof FIRST_STEPS
export const FIRST_STEP_NAMES = Object.keys(FIRST_STEPS) as FirstStep[]

const isDone = (what: string) => z.boolean().meta({ description: what })

const firstStepsOutput = z.object({
  prices: isDone('Cada período que se vende tiene un precio'),
  resellers: isDone('Hay un agente o un superagente'),
  customers: isDone('Hay un cliente'),
  contents: isDone('Hay un contenido, un canal o una emisora'),
  mail: isDone('El servidor puede enviar correos, y hay un email de contacto'),
  backup: isDone('Se hizo una copia de seguridad en los últimos 30 días'),
} satisfies Record<FirstStep, z.ZodType>)
export type FirstSteps = z.infer<typeof firstStepsOutput>

/** Of the demo, which is not set up. */
export const ALL_DONE: FirstSteps = {
  prices: true,
  resellers: true,
  customers: true,
  contents: true,
  mail: true,
  backup: true,
}

export const FIRST_STEPS_ENDPOINTS = endpoints({
  read: {
    id: 'getFirstSteps',
    method: 'GET',
    path: '/api/first-steps',
    tag: 'Servicio',
    summary: 'Qué primeros pasos de la instalación están hechos, para sa; en la demostración, todos',
    response: { 200: firstStepsOutput },
    errors: [401, 403],
  },
})
