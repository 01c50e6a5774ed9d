import { z } from 'zod'

/** The shape that a form writes: its fields, their rules and their messages. */
export type FormShape = z.ZodObject

type Values = Readonly<Record<string, unknown>>

const EMPTY = [undefined, null, '', []] as const

const fieldAt = (shape: z.core.$ZodType, path: readonly string[]): z.core.$ZodType | undefined => {
  const [head, ...rest] = path
  if (head === undefined) return shape
  const field = shape instanceof z.ZodObject ? shape.shape[head] : undefined
  return field === undefined ? undefined : fieldAt(field, rest)
}

/**
 * Whether a shape refuses its field when it is emptied: what the form marks with an asterisk. A default fills in what is
 * absent alone; switches are never empty.
 */
export const isRequired = (shape: FormShape, source: string): boolean => {
  const field = fieldAt(shape, source.split('.'))
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
export const initialValues = (shape: FormShape): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(shape.shape).map(([name, field]) => {
      const parsed = field.safeParse(undefined)
      return [name, parsed.success ? parsed.data : emptyOf(field)]
    }),
  )

/** A shape whose fields are all there already: none is filled in for somebody who emptied it. */
export const withoutDefaults = (shape: FormShape): FormShape =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(shape.shape).map(([name, field]) => [
        name,
        field instanceof z.ZodDefault ? field.unwrap() : field,
      ]),
    ),
  )

/** The values that belong to a shape: a record carries more (its id, its counts) that nobody writes. */
export const ownValues = (shape: FormShape, values: Values): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name in shape.shape))
