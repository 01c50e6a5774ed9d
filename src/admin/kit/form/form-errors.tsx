import { useCallback, useEffect, useRef } from 'react'
import {
  type FieldError,
  type FieldErrors,
  type FieldValues,
  type Resolver,
  useFormContext,
} from 'react-hook-form'
import { check, type ValidationError } from '../../../domain/validation/errors.ts'
import { ApiError } from '../../api/api-error.ts'
import { type FormSchema, ownValues, useFormKit } from '../inputs/form-kit.tsx'

type Tree = { [name: string]: Tree | FieldError }

const isLeaf = (node: Tree | FieldError | undefined): node is FieldError =>
  node !== undefined && typeof node.message === 'string'

const put = (tree: Tree, [head, ...rest]: string[], error: FieldError): void => {
  if (head === undefined) return
  const there = tree[head]
  if (rest.length === 0) {
    // A list with an own error beside those of its items keeps it under `root`.
    if (there !== undefined && !isLeaf(there)) there.root = error
    else tree[head] = error
    return
  }
  const branch: Tree = isLeaf(there) ? { root: there } : (there ?? {})
  tree[head] = branch
  put(branch, rest, error)
}

// Built from the form's own field names, which react-hook-form cannot know.
const asFieldErrors = (tree: Tree): FieldErrors => tree as unknown as FieldErrors

/** Problems of the domain as react-hook-form nests them. */
export const errorsOf = (errors: readonly ValidationError[]): FieldErrors => {
  const tree: Tree = {}
  for (const { field, message } of errors) put(tree, field.split('.'), { type: 'schema', message })
  return asFieldErrors(tree)
}

/** What is wrong with values that fit their schema. */
export type Rules = (values: FieldValues) => readonly ValidationError[]

/** Validates a form with the very schema that the server validates with, and then with its rules. */
export const schemaResolver =
  (schema: FormSchema, rules: Rules = () => []): Resolver<FieldValues> =>
  (values) => {
    const misshapen = check(schema, ownValues(schema, values))
    const errors = misshapen.length > 0 ? misshapen : rules(values)
    return errors.length === 0 ? { values, errors: {} } : { values: {}, errors: errorsOf(errors) }
  }

const INVALID = '[aria-invalid="true"], [data-invalid="true"]'

const isReachable = (element: HTMLElement): boolean =>
  element.getAttribute('aria-hidden') !== 'true' &&
  element.tabIndex >= -1 &&
  !element.hasAttribute('disabled') &&
  element.closest('[hidden]') === null

/** After a submit that failed, puts the focus on the first invalid field, in reading order. */
export const FocusFirstError = () => {
  const { formState } = useFormContext()
  const { submitCount, isSubmitting, errors } = formState
  const marker = useRef<HTMLSpanElement>(null)
  const seen = useRef(submitCount)
  useEffect(() => {
    if (isSubmitting || submitCount === seen.current) return
    seen.current = submitCount
    if (Object.keys(errors).length === 0) return
    const fields = marker.current?.closest('form')?.querySelectorAll<HTMLElement>(INVALID) ?? []
    ;[...fields].find(isReachable)?.focus()
  }, [submitCount, isSubmitting, errors])
  return <span ref={marker} hidden />
}

const UNEXPECTED = 'Ocurrió un error inesperado. Intente de nuevo.'

const inputNamed = (field: string): boolean =>
  document.querySelector(`[name="${CSS.escape(field)}"], [data-field="${CSS.escape(field)}"]`) !== null

/** Whether every error has a field on the screen to stand beside. */
const isShownBesideFields = (error: ApiError): boolean => {
  const fields = Object.keys(error.body.errors ?? {})
  return fields.length > 0 && fields.every(inputNamed)
}

/** What becomes of a refused write: beside its fields, in the message area, or a question about the newer version. */
export const useRefusal = (): ((error: unknown) => void) => {
  const { setMessage, setStale } = useFormKit()
  return useCallback(
    (error) => {
      if (!(error instanceof ApiError)) return setMessage(UNEXPECTED)
      // The session's end has its own way: to /login and back, with what was typed.
      if (error.status === 401) return undefined
      if (error.body.code === 'STALE') return setStale({})
      return setMessage(isShownBesideFields(error) ? undefined : error.message)
    },
    [setMessage, setStale],
  )
}
