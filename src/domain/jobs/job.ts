import { z } from 'zod'
import { endpoints } from '../contract/endpoint.ts'
import { exportEndpoint, instant, noOutput, recordId } from '../contract/entity.ts'
import { sizeOutput } from '../contract/list-end.ts'
import { formatCount } from '../format/text.ts'
import { type Resource, titleOf } from '../registry.ts'

/** The kinds of jobs: their titles, and what each does in one sentence. */
export const JOBS = {
  batch: {
    title: 'Cambio en lote',
    about: 'Cambia, elimina, restaura o deshace muchos registros a pedido de alguien.',
  },
  import: {
    title: 'Importación',
    about: 'Revisa las filas de un archivo y escribe las que se eligen.',
  },
  maintenance: {
    title: 'Mantenimiento',
    about:
      'Prepara los meses que vienen y elimina lo que ya no se guarda: papelera, sesiones y registros viejos.',
  },
  reminders: {
    title: 'Recordatorios',
    about: 'Busca las licencias que vencen, y deja listos sus correos y eventos.',
  },
  'imports-clean-up': {
    title: 'Limpieza de importaciones',
    about: 'Elimina los archivos importados que nadie terminó de usar.',
  },
  'batches-clean-up': {
    title: 'Limpieza de cambios en lote',
    about: 'Elimina lo que se guarda para deshacer, cuando ya no se puede deshacer.',
  },
} as const
export type JobName = keyof typeof JOBS
export const JOB_NAMES = Object.keys(JOBS) as [JobName, ...JobName[]]

/** The title of a kind; its name if this version does not know it. */
export const jobTitle = (kind: string): string => {
  const known: Readonly<Record<string, { title: string }>> = JOBS
  return known[kind]?.title ?? kind
}

/**
 * A run is `running` between its slices too, and `retrying` while it waits after a failed attempt. `cancelled`: stopped
 * before its end, on purpose.
 */
export const RUN_STATES = {
  running: 'En curso',
  retrying: 'Por reintentar',
  done: 'Terminada',
  cancelled: 'Detenida',
  failed: 'Fallida',
} as const
export type RunState = keyof typeof RUN_STATES
export const RUN_STATE_NAMES = Object.keys(RUN_STATES) as [RunState, ...RunState[]]

/** Days for which runs are kept (rule J1). */
export const RUN_DAYS = 30

export const JOB_MESSAGES = {
  missing: 'La ejecución no existe.',
  unscheduled: 'No hay una tarea programada con ese nombre.',
  required: 'Esta tarea es necesaria: no se puede apagar.',
  off: 'La tarea está apagada: enciéndala para ejecutarla.',
  running: 'La tarea ya está en curso.',
  waiting: 'La tarea ya espera su turno.',
  notFailed: 'Solo se reintenta lo que falló.',
  notRepeatable: 'Este tipo de tarea no se puede reintentar desde aquí: inicie otra.',
  repeated: 'La tarea ya se ejecutó después.',
  gone: 'Lo que hacía esta tarea ya no está pendiente.',
  // Why a run ended early, or is tried again (rule J2).
  unknownKind: 'Esta versión del servidor no conoce la tarea.',
  away: 'La base de datos no respondió.',
  full: 'La base de datos no acepta escrituras.',
  locked: 'Otra operación ocupaba los mismos registros.',
  interrupted: 'El servidor se detuvo mientras la hacía.',
  unexpected: 'Ocurrió un error inesperado; el registro del servidor tiene los detalles.',
  switchedOff: 'Se apagó la tarea.',
  elsewhere: 'Otro proceso ya hacía este trabajo.',
  steps: (count: number) =>
    count === 1
      ? 'Un paso falló y se repite en la próxima ejecución; el registro del servidor tiene los detalles.'
      : `${count} pasos fallaron y se repiten en la próxima ejecución; el registro del servidor tiene los detalles.`,
} as const

interface Repeatable {
  state: RunState
  /** Whether its kind can be repeated. */
  isRepeatable: boolean
  /** Whether its job ran again later. */
  isFollowed: boolean
}

/** Why a run can't be repeated; undefined if it can (rule J4). */
export const retryError = ({ state, isRepeatable, isFollowed }: Repeatable): string | undefined => {
  if (state !== 'failed') return JOB_MESSAGES.notFailed
  if (!isRepeatable) return JOB_MESSAGES.notRepeatable
  return isFollowed ? JOB_MESSAGES.repeated : undefined
}

export interface RunProgress {
  /** Records of all slices; null if the kind counts none. */
  done: number | null
  /** Records that are left; null if unknown. */
  left: number | null
  slices: number
}

