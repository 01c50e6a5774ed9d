import { formatCount } from '../format/text.ts'
import { type Resource, resourceTitle } from '../registry.ts'

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
  publications: {
    title: 'Publicaciones',
    about: 'Activa y desactiva contenidos y canales en sus fechas de publicación.',
  },
  'link-checks': {
    title: 'Comprobación de enlaces',
    about: 'Deja en espera los enlaces que toca comprobar, si la configuración lo pide.',
  },
  guides: {
    title: 'Lectura de guías',
    about: 'Lee de nuevo las guías activas que usan los canales, una tras otra.',
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
  backup: {
    title: 'Copia de seguridad',
    about:
      'Guarda todos los datos en un archivo, cada noche si el servidor lo tiene configurado, y lo prueba.',
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
 * A run is `running` between its chunks too, and `retrying` while it waits after a failed attempt. `cancelled`: stopped
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
  offInSettings: 'Está apagada en la configuración: ahora no haría nada.',
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
  unexpected: 'Ocurrió un error inesperado: está en el registro del servidor.',
  switchedOff: 'Se apagó la tarea.',
  elsewhere: 'Otro proceso ya hacía este trabajo.',
  steps: (count: number) =>
    `${count === 1 ? 'Un paso falló y se repite' : `${count} pasos fallaron y se repiten`} en la próxima ejecución.`,
} as const

interface Repeatable {
  state: RunState
  /** Whether its kind can be repeated. */
  isRepeatable: boolean
  /** Whether its job ran again later. */
  isSuperseded: boolean
}

/** Why a run can't be repeated; undefined if it can (rule J4). */
export const retryError = ({ state, isRepeatable, isSuperseded }: Repeatable): string | undefined => {
  if (state !== 'failed') return JOB_MESSAGES.notFailed
  if (!isRepeatable) return JOB_MESSAGES.notRepeatable
  return isSuperseded ? JOB_MESSAGES.repeated : undefined
}

export interface RunProgress {
  /** Records of all chunks; null if the kind counts none. */
  done: number | null
  /** Records that are left; null if unknown. */
  left: number | null
}

/** How far a run is or got, in records; empty where its kind counts none. */
export const progressText = ({ done, left }: RunProgress): string => {
  if (done === null) return ''
  if (left !== null && left > 0) return `${formatCount(done)} de ${formatCount(done + left)} registros`
  return done === 1 ? '1 registro' : `${formatCount(done)} registros`
}

/** What a run is about, such as `Cambio en lote: Películas`. */
export const runTitle = ({ kind, resource }: { kind: string; resource: Resource | null }): string =>
  resource === null ? jobTitle(kind) : `${jobTitle(kind)}: ${resourceTitle(resource)}`
