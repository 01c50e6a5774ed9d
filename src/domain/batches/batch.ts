import { z } from 'zod'
import { endpoints } from '../contract/endpoint.ts'
import { instant } from '../contract/entity.ts'
import { API_PATHS, type Resource } from '../registry.ts'
import { UNDO_DAYS, undoableSince } from './undo.ts'

export const BATCH_ACTIONS = [
  'update',
  'replaceLinks',
  'delete',
  'restore',
  'import',
  'repair',
  'answer',
  'compensate',
  'undo',
] as const
export type BatchAction = (typeof BATCH_ACTIONS)[number]

/** A batch runs, ends, is cancelled or fails; afterwards it can be undone. */
export const BATCH_STATES = ['running', 'done', 'cancelled', 'failed', 'undoing', 'undone'] as const
export type BatchState = (typeof BATCH_STATES)[number]

/** Refused records listed in a response; the count includes all of them. */
export const MAX_REFUSED = 1_000

export const BATCH_MESSAGES = {
  missing: 'El cambio en lote no existe.',
  running: 'El cambio en lote sigue en curso: cancélelo o espere a que termine.',
  undone: 'El cambio en lote ya se deshizo.',
  expired: `El cambio en lote tiene más de ${UNDO_DAYS} días: ya no se puede deshacer.`,
  notUndoable: 'Este cambio en lote no se puede deshacer.',
  nothing: 'No hay nada que deshacer.',
  tooMany: 'Tiene demasiados cambios en lote en curso. Espere a que terminen.',
  forbidden: 'Quien lo inició ya no tiene permiso: no se siguió.',
  failed: 'Ocurrió un error inesperado: no se siguió. Lo ya hecho quedó guardado.',
  importPreparing: 'Protegiendo las contraseñas: después se escribe por partes.',
  importStopped: 'Se detuvo antes de escribir: no se importó nada.',
  importEnded: 'Se detuvo antes de terminar: las demás filas no se importaron.',
  importWriting: 'Los registros ya se están escribiendo: espere a que termine, y después puede deshacerla.',
  gone: 'El registro no existe.',
  changed: 'Se modificó después: queda como está.',
  keyReused: 'La clave de la solicitud ya se usó para otro cambio en lote.',
} as const

const resources = Object.keys(API_PATHS) as [Resource, ...Resource[]]

const listedOutput = z.object({
  _id: z.string(),
  resource: z.enum(resources),
  action: z.enum(BATCH_ACTIONS),
  undoes: z.enum(BATCH_ACTIONS).nullable().meta({ description: 'Qué se deshace; si no, null' }),
  undoneDate: instant().nullable().meta({ description: 'Cuándo se hizo lo que se deshace; si no, null' }),
  changes: z.record(z.string(), z.unknown()).meta({ description: 'Lo que se cambia, se da o se deshace' }),
  name: z.string().meta({ description: 'El archivo de una importación; si no, vacío' }),
  state: z.enum(BATCH_STATES),
  message: z
    .string()
    .meta({ description: 'Por qué se detuvo antes de terminar, o qué prepara; si no, vacío' }),
  date: instant(),
  group: z.string().nullable().meta({ description: 'Lo que comparten los de un mismo cambio; si no, null' }),
  done: z.int().meta({ description: 'Registros ya tratados, también los rechazados' }),
  total: z.int(),
  changed: z
    .int()
    .meta({ description: 'Registros que se cambiaron; los demás ya estaban así o se rechazaron' }),
  refusedCount: z.int(),
  canUndo: z.boolean(),
})
export type ListedBatch = z.infer<typeof listedOutput>

const batchOutput = listedOutput.extend({
  parent: z.string().nullable().meta({
    description: 'El registro al que pertenecen todos, como la serie de unos episodios; si no, null',
  }),
  refused: z
    .array(z.object({ _id: z.string(), message: z.string() }))
    .meta({ description: `Los primeros ${MAX_REFUSED} registros que no se cambiaron, y por qué` }),
})
export type Batch = z.infer<typeof batchOutput>

/** Response to a request that starts a batch. */
export const batchStarted = z.object({ batch: z.string() })

export const BATCH_ENDPOINTS = endpoints({
  list: {
    id: 'listBatches',
    method: 'GET',
    path: '/api/batches',
    tag: 'Cambios en lote',
    summary:
      'Lista los cambios en lote propios que se pueden deshacer, y las importaciones que se escriben; primero lo que está en curso',
    response: { 200: z.array(listedOutput) },
    errors: [401, 403, 422],
  },
  get: {
    id: 'getBatch',
    method: 'GET',
    path: '/api/batches/:id',
    tag: 'Cambios en lote',
    summary: 'Muestra el avance de un cambio en lote propio, y lo que no se pudo cambiar',
    response: { 200: batchOutput },
    errors: [401, 403, 404],
  },
  cancel: {
    id: 'cancelBatch',
    method: 'POST',
    path: '/api/batches/:id/cancel',
    tag: 'Cambios en lote',
    summary:
      'Detiene un cambio en lote propio, lo ya hecho queda; o una importación que no se escribe todavía, o por partes',
    response: { 200: batchOutput },
    errors: [401, 403, 404, 409],
  },
  undo: {
    id: 'undoBatch',
    method: 'POST',
    path: '/api/batches/:id/undo',
    tag: 'Cambios en lote',
    summary: 'Deshace un cambio en lote propio, en otro que se sigue igual; deja lo que se modificó después',
    response: { 202: batchStarted },
    errors: [401, 403, 404, 409],
  },
})

interface Undoable {
  action: BatchAction
  state: BatchState
  date: Date
}

/** Why a batch cannot be undone; undefined if it can (rule W18). */
export const undoError = ({ action, state, date }: Undoable, now: Date): string | undefined => {
  if (action === 'undo') return BATCH_MESSAGES.notUndoable
  if (state === 'running') return BATCH_MESSAGES.running
  if (state === 'undoing' || state === 'undone') return BATCH_MESSAGES.undone
  return date < undoableSince(now) ? BATCH_MESSAGES.expired : undefined
}
