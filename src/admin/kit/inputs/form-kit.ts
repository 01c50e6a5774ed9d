import { createContext, type RefObject, useContext } from 'react'
import { type FormSchema, isRequired } from './form-schema.ts'

/** The record was saved elsewhere after it was opened here. */
export interface Stale {
  /** What fields held when they were edited, where the form's record is newer than that: a draft that came back. */
  opened?: Readonly<Record<string, unknown>>
}

/** Asked before a form is saved; false keeps it from being sent. */
export type SaveGuard = (values: Readonly<Record<string, unknown>>) => Promise<boolean>

/** What the parts of a form share: react-hook-form keeps the values, this the rest. */
export interface FormKit {
  mode: 'create' | 'edit'
  schema: FormSchema
  /** What concerns the form as a whole: a refusal of the server, a look-up that failed. */
  message: string | undefined
  setMessage: (message: string | undefined) => void
  /** What is said above the count of mistakes when the form is sent with some. */
  incomplete: string | undefined
  /** Somebody else saved the record while it was open here. */
  stale: Stale | undefined
  setStale: (stale: Stale | undefined) => void
  /** Set once the form is done with: leaving needs no question any more. */
  isDone: RefObject<boolean>
  /** A part of the form that has something to ask before it is saved. */
  saveGuard: RefObject<SaveGuard | undefined>
}

/** The schema whose fields are around: the form's own, or a dialog's. */
export const ShapeContext = createContext<FormSchema | undefined>(undefined)

export const FormKitContext = createContext<FormKit | undefined>(undefined)

/** The form around; throws outside of one. */
export const useFormKit = (): FormKit => {
  const kit = useContext(FormKitContext)
  if (kit === undefined) throw new Error('There is no form around')
  return kit
}

/** Whether the schema around has a field. */
export const useHasField = (source: string): boolean => {
  const schema = useContext(ShapeContext)
  return schema !== undefined && source in schema.shape
}

/** Whether the schema around asks for a field. */
export const useRequired = (source: string): boolean => {
  const schema = useContext(ShapeContext)
  return schema !== undefined && isRequired(schema, source)
}
