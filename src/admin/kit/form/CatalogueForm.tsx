import Box from '@mui/material/Box'
import { Form, useSaveContext } from 'ra-core'
import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useFormKit } from '../inputs/form-kit.ts'
import { initialValues } from '../inputs/form-schema.ts'
import { CatalogueBar } from './CatalogueBar.tsx'
import { FocusFirstError } from './FocusFirstError.tsx'
import { FormDraft } from './FormDraft.tsx'
import { FormHeader } from './FormHeader.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import { StaleDialog } from './StaleDialog.tsx'
import { schemaResolver } from './schema-resolver.ts'

export interface CatalogueFormProps {
  /** The heading, and the title of the tab. */
  title: string
  children: ReactNode
  /** What stands at the right of the heading. */
  actions?: ReactNode
  /** What deleting asks: 'Seguro de eliminar' with the record's title. */
  deletePrompt?: (record: Record<string, unknown>) => string
  /** What deleting says besides: what goes with the record. */
  deleteNote?: ReactNode
  /** Another bar than the one of the shared edit pattern. */
  bar?: ReactNode
  /** The values of a new record, where the schema's own are not enough; of a stored one, what it does not carry. */
  defaultValues?: Record<string, unknown>
}

/** Saves once, however often the button is pressed. */
const useSaveOnce = () => {
  const { save } = useSaveContext()
  const { isDone, saveGuard, setMessage } = useFormKit()
  const isBusy = useRef(false)
  return useCallback(
    async (values: FieldValues) => {
      if (isBusy.current || isDone.current || save === undefined) return undefined
      isBusy.current = true
      setMessage(undefined)
      try {
        if ((await saveGuard.current?.(values)) === false) return undefined
        return await save(values)
      } finally {
        isBusy.current = false
      }
    },
    [save, isDone, saveGuard, setMessage],
  )
}

// What has the focus must not hide behind the bar.
const ABOVE_THE_BAR = { '& :is(input, textarea, button, a, [role="combobox"])': { scrollMarginBottom: 140 } }

const deleteTitle = (record: Record<string, unknown>): string =>
  `Seguro de eliminar ${String(record.title ?? record.name ?? '')}`

/** The form of the shared edit pattern: heading, sections, and the bar with its buttons and messages. */
export const CatalogueForm = (props: CatalogueFormProps) => {
  const { title, children, actions, deletePrompt = deleteTitle, deleteNote, bar, defaultValues } = props
  const { mode, schema, setStale } = useFormKit()
  const submit = useSaveOnce()
  const resolver = useMemo(() => schemaResolver(schema), [schema])
  const first = useMemo(() => ({ ...initialValues(schema), ...defaultValues }), [schema, defaultValues])
  return (
    <Form
      noValidate
      resolver={resolver}
      defaultValues={mode === 'create' ? first : defaultValues}
      onSubmit={submit}
      shouldFocusError={false}
      disableInvalidFormNotification
      warnWhenUnsavedChanges
      WarnWhenUnsavedChangesComponent={LeaveGuard}
    >
      <Box sx={ABOVE_THE_BAR}>
        <FormHeader title={title}>{actions}</FormHeader>
        <FormDraft onChanged={(opened) => setStale({ opened })} />
        {children}
      </Box>
      {bar ?? <CatalogueBar deletePrompt={deletePrompt} deleteNote={deleteNote} />}
      <FocusFirstError />
      {mode === 'edit' ? <StaleDialog /> : null}
    </Form>
  )
}
