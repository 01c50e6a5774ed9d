import { z } from 'zod'

/** An error of one field; nested fields are written `content.0.link`. */
export interface ValidationError {
  field: string
  message: string
}

// Fallback for schemas without a message of their own, since the library's messages are English.
z.config({ customError: () => 'El valor es inválido.' })

/** Runs object rules even if fields are invalid, so that all errors are reported at once. */
export const alwaysRun = {
  when: ({ value }: { value: unknown }) => value !== null && typeof value === 'object',
}

const UNKNOWN_FIELD = 'El campo no existe o no se puede modificar.'

/** The errors of a failed parse: the first of each field, in the schema's order. */
export const toValidationErrors = (error: z.ZodError): ValidationError[] => {
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

/** Validates a value; empty if valid. */
export const validate = (schema: z.ZodType, value: unknown): ValidationError[] => {
  const parsed = schema.safeParse(value)
  return parsed.success ? [] : toValidationErrors(parsed.error)
}
