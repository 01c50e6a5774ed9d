import { z } from 'zod'
import { endpoints } from '../contract/endpoint.ts'
import { exportEndpoint, instant, noOutput, recordId } from '../contract/entity.ts'
import { sizeOutput } from '../contract/list-limit.ts'
import { RUN_STATE_NAMES } from './job.ts'

export const jobRunOutput = z.object({
  _id: recordId,
  kind: z.string().meta({ title: 'Id de la tarea' }),
  name: z.string().meta({ title: 'Tarea' }),
  user: z
    .string()
    .nullable()
    .meta({ title: 'Id del usuario', description: 'Quién la pidió; null: el servicio' }),
  userName: z.string().meta({
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
  slices: z.int().meta({ title: 'Transacciones', description: 'Transacciones en las que se hizo' }),
  message: z
    .string()
    .meta({ title: 'Motivo', description: 'Por qué falló o se detuvo, o qué se comprobó; si no, vacío' }),
  canRetry: z.boolean().meta({ title: 'Se puede reintentar' }),
})
export type JobRun = z.infer<typeof jobRunOutput>

export const scheduleOutput = z.object({
  kind: z.string(),
  title: z.string(),
  about: z.string().meta({ description: 'Qué hace' }),
  isOn: z.boolean().meta({ description: 'false: no se ejecuta hasta que se encienda' }),
  isRequired: z.boolean().meta({ description: 'true: no se puede apagar' }),
  isOffInSettings: z.boolean().meta({ description: 'true: la configuración no le deja nada que hacer' }),
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

export const switchSchema = z.strictObject({
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
