import type { z } from 'zod'

/** The shape that a form writes: its fields, their rules and their messages. */
export type FormShape = z.ZodObject

type Values = Readonly<Record<string, unknown>>

const EMPTY = [undefined, null, '', []] as const

/** Whether a shape refuses its field when it is empty: what the form marks with an asterisk. */
export const isRequired = (shape: FormShape, source: string): boolean => {
  const field = shape.shape[source]
  return field !== undefined && EMPTY.every((value) => !field.safeParse(value).success)
}

const emptyOf = (field: z.core.$ZodType): unknown => {
  const { type } = field._zod.def
  if (type === 'array') return []
  return type === 'string' ? '' : null
}

/** The values of a new record: each field's own default, else its empty value. */
export const initialValues = (shape: FormShape): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(shape.shape).map(([name, field]) => {
      const parsed = field.safeParse(undefined)
      return [name, parsed.success ? parsed.data : emptyOf(field)]
    }),
  )

/** The values that belong to a shape: a record carries more (its id, its counts) that nobody writes. */
export const ownValues = (shape: FormShape, values: Values): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name in shape.shape))