/** How far a run is or got: records where its kind counts them, otherwise parts. */
export const progressText = ({ done, left, slices }: RunProgress): string => {
  if (done === null) return slices === 1 ? '1 parte' : `${formatCount(slices)} partes`
  if (left !== null && left > 0) return `${formatCount(done)} de ${formatCount(done + left)} registros`
  return done === 1 ? '1 registro' : `${formatCount(done)} registros`
}

/** What a run is about, such as `Cambio en lote: Películas`. */
export const runTitle = ({ kind, resource }: { kind: string; resource: Resource | null }): string =>
  resource === null ? jobTitle(kind) : `${jobTitle(kind)}: ${titleOf(resource)}`

export const jobRunOutput = z.object({
  _id: recordId,
  kind: z.string().meta({ title: 'Id de la tarea' }),
  name: z.string().meta({ title: 'Tarea' }),
  user: z
    .string()
    .nullable()
    .meta({ title: 'Id del usuario', description: 'Quién la pidió; null: el servicio' }),
  userName: z
    .string()
    .meta({
      title: 'Pedida por',
      description: 'Vacío cuando la pidió el servicio, o ese usuario se eliminó',
    }),
  begun: instant().meta({ title: 'Comenzó' }),
  ended: instant().nullable().meta({ title: 'Terminó' }),
  state: z.enum(RUN_STATE_NAMES).meta({ title: 'Estado' }),
  done: z
    .int()
    .nullable()
    .meta({ title: 'Registros', description: 'null cuando este tipo de tarea no los cuenta' }),
  left: z.int().nullable().meta({ title: 'Registros que faltan', description: 'null cuando no se sabe' }),
  slices: z.int().meta({ title: 'Partes', description: 'Transacciones en las que se hizo' }),
  message: z.string().meta({ title: 'Motivo', description: 'Por qué falló o se detuvo; si no, vacío' }),
  canRetry: z.boolean().meta({ title: 'Se puede reintentar' }),
})
export type JobRun = z.infer<typeof jobRunOutput>

export const scheduleOutput = z.object({
  kind: z.string(),
  title: z.string(),
  about: z.string().meta({ description: 'Qué hace' }),
  isOn: z.boolean().meta({ description: 'false: no se ejecuta hasta que se encienda' }),
  isRequired: z.boolean().meta({ description: 'true: no se puede apagar' }),
  state: z
    .enum(['scheduled', 'waiting', 'running'])
    .meta({ description: 'waiting: le toca, y espera a que termine otra tarea' }),
  next: instant().nullable().meta({ description: 'Cuándo le toca de nuevo; null cuando está apagada' }),
  last: jobRunOutput
    .pick({ begun: true, ended: true, state: true, message: true })
    .nullable()
    .meta({ description: 'La última ejecución que se guarda' }),
})
export type Schedule = z.infer<typeof scheduleOutput>

export const switchSchema = z.object({
  isOn: z.boolean('Debe ser true o false.').meta({ title: 'Encendida' }),
})

const tag = 'Tareas'

export const JOB_ENDPOINTS = endpoints({
  list: {
    id: 'listJobRuns',
    method: 'GET',
    path: '/api/jobs',
    tag,
    summary: 'Lista las tareas que se ejecutaron o se ejecutan, las últimas primero',
    response: { 200: z.array(jobRunOutput) },
    errors: [401, 403, 422],
  },
  count: {
    id: 'countJobRuns',
    method: 'GET',
    path: '/api/jobs/size',
    tag,
    summary: 'Cuenta las ejecuciones con los mismos filtros',
    response: { 200: sizeOutput },
    errors: [401, 403, 422],
  },
  export: exportEndpoint('exportJobRuns', '/api/jobs/export', tag, 'las ejecuciones'),
  schedules: {
    id: 'listSchedules',
    method: 'GET',
    path: '/api/jobs/schedules',
    tag,
    summary: 'Lista las tareas programadas, con la última ejecución y la próxima',
    response: { 200: z.array(scheduleOutput) },
    errors: [401, 403],
  },
  switch: {
    id: 'switchSchedule',
    method: 'PUT',
    path: '/api/jobs/schedules/:kind',
    tag,
    summary: 'Enciende o apaga una tarea programada',
    body: switchSchema,
    response: { 200: scheduleOutput },
    errors: [401, 403, 404, 409, 422],
  },
  run: {
    id: 'runSchedule',
    method: 'POST',
    path: '/api/jobs/schedules/:kind/run',
    tag,
    summary: 'Ejecuta ahora una tarea programada; 409 si está en curso o espera su turno',
    response: { 202: scheduleOutput },
    errors: [401, 403, 404, 409],
  },
  retry: {
    id: 'retryJobRun',
    method: 'POST',
    path: '/api/jobs/:id/retry',
    tag,
    summary: 'Repite una tarea que falló, en otra ejecución',
    response: { 202: noOutput },
    errors: [401, 403, 404, 409],
  },
})
