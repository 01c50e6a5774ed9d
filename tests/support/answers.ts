import { z } from 'zod'
import { isAdmin } from '../../src/domain/access/permissions.ts'
import type { Resources } from '../../src/domain/api.ts'
import { movieEntity } from '../../src/domain/contents/movie.ts'
import { type Transaction, transactionOutput } from '../../src/domain/credits/endpoints.ts'
import type { SettingsRecord } from '../../src/domain/settings/endpoints.ts'
import { firstSettings } from '../../src/domain/settings/settings.ts'
import { type Me, meOutput } from '../../src/domain/users/endpoints.ts'

const DATE = '2026-01-01T12:00:00.000Z'

/** The simplest value that a schema accepts: null, false, 0, an empty list or text, or the first option. */
const plainest = (schema: unknown): unknown => {
  if (schema instanceof z.ZodObject) return plainFields(schema)
  if (schema instanceof z.ZodNullable) return null
  if (schema instanceof z.ZodBoolean) return false
  if (schema instanceof z.ZodNumber) return 0
  if (schema instanceof z.ZodArray) return []
  if (schema instanceof z.ZodEnum) return schema.options[0]
  return ''
}

const plainFields = ({ shape }: z.ZodObject): Record<string, unknown> => {
  const required = Object.entries(shape).filter(([, schema]) => !(schema instanceof z.ZodOptional))
  return Object.fromEntries(
    required.map(([name, schema]) => [
      name,
      schema instanceof z.ZodString && name.startsWith('date') ? DATE : plainest(schema),
    ]),
  )
}

/** A response body with these fields; the other required ones of its schema have the simplest values. */
export const answerOf = <Schema extends z.ZodObject>(
  schema: Schema,
  fields: Partial<z.output<Schema>> = {},
): z.output<Schema> => schema.parse({ ...plainFields(schema), ...fields })

/** The signed-in user: an operator by default. */
export const meOf = ({ role = 'admin', ...fields }: Partial<Me> = {}): Me =>
  answerOf(meOutput, {
    ...{ _id: 'u1', name: 'ana', fullName: 'Ana Peña', timeZone: 'America/Santo_Domingo' },
    ...{ role, isAdmin: isAdmin(role) },
    ...fields,
  })

/** The settings of a first start with these changes. */
export const settingsOf = (fields: Partial<SettingsRecord> = {}): SettingsRecord => ({
  ...firstSettings(),
  dateUpdate: DATE,
  ...fields,
})

/** A film as in its form; `movieRow`: as in a list. */
export const movieOf = (fields: Partial<Resources['movies']['record']> = {}) =>
  answerOf(movieEntity.schemas.record, fields)
export const movieRow = (fields: Partial<Resources['movies']['row']> = {}) =>
  answerOf(movieEntity.schemas.row, fields)

/** A processed sale of one month to u7. */
export const transactionOf = (fields: Partial<Transaction> = {}): Transaction =>
  answerOf(transactionOutput, {
    ...{ _id: 't1', reference: 123, userCreated: 'u1', userCreatedName: 'Quien Llama' },
    ...{ userLicensed: 'u7', userFullName: 'Ana Peña', userName: 'apena', type: 1, typeDescrition: 'Venta' },
    ...{ period: 'MESES', count: 1, price: 350, creditPrice: 350, total: 350 },
    ...{ status: 'PROCESSED', saved: true, date: '2026-11-20T15:00:00.000Z' },
    ...{ newDateExpire: '2026-12-27T15:00:00.000Z', newDateExpireFormat: '27/12/2026' },
    ...fields,
  })
