import { z } from 'zod'
import { isDayField } from '../validation/fields.ts'
import { valueLabel } from '../value-labels.ts'

export const isMoment = (schema: z.core.$ZodType): boolean =>
  z.globalRegistry.get(schema)?.format === 'date-time'

export const unwrapSchema = (schema: unknown): unknown =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    ? unwrapSchema(schema.unwrap())
    : schema

export const DAY_FORMAT = 'DD/MM/AAAA'

/** Describes in Spanish the format of a field in a file; empty for plain texts. */
export const formatText = (name: string, schema: z.core.$ZodType | undefined): string => {
  if (schema === undefined) return ''
  if (name === 'content') return 'Direcciones, separadas por |'
  if (isDayField(schema)) return DAY_FORMAT
  if (isMoment(schema)) return `${DAY_FORMAT}, también con la hora`
  const inner = unwrapSchema(schema)
  if (inner instanceof z.ZodBoolean) return 'Sí o No'
  if (inner instanceof z.ZodNumber) return 'Número'
  if (inner instanceof z.ZodEnum) return `Uno de: ${listChoices(name, inner)}`
  if (!(inner instanceof z.ZodArray)) return ''
  const element = unwrapSchema(inner.element)
  const many = 'Uno o varios, separados por comas'
  return element instanceof z.ZodEnum ? `${many}: ${listChoices(name, element)}` : many
}

const listChoices = (name: string, { options }: z.ZodEnum): string =>
  options.map((code) => valueLabel(name, String(code))).join(', ')
