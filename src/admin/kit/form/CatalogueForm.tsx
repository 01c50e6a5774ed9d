import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react'
import {
  CreateBase,
  type CreateParams,
  EditBase,
  Form,
  type RaRecord,
  type UpdateParams,
  useCreatePath,
  useLocation,
  useNavigate,
  useNotify,
  useParams,
  useRecordContext,
  useResourceContext,
  useSaveContext,
} from 'react-admin'
import { type FieldValues, useFormContext, useFormState } from 'react-hook-form'
import type { Entity } from '../../../domain/contract/entity.ts'
import { isResource } from '../../../domain/registry.ts'
import { isSameValue } from '../../../domain/validation/same-value.ts'
import { draftKey, saveDraft } from '../../api/draft.ts'
import { cachedMe, useCan } from '../../api/me.ts'
import { recordPath } from '../../api/paths.ts'
import { retryRead, useRefreshLists } from '../../api/query-client.ts'
import {
  FocusFirstError,
  FormKitProvider,
  type FormSchema,
  filledValues,
  initialValues,
  schemaResolver,
  useFormKit,
  useSaveError,
} from '../inputs/form-kit.tsx'
import { OFFERED_FOR_MS, SAVED, SAVED_FOR_MS } from '../page/Page.tsx'
import { addRecent } from '../page/recent-records.ts'
import { markChanged } from '../page/recently-changed.ts'
import { saveOpenForm, useShortcut } from '../page/shortcuts.ts'
import type { Comparison } from './conflict.ts'
import {
  BackButton,
  BarSpace,
  CancelButton,
  DeleteButton,
  FormBar,
  NewButton,
  SaveButton,
  UnsavedCount,
} from './FormBar.tsx'
import { FormHeader } from './FormHeader.tsx'
import { FormDraft } from './form-draft.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { FreshRecord } from './record-placeholder.tsx'
import { StaleDialog, useReapplyEdits } from './StaleDialog.tsx'

export interface CatalogueFormProps {
  /** Heading, and title of the browser tab. */
  title: string
  children: ReactNode
  /** Right of the heading. */
  actions?: ReactNode
  /** Hides the buttons to the list's neighbouring records, since the actions have their own. */
  hasNeighbours?: boolean
  /** Confirmation question of the deletion. */
  deletePrompt?: (record: Record<string, unknown>) => string
  /** Consequences of the deletion, such as dependent records. */
  deleteNote?: ReactNode
  bar?: ReactNode
  /** For comparing the record with another user's changes. */
  comparison?: Comparison
  /** Default values besides the schema's; for a stored record, of fields that it lacks. */
  defaultValues?: Record<string, unknown>
}

/** Schema of a form: a catalogue entity's, or any other. */
type SchemaSource = (
  | { entity: Pick<Entity, 'schemas'>; schema?: undefined }
  | { entity?: undefined; schema: FormSchema }
) & {
  /** Message for a submit with validation errors, above their number. */
  incomplete?: string
}

interface Creation {
  values: Fields
  /** Continues with the default behaviour after saving. */
  goOn: () => void
}

interface CreateProps extends CatalogueFormProps {
  /** Overrides what happens after creating; by default, the new record's update mode opens. */
  onCreated?: (record: RaRecord, created: Creation) => void
  /** Action offered by the saved message for a new record. */
  savedAction?: (record: RaRecord) => ReactNode
}

/** Form for a new record; after saving, its update mode opens. */
export const CatalogueCreate = ({ entity, schema, incomplete, ...form }: CreateProps & SchemaSource) => {
  const { state } = useLocation()
  return (
    <FormKitProvider
      // Remounts for another new record after saving one.
      key={typeof state?.another === 'number' ? state.another : 0}
      mode="create"
      schema={entity === undefined ? schema : entity.schemas.new}
      incomplete={incomplete}
    >
      <Create {...form} />
    </FormKitProvider>
  )
}

/** Opens the form for another new record. */
const useStartNew = (): (() => void) => {
  const resource = useResourceContext() ?? ''
  const createPath = useCreatePath()
  const navigate = useNavigate()
  const { state } = useLocation()
  const number = typeof state?.another === 'number' ? state.another : 0
  return () => navigate(createPath({ resource, type: 'create' }), { state: { another: number + 1 } })
}

const useGoToUpdateMode = (): ((record: RaRecord) => void) => {
  const resource = useResourceContext() ?? ''
  const createPath = useCreatePath()
  const navigate = useNavigate()
  return ({ id }) => navigate(createPath({ resource, type: 'edit', id }), { replace: true })
}

