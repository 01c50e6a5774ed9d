import { z } from 'zod'
import { batchStarted } from '../batches/batch.ts'
import { BULK_MESSAGES, filterValue } from '../batches/bulk.ts'
import { endpoints } from '../contract/endpoint.ts'
import { instant } from '../contract/entity.ts'
import { optionalInstant, requiredInteger, requiredLine } from '../validation/fields.ts'
import { type PlannedTransaction, transactionErrors } from './rules.ts'
import { remainingDays } from './transaction.ts'

/** Most days given to each user. */
export const MAX_COMPENSATION_DAYS = 60

const MAX_REASON = 200

export const COMPENSATION_MESSAGES = {
  range: 'La fecha debe estar entre los años 2000 y 2100.',
  future: 'El momento no puede ser futuro.',
  days: `Debe ser un número entero de días, de 1 a ${MAX_COMPENSATION_DAYS}.`,
  reason: 'Debe escribir el motivo.',
  ended: 'Su licencia terminó después: queda como está.',
} as const

/** Milliseconds by which the clock of whoever compensates may be ahead. */
const CLOCK_AHEAD = 5 * 60_000

/** The instant at which licences must have run: now for one that is ahead; undefined if it is too far (rule C32). */
export const compensatedAt = (asked: Date, now: Date): Date | undefined => {
  if (asked <= now) return asked
  return asked.getTime() - now.getTime() <= CLOCK_AHEAD ? now : undefined
}

/** What a compensation gives, and to whom. */
export const compensationTerms = z.strictObject({
  at: optionalInstant(2000, 2100, COMPENSATION_MESSAGES.range).unwrap().unwrap().meta({
    format: 'date-time',
    title: 'Licencias vigentes el',
    description: 'Un instante que pasó: reciben los días las licencias que entonces estaban vigentes',
  }),
  days: requiredInteger(COMPENSATION_MESSAGES.days, 1, MAX_COMPENSATION_DAYS).meta({ title: 'Días' }),
  filter: z
    .record(z.string(), filterValue, 'Debe enviar un objeto.')
    .default({})
    .meta({ description: 'Los parámetros de la lista de usuarios, salvo página y orden' }),
})
export type CompensationTerms = z.output<typeof compensationTerms>

export const newCompensation = compensationTerms.extend({
  reason: requiredLine(COMPENSATION_MESSAGES.reason, MAX_REASON).meta({
    title: 'Motivo',
    description: 'La descripción de cada movimiento',
  }),
  expected: z
    .int(BULK_MESSAGES.expected)
    .min(1, BULK_MESSAGES.expected)
    .meta({ description: 'Cuántos usuarios se vieron: si ahora son otros, 409 con el código COUNT' }),
})
export type NewCompensation = z.output<typeof newCompensation>

/** What the batch stores. */
export const storedCompensation = newCompensation.omit({ expected: true })

const previewOutput = z.object({
  count: z.int().meta({ description: 'Usuarios que recibirían los días' }),
  ended: z.int().meta({ description: 'De ellos, los que ya no tienen licencia: empiezan de nuevo ahora' }),
  examples: z
    .array(
      z.object({
        _id: z.string(),
        name: z.string(),
        fullName: z.string(),
        dateExpire: instant(),
        newDateExpire: instant().nullable().meta({ description: 'Nulo: no puede recibirlos' }),
        message: z.string().meta({ description: 'Por qué no puede recibirlos; vacío: puede' }),
      }),
    )
    .meta({ description: 'Los tres más cercanos a su vencimiento' }),
})
export type CompensationPreview = z.output<typeof previewOutput>

export const COMPENSATION_ENDPOINTS = endpoints({
  preview: {
    id: 'previewCompensation',
    method: 'POST',
    path: '/api/license_transactions/compensations/preview',
    tag: 'Créditos',
    summary: 'Cuenta los usuarios que recibirían días, con tres ejemplos',
    body: compensationTerms,
    response: { 200: previewOutput },
    errors: [401, 403, 422],
  },
  start: {
    id: 'startCompensation',
    method: 'POST',
    path: '/api/license_transactions/compensations',
    tag: 'Créditos',
    summary: 'Da días, en un cambio en lote, a los usuarios con la licencia vigente en un instante',
    body: newCompensation,
    response: { 202: batchStarted },
    errors: [401, 403, 409, 422],
  },
})

/** The parties and settings of one user's transaction. */
type DayTerms = Pick<PlannedTransaction, 'seller' | 'target' | 'settings' | 'timeZone' | 'now'>

/** A planned transaction; `message` says why it is impossible. */
export interface PlannedDays {
  transaction: PlannedTransaction
  message: string | undefined
}

const planDays = (type: 'CREDIT' | 'REFUND', terms: DayTerms, count: number): PlannedDays => {
  const transaction: PlannedTransaction = { ...terms, type, period: 'DIAS', count, until: null }
  return { transaction, message: transactionErrors(transaction)[0]?.message }
}

/** The CREDIT of one user (rule C32). */
export const planCompensation = (terms: DayTerms, days: number): PlannedDays =>
  planDays('CREDIT', terms, days)

/** The REFUND that takes the days back, at most those that are left; impossible once the licence has ended. */
export const planReversal = (terms: DayTerms, days: number): PlannedDays => {
  const left = remainingDays(terms.target.dateExpire, terms.now)
  const planned = planDays('REFUND', terms, left > 0 ? Math.min(days, left) : days)
  const hasEnded = left === 0 && terms.target.role === 'app'
  return hasEnded ? { ...planned, message: COMPENSATION_MESSAGES.ended } : planned
}

/** Description of the transactions that undo a compensation. */
export const reversalText = (reason: string): string => `Compensación deshecha: ${reason}`
