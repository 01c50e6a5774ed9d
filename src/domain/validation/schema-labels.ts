import { z } from 'zod'

const WRAPPERS = [z.ZodArray, z.ZodDefault, z.ZodNonOptional, z.ZodNullable, z.ZodOptional] as const

/** The schema of a list's elements, or of a value that may be null or missing. */
const innerSchema = (schema: z.core.$ZodType): z.core.$ZodType | undefined => {
  for (const Wrapper of WRAPPERS) if (schema instanceof Wrapper) return schema.unwrap()
  return undefined
}

const schemaLabel = (schema: z.core.$ZodType): string | undefined => {
  const inner = innerSchema(schema)
  return z.globalRegistry.get(schema)?.title ?? (inner && schemaLabel(inner))
}

const objectIn = (schema: z.core.$ZodType): z.ZodObject | undefined => {
  if (schema instanceof z.ZodObject) return schema
  const inner = innerSchema(schema)
  return inner && objectIn(inner)
}

/**
 * The Spanish labels of fields, each the `title` of its schema. For a field of several schemas, that of the first one
 * with a label; fields of nested objects come last.
 */
export const schemaLabels = (...schemas: readonly z.ZodObject[]): Record<string, string> => {
  const labels: Record<string, string> = {}
  const waiting = [...schemas]
  for (const { shape } of waiting)
    for (const [name, schema] of Object.entries(shape)) {
      const label = schemaLabel(schema)
      if (label !== undefined) labels[name] ??= label
      const nested = objectIn(schema)
      if (nested) waiting.push(nested)
    }
  return labels
}