const Create = ({ onCreated, savedAction, ...form }: CreateProps) => {
  const { isDone, startsNew, keepLateEdits } = useFormKit()
  const startNew = useStartNew()
  const notify = useNotify()
  const refreshLists = useRefreshLists()
  const onError = useSaveError()
  const goToUpdateMode = useGoToUpdateMode()
  const onSuccess = (record: RaRecord, { data: values = {} }: Partial<CreateParams>): void => {
    isDone.current = true
    if (!startsNew.current) keepLateEdits.current?.(record)
    refreshLists()
    const action = savedAction?.(record)
    notify(SAVED, { type: 'success', autoHideDuration: action ? OFFERED_FOR_MS : SAVED_FOR_MS, action })
    const goOn = (): void => (startsNew.current ? startNew() : goToUpdateMode(record))
    if (onCreated === undefined) goOn()
    else onCreated(record, { values, goOn })
  }
  return (
    <CreateBase disableAuthentication redirect={false} mutationOptions={{ onSuccess, onError }}>
      <CatalogueForm {...form} />
    </CreateBase>
  )
}

export type Fields = Readonly<Record<string, unknown>>

interface EditProps extends CatalogueFormProps {
  /** The record's id, if not part of the URL. */
  id?: string | undefined
  /** `values`: the submitted ones. */
  onSaved?: (saved: Fields, before: Fields | undefined, values: Fields) => void
}

export type CatalogueEditProps = EditProps & SchemaSource

export const CatalogueEdit = ({ entity, schema, incomplete, ...form }: CatalogueEditProps) => {
  const { id = form.id } = useParams()
  return (
    <FormKitProvider
      key={id}
      mode="edit"
      schema={entity === undefined ? schema : entity.schemas.edited}
      incomplete={incomplete}
    >
      <Edit {...form} id={id} />
    </FormKitProvider>
  )
}

// List rows are incomplete records: the form waits for the full one, which is not refetched during editing.
const RECORD_QUERY = {
  staleTime: 0,
  refetchOnMount: 'always',
  onError: () => undefined,
  retry: retryRead,
} as const

const Edit = ({ id, onSaved, ...form }: EditProps) => {
  const { isDone, startsNew, version, keepLateEdits } = useFormKit()
  const startNew = useStartNew()
  const notify = useNotify()
  const refreshLists = useRefreshLists()
  const resource = useResourceContext() ?? ''
  const onError = useSaveError()
  const onSuccess = (record: RaRecord, { previousData, data = {} }: Partial<UpdateParams>): void => {
    version.current = undefined
    keepLateEdits.current?.(record)
    refreshLists()
    markChanged(resource, String(id))
    onSaved?.(record, previousData, data)
    notify(SAVED, { type: 'success', autoHideDuration: SAVED_FOR_MS })
    if (!startsNew.current) return
    isDone.current = true
    startNew()
  }
  return (
    <EditBase
      disableAuthentication
      id={id}
      mutationMode="pessimistic"
      redirect={false}
      queryOptions={RECORD_QUERY}
      mutationOptions={{ onSuccess, onError }}
    >
      <FreshRecord title={form.title}>
        <OpenedRecord />
        <CatalogueForm {...form} />
      </FreshRecord>
    </EditBase>
  )
}

/** Adds the record to the recently opened ones, for the global search. */
const OpenedRecord = () => {
  const resource = useResourceContext() ?? ''
  const record = useRecordContext()
  const id = record?.id
  const shown: unknown = record?.title ?? record?.name
  useEffect(() => {
    if (isResource(resource) && id !== undefined && typeof shown === 'string')
      addRecent({ resource, _id: String(id), title: shown })
  }, [resource, id, shown])
  return null
}

/** Ignores further submits while one is pending. */
const useSaveOnce = () => {
  const { save } = useSaveContext()
  const { isDone, mode, saveGuard, schema, setMessage, version } = useFormKit()
  const isBusy = useRef(false)
  return useCallback(
    async (values: FieldValues) => {
      if (isBusy.current || isDone.current || save === undefined) return undefined
      isBusy.current = true
      setMessage(undefined)
      try {
        if ((await saveGuard.current?.(values)) === false) return undefined
        const { current } = version
        const sent = mode === 'create' ? filledValues(schema, values) : values
        // Not as `meta`, which react-admin would add to the record's cache key.
        return await save(current === undefined ? sent : { ...sent, version: current })
      } finally {
        isBusy.current = false
      }
    },
    [save, isDone, mode, saveGuard, schema, setMessage, version],
  )
}

const deleteTitle = (record: Record<string, unknown>): string =>
  `Seguro de eliminar ${String(record.title ?? record.name ?? '')}`

