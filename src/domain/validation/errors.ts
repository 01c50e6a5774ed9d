import { z } from 'zod'

/** What is wrong with one field; nested fields are written `content.0.link`. */
export interface ValidationError {
  field: string
  message: string
}

// The last resort where a schema has no words of its own: never the library's, which are English.
z.config({ customError: () => 'El valor es inválido.' })

/** Object rules run beside the field rules, so that a person sees every mistake at once. */
export const evenBesideOthers = {
  when: ({ value }: { value: unknown }) => value !== null && typeof value === 'object',
}

const UNKNOWN_FIELD = 'El campo no existe o no se puede modificar.'

/** The errors of a failed parse, the first one of each field, in the schema's order. */
export const validationErrorsOf = (error: z.ZodError): ValidationError[] => {
  const first = new Map<string, string>()
  for (const issue of error.issues) {
    const path = issue.path.map(String)
    const fields = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...path, key]) : [path]
    const message = issue.code === 'unrecognized_keys' ? UNKNOWN_FIELD : issue.message
    for (const field of fields.map((parts) => parts.join('.')))
      if (!first.has(field)) first.set(field, message)
  }
  return [...first].map(([field, message]) => ({ field, message }))
}

/** The errors of a value against a schema; none when it fits. */
export const check = (schema: z.ZodType, value: unknown): ValidationError[] => {
  const parsed = schema.safeParse(value)
  return parsed.success ? [] : validationErrorsOf(parsed.error)
}
