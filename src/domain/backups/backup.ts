import { z } from 'zod'
import { endpoints } from '../contract/endpoint.ts'
import { instant } from '../contract/entity.ts'
import { formatCount } from '../format/text.ts'

/** Hours after which the last proven backup counts as too old (rule O17). */
export const PROOF_HOURS = 48

/** Attempts for a night, and the minutes between them. */
export const MAX_ATTEMPTS = 3
export const RETRY_MINUTES = 30

export const BACKUP_MESSAGES = {
  proven: (rows: number) => `Probada: se restauró con sus ${formatCount(rows)} filas y todo concuerda.`,
  unproven: 'Sin probar: no hay dónde restaurarla (BACKUP_CHECK_URL).',
  counts: (table: string, written: number, restored: number) =>
    `La copia no sirve: de la tabla ${table} se escribieron ${formatCount(written)} filas y se restauraron ${formatCount(restored)}.`,
  different: (count: number) =>
    `La copia se restauró y no concuerda: ${count === 1 ? 'hay 1 diferencia' : `hay ${formatCount(count)} diferencias`}. Vea la conciliación.`,
  noKey: (ids: string) =>
    `La copia se restauró, y falta la clave que abre sus secretos (FACTOR_KEY: ${ids}).`,
  badKey: 'La copia se restauró, y su clave no abre un secreto sellado (FACTOR_KEY).',
  space: (free: number, needed: number) =>
    `No queda espacio en la carpeta de las copias: hay ${formatCount(free)} MiB libres y hacen falta ${formatCount(needed)}.`,
  unreachable: 'La base de datos de BACKUP_CHECK_URL no se puede usar: revise la dirección y la clave.',
  interruptedProof: (reason: string) => `La copia está guardada y su prueba se interrumpió: ${reason}`,
  production: 'BACKUP_CHECK_URL es la base de datos en uso: no se tocó.',
  foreign:
    'La base de datos de BACKUP_CHECK_URL tiene datos y no lleva la marca cartelera_check: no se tocó. Use una vacía.',
  role: 'El usuario de BACKUP_CHECK_URL debe ser dueño de esa base de datos y de ninguna otra, sin ser administrador del servidor: no se tocó.',
  interrupted: 'El servidor se detuvo mientras la hacía.',
  late: 'Tardó demasiado y se detuvo.',
  ended: 'El proceso que la hacía terminó antes de tiempo: vea el registro del servidor.',
  unexpected: 'Ocurrió un error inesperado: está en el registro del servidor.',
  afterMissing: (program: string) => `La copia está guardada; el programa ${program} no se pudo ejecutar.`,
  afterLate: (minutes: number) =>
    `La copia está guardada; el programa de después no terminó en ${minutes} minutos y se detuvo.`,
  afterFailed: (status: string) => `La copia está guardada; el programa de después terminó con ${status}.`,
} as const

const HOUR = 3_600_000

/** How long ago an instant was, in whole hours or, after two days, in days. */
export const proofAge = (instant: string, now: number): string => {
  const hours = Math.floor((now - Date.parse(instant)) / HOUR)
  if (hours < 1) return 'hace menos de una hora'
  if (hours < PROOF_HOURS) return hours === 1 ? 'hace 1 hora' : `hace ${hours} horas`
  return `hace ${formatCount(Math.floor(hours / 24))} días`
}

const backupStatusOutput = z.object({
  isAutomatic: z.boolean().meta({ description: 'false: nadie ha configurado copias automáticas' }),
  proven: instant()
    .nullable()
    .meta({ description: 'Cuándo se hizo la última copia que se restauró y concilió; null si no hay' }),
  isOld: z.boolean().meta({ description: `true: la última probada tiene más de ${PROOF_HOURS} horas` }),
  last: z
    .object({
      begun: instant(),
      state: z.enum(['waiting', 'running', 'done', 'failed']),
      message: z.string(),
    })
    .nullable()
    .meta({ description: 'La última, probada o no' }),
})
export type BackupStatus = z.infer<typeof backupStatusOutput>

export const BACKUP_ENDPOINTS = endpoints({
  status: {
    id: 'getBackupStatus',
    method: 'GET',
    path: '/api/backups/status',
    tag: 'Servicio',
    summary: 'Cómo están las copias de seguridad automáticas, para sa',
    response: { 200: backupStatusOutput },
    errors: [401, 403],
  },
})
