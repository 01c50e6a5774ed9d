import {
  createContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Form, type RaRecord } from 'react-admin'
import {
  type FieldError,
  type FieldErrors,
  type FieldValues,
  type Resolver,
  useFormContext,
} from 'react-hook-form'
import { z } from 'zod'
import { type ValidationError, validate } from '../../../domain/validation/errors.ts'
import { isSameValue } from '../../../domain/validation/same-value.ts'
import { useFailureMessage } from '../../api/connection.ts'
import { ApiError } from '../../api/http.ts'

/** The record was saved elsewhere after it was opened here. */
export interface Stale {
  /** The original values of edited fields, if a restored draft is older than the form's record. */
  opened?: Readonly<Record<string, unknown>>
}

/** Called before a form is saved; false cancels the save. */
export type SaveGuard = (values: Readonly<Record<string, unknown>>) => Promise<boolean>

/** Opens the dialog of a form's link: by index, or for a new one. */
export type LinkOpener = (at: number | 'new') => void

/** State shared by the parts of a form, besides the values in react-hook-form. */
export interface FormKit {
  mode: 'create' | 'edit'
  schema: FormSchema
  /** Message about the form as a whole: a server error, a failed look-up. */
  message: string | undefined
  setMessage: (message: string | undefined) => void
  /** Message for a submit with validation errors, above their number. */
  incomplete: string | undefined
  /** Another user saved the record while it was open here. */
  stale: Stale | undefined
  setStale: (stale: Stale | undefined) => void
  /** Set once the form is saved or deleted: leaving needs no confirmation. */
  isDone: RefObject<boolean>
  /** Whether the pending save continues with a new record. */
  startsNew: RefObject<boolean>
  /** Called before the form is saved. */
  saveGuard: RefObject<SaveGuard | undefined>
  /** Audit event whose version is being restored, if saving needs a confirmation (rule P17). */
  version: RefObject<string | undefined>
  /** Called with the saved record before it replaces the form's values. */
  keepLateEdits: RefObject<((record: RaRecord) => void) | undefined>
  /** Only for forms with links. */
  linkOpener: RefObject<LinkOpener | undefined>
}

/** The schema of the surrounding fields: the form's, or a dialog's. */
export const SchemaContext = createContext<FormSchema | undefined>(undefined)

export const FormKitContext = createContext<FormKit | undefined>(undefined)

/** The surrounding form; throws outside one. */
export const useFormKit = (): FormKit => {
  const kit = useContext(FormKitContext)
  if (kit === undefined) throw new Error('There is no form around')
  return kit
}

/** True if a field of the surrounding schema is a list. */
export const useIsList = (source: string): boolean => {
  const schema = useContext(SchemaContext)
  const field = schema && fieldAt(schema, source.split('.'))
  return (field instanceof z.ZodDefault ? field.unwrap() : field) instanceof z.ZodArray
}

/** True if the surrounding schema requires a field. */
export const useRequired = (source: string): boolean => {
  const schema = useContext(SchemaContext)
  return schema !== undefined && isRequired(schema, source)
}

interface FormKitProviderProps extends Pick<FormKit, 'mode' | 'schema'> {
  incomplete?: string | undefined
  children: ReactNode
}

/** Provides the state shared by the parts of a form. */
export const FormKitProvider = (props: FormKitProviderProps) => {
  const { mode, schema, incomplete, children } = props
  const [message, setMessage] = useFailureMessage()
  const [stale, setStale] = useState<Stale>()
  const isDone = useRef(false)
  const startsNew = useRef(false)
  const saveGuard = useRef<SaveGuard>(undefined)
  const linkOpener = useRef<LinkOpener>(undefined)
  const version = useRef<string>(undefined)
  const keepLateEdits = useRef<(record: RaRecord) => void>(undefined)
  const kit = useMemo(
    () => ({
      mode,
      schema,
      message,
      setMessage,
      incomplete,
      stale,
      setStale,
      isDone,
      startsNew,
      saveGuard,
      linkOpener,
      version,
      keepLateEdits,
    }),
    [mode, schema, message, incomplete, stale, setMessage],
  )
  return (
    <FormKitContext value={kit}>
      <SchemaContext value={schema}>{children}</SchemaContext>
    </FormKitContext>
  )
}

/** The schema written by a form: its fields, rules and messages. */
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
 * True if a field must not be empty, and is marked with an asterisk. Defaults only replace absent values; switches are
 * never empty.
 */
export const isRequired = (schema: FormSchema, source: string): boolean => {
  const field = fieldAt(schema, source.split('.'))
  const inner = field instanceof z.ZodDefault ? field.unwrap() : field
  if (inner === undefined || inner instanceof z.ZodBoolean) return false
  return EMPTY.every((value) => !z.safeParse(inner, value).success)
}

const emptyValue = (field: z.core.$ZodType): unknown => {
  const { type } = field._zod.def
  if (type === 'array') return []
  return type === 'string' ? '' : null
}

/** Values of a new record: each field's default, else its empty value. */
export const initialValues = (schema: FormSchema): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => {
      const parsed = field.safeParse(undefined)
      return [name, parsed.success ? parsed.data : emptyValue(field)]
    }),
  )

