import { z } from 'zod'

/** The schema that a form writes: its fields, their rules and their messages. */
export type FormSchema = z.ZodObject

type Values = Readonly<Record<string, unknown>>

const EMPTY = [undefined, null, '', []] as const

const fieldAt = (schema: z.core.$ZodType, path: readonly string[]): z.core.$ZodType | undefined => {
  const [head, ...rest] = path
  if (head === undefined) return schema
  const field = schema instanceof z.ZodObject ? schema.shape[head] : undefined
  return field === undefined ? undefined : fieldAt(field, rest)
}

/**
 * Whether a schema refuses its field when it is emptied: what the form marks with an asterisk. A default fills in what is
 * absent alone; switches are never empty.
 */
export const isRequired = (schema: FormSchema, source: string): boolean => {
  const field = fieldAt(schema, source.split('.'))
  const own = field instanceof z.ZodDefault ? field.unwrap() : field
  if (own === undefined || own instanceof z.ZodBoolean) return false
  return EMPTY.every((value) => !z.safeParse(own, value).success)
}

const emptyOf = (field: z.core.$ZodType): unknown => {
  const { type } = field._zod.def
  if (type === 'array') return []
  return type === 'string' ? '' : null
}

/** The values of a new record: each field's own default, else its empty value. */
export const initialValues = (schema: FormSchema): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => {
      const parsed = field.safeParse(undefined)
      return [name, parsed.success ? parsed.data : emptyOf(field)]
    }),
  )

/** A schema whose fields are all there already: none is filled in for somebody who emptied it. */
export const withoutDefaults = (schema: FormSchema): FormSchema =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(schema.shape).map(([name, field]) => [
        name,
        field instanceof z.ZodDefault ? field.unwrap() : field,
      ]),
    ),
  )

/** The values that belong to a schema: a record carries more (its id, its counts) that nobody writes. */
export const ownValues = (schema: FormSchema, values: Values): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name in schema.shape))