/** The standard edit form: heading, sections, and the bar with buttons and messages. */
export const CatalogueForm = (props: CatalogueFormProps) => {
  const { title, children, actions, hasNeighbours, bar, comparison, defaultValues } = props
  const { deletePrompt = deleteTitle, deleteNote } = props
  const { mode, schema, setStale, version } = useFormKit()
  const submit = useSaveOnce()
  const resolver = useMemo(() => schemaResolver(schema), [schema])
  const first = useMemo(() => ({ ...initialValues(schema), ...defaultValues }), [schema, defaultValues])
  return (
    <Form
      noValidate
      resolver={resolver}
      defaultValues={mode === 'create' ? first : defaultValues}
      {...(mode === 'create' ? { resetOptions: KEEP_TYPED } : {})}
      onSubmit={submit}
      shouldFocusError={false}
      disableInvalidFormNotification
      warnWhenUnsavedChanges
      WarnWhenUnsavedChangesComponent={LeaveGuard}
    >
      <FormHeader title={title} hasNeighbours={hasNeighbours}>
        {actions}
      </FormHeader>
      <FormDraft
        onChanged={(opened) => setStale({ opened })}
        onVersion={(restored) => {
          version.current = restored
        }}
      />
      <OnceReady>{children}</OnceReady>
      {bar ?? <CatalogueBar deletePrompt={deletePrompt} deleteNote={deleteNote} />}
      <FocusFirstError />
      <SaveAndNew />
      <LateEdits />
      {mode === 'edit' ? <StaleDialog comparison={comparison} /> : null}
    </Form>
  )
}

/** Else a change of the default values, which may follow from late data, would replace what was typed. */
const KEEP_TYPED = { keepDirtyValues: true }

const TYPED_LATE = 'Se recuperó lo que había escrito mientras se guardaba.'

/** Keeps what is typed while a save is pending, as unsaved changes of the saved record (rule W14). */
const LateEdits = () => {
  const resource = useResourceContext() ?? ''
  const { keepLateEdits, mode } = useFormKit()
  const { getValues, formState } = useFormContext()
  const { isSubmitting } = formState
  const reapplyEdits = useReapplyEdits()
  const submitted = useRef<Fields>(undefined)
  useEffect(() => {
    if (isSubmitting) submitted.current = structuredClone(getValues())
  }, [isSubmitting, getValues])
  useEffect(() => {
    keepLateEdits.current = (record) => {
      const sent = submitted.current
      const isLate = ([field, value]: [string, unknown]): boolean =>
        sent !== undefined && !isSameValue(value, sent[field])
      const edits = Object.fromEntries(Object.entries(getValues()).filter(isLate))
      if (Object.keys(edits).length === 0) return
      if (mode === 'edit') return reapplyEdits('dateUpdate', record.dateUpdate, edits)
      const me = cachedMe()
      if (me === undefined || !isResource(resource)) return
      const { dateUpdate } = record
      // The update mode, which opens next, restores it.
      saveDraft(draftKey(recordPath(resource, record)), {
        userId: me._id,
        values: edits,
        dateUpdate,
        reason: TYPED_LATE,
      })
    }
  }, [keepLateEdits, mode, resource, getValues, reapplyEdits])
  return null
}

/** Fields rendered by the form's second render, which would otherwise repeat the first for each of them. */
const OnceReady = ({ children }: { children: ReactNode }) => (useFormState().isReady ? children : null)

/** Ctrl+Enter saves, then opens another new record if permitted. */
const SaveAndNew = () => {
  const resource = useResourceContext() ?? ''
  const { startsNew } = useFormKit()
  const marker = useRef<HTMLSpanElement>(null)
  const isAsked = useRef(false)
  const canRegister = useCan('register', resource)
  const canCreate = useCan('create', resource)
  useEffect(() => {
    const form = marker.current?.closest('form')
    // Reset by each submit, so that a failed one has no effect on the next.
    const note = () => {
      startsNew.current = isAsked.current
    }
    form?.addEventListener('submit', note, true)
    return () => form?.removeEventListener('submit', note, true)
  }, [startsNew])
  useShortcut('saveAndNew', () => {
    isAsked.current = canRegister && canCreate
    saveOpenForm()
    isAsked.current = false
  })
  return <span ref={marker} hidden />
}

interface CatalogueBarProps {
  deletePrompt: (record: Record<string, unknown>) => string
  deleteNote?: ReactNode
}

/** The standard buttons of catalogue forms (rule W11). */
export const CatalogueBar = ({ deletePrompt, deleteNote }: CatalogueBarProps) => (
  <FormBar>
    <BackButton />
    <NewButton />
    <BarSpace />
    <UnsavedCount />
    <SaveButton />
    <DeleteButton prompt={deletePrompt}>{deleteNote}</DeleteButton>
    <CancelButton />
  </FormBar>
)