/** The fields of a new record without empty ones that the schema leaves empty itself. */
export const filledValues = (schema: FormSchema, values: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const absent = schema.shape[name]?.safeParse(undefined)
      const isEmpty = EMPTY.some((empty) => isSameValue(empty, value))
      return !(isEmpty && absent?.success && isSameValue(absent.data, value))
    }),
  )

/** The schema without defaults, so that an emptied field is not filled in. */
export const withoutDefaults = (schema: FormSchema): FormSchema =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(schema.shape).map(([name, field]) => [
        name,
        field instanceof z.ZodDefault ? field.unwrap() : field,
      ]),
    ),
  )

/** The values of a schema's fields: records have more (id, counts). */
export const ownValues = (schema: FormSchema, values: Values): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name in schema.shape))

/** Validation of values that fit their schema. */
export type Rules = (values: FieldValues) => readonly ValidationError[]

/**
 * Validates with the server's schema, then with further rules. @hookform/resolvers (7.0.7) overwrites the errors of a
 * list's items with one of the list itself, and reports unknown fields in English under ''.
 */
export const schemaResolver =
  (schema: FormSchema, rules: Rules = () => []): Resolver<FieldValues> =>
  (values) => {
    const misshapen = validate(schema, ownValues(schema, values))
    const errors = misshapen.length > 0 ? misshapen : rules(values)
    return errors.length === 0 ? { values, errors: {} } : { values: {}, errors: toFieldErrors(errors) }
  }

/** Converts the domain's validation errors to react-hook-form's nested format. */
export const toFieldErrors = (errors: readonly ValidationError[]): FieldErrors => {
  const tree: Tree = {}
  for (const { field, message } of errors) put(tree, field.split('.'), { type: 'schema', message })
  return asFieldErrors(tree)
}

type Tree = { [name: string]: Tree | FieldError }

const isLeaf = (node: Tree | FieldError | undefined): node is FieldError =>
  node !== undefined && typeof node.message === 'string'

const put = (tree: Tree, [head, ...rest]: string[], error: FieldError): void => {
  if (head === undefined) return
  const there = tree[head]
  if (rest.length === 0) {
    // The error of a list itself is stored under `root`, next to those of its items.
    if (there !== undefined && !isLeaf(there)) there.root = error
    else tree[head] = error
    return
  }
  const branch: Tree = isLeaf(there) ? { root: there } : (there ?? {})
  tree[head] = branch
  put(branch, rest, error)
}

// The keys are the form's field names, unknown to react-hook-form's types.
const asFieldErrors = (tree: Tree): FieldErrors => tree as FieldErrors

/** The messages in react-hook-form's nested errors, with their paths. */
export const messagesIn = (
  node: unknown,
  path: readonly string[] = [],
): [path: string, message: string][] => {
  if (typeof node !== 'object' || node === null) return []
  if ('message' in node && typeof node.message === 'string') return [[path.join('.'), node.message]]
  return Object.entries(node).flatMap(([name, child]) =>
    name === 'ref' ? [] : messagesIn(child, [...path, name]),
  )
}

interface SchemaFormProps {
  schema: FormSchema
  rules?: Rules | undefined
  record: FieldValues
  onSubmit: (values: FieldValues) => unknown
  children: ReactNode
}

/** A form validated by a schema that saves no record itself, for dialogs. */
export const SchemaForm = ({ schema, rules, record, onSubmit, children }: SchemaFormProps) => {
  const resolver = useMemo(() => schemaResolver(schema, rules), [schema, rules])
  return (
    <SchemaContext value={schema}>
      <Form
        noValidate
        record={record}
        resolver={resolver}
        shouldFocusError={false}
        disableInvalidFormNotification
        onSubmit={onSubmit}
      >
        {children}
        <FocusFirstError />
      </Form>
    </SchemaContext>
  )
}

const INVALID = '[aria-invalid="true"], [data-invalid="true"]'

const isReachable = (element: HTMLElement): boolean =>
  element.getAttribute('aria-hidden') !== 'true' &&
  element.tabIndex >= -1 &&
  !element.hasAttribute('disabled') &&
  element.closest('[hidden]') === null

/** After a failed submit, focuses the first invalid field in reading order. */
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

const UNEXPECTED =
  'Ocurrió un error inesperado. Revise si los datos quedaron guardados antes de intentar de nuevo.'

/** Shows a failed save: at its fields, in the message area, or as a conflict with a newer version. */
export const useSaveError = (): ((error: unknown) => void) => {
  const { setMessage, setStale } = useFormKit()
  return useCallback(
    (error) => {
      if (!(error instanceof ApiError)) return setMessage(UNEXPECTED)
      // An expired session redirects to /login and back, preserving the draft.
      if (error.status === 401) return undefined
      if (error.body.code === 'STALE') return setStale({})
      return setMessage(isShownBesideFields(error) ? undefined : error.message)
    },
    [setMessage, setStale],
  )
}

/** True if every error belongs to a visible field. */
const isShownBesideFields = (error: ApiError): boolean => {
  const fields = Object.keys(error.body.errors ?? {})
  return fields.length > 0 && fields.every(inputNamed)
}

const inputNamed = (field: string): boolean =>
  document.querySelector(`[name="${CSS.escape(field)}"], [data-field="${CSS.escape(field)}"]`) !== null
