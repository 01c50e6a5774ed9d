import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import {
  Form,
  LinkBase,
  type RaRecord,
  useBlocker,
  useRecordContext,
  useResourceContext,
  useSaveContext,
} from 'ra-core'
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import { formatCount } from '../../../domain/format/text.ts'
import { pathOf } from '../../api/addresses.ts'
import { readToken } from '../../api/session/token.ts'
import { useCan } from '../../api/session/use-can.ts'
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx'
import { Tag } from '../display/Tag.tsx'
import { initialValues, useFormKit } from '../inputs/form-kit.tsx'
import { PageHeader } from '../page/PageHeader.tsx'
import { DeleteButton } from './DeleteButton.tsx'
import {
  BackButton,
  BarSpace,
  CancelButton,
  FormBar,
  NewButton,
  SaveButton,
  UnsavedCount,
  useUnsavedCount,
} from './FormBar.tsx'
import { FormDraft } from './form-draft.tsx'
import { FocusFirstError, schemaResolver } from './form-errors.tsx'
import { StaleDialog } from './StaleDialog.tsx'

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

/** The visit count of a content and the way to its visits, in update mode. */
const Visits = () => {
  const record = useRecordContext()
  if (typeof record?.view !== 'number') return null
  return (
    <>
      <Tag>Visitas {formatCount(record.view)}</Tag>
      <HistoryLink />
    </>
  )
}

/** The heading of a form. */
export const FormHeader = ({ title, children }: { title: string; children?: ReactNode }) => {
  const { mode } = useFormKit()
  return (
    <PageHeader title={title}>
      {mode === 'edit' ? <Visits /> : null}
      {mode === 'edit' ? <ChangesLink /> : null}
      <Box sx={{ flex: 1 }} />
      {children}
    </PageHeader>
  )
}

/** The way to the changes of the record at hand, where the profile has the audit trail. */
export const ChangesLink = () => {
  const record = useRecordContext()
  const resource = useResourceContext()
  const canList = useCan('list', 'audit')
  if (record === undefined || !canList) return null
  const filter = JSON.stringify({ resource, record: String(record.id) })
  return (
    <Link component={LinkBase} to={`${pathOf('audit')}?${new URLSearchParams({ filter })}`}>
      Cambios
    </Link>
  )
}

/** The visits of an episode are those of its series that name it. */
const contentOf = ({ id, serieId }: RaRecord): Record<string, string> =>
  typeof serieId === 'string' ? { content: serieId, episode: String(id) } : { content: String(id) }

/** The way to the visits of the content at hand, where the profile has that screen. */
export const HistoryLink = () => {
  const record = useRecordContext()
  const canList = useCan('list', 'histories')
  if (record === undefined || !canList) return null
  const query = new URLSearchParams({ ...contentOf(record), name: String(record.title ?? '') })
  return (
    <Link component={LinkBase} to={`${pathOf('history-list')}?${query}`}>
      Historial
    </Link>
  )
}

interface CatalogueBarProps {
  deletePrompt: (record: Record<string, unknown>) => string
  deleteNote?: ReactNode
}

/** The buttons of every catalogue form (rule W11). */
export const CatalogueBar = ({ deletePrompt, deleteNote }: CatalogueBarProps) => (
  <FormBar>
    <BackButton />
    <NewButton />
    <BarSpace />
    <UnsavedCount />
    <DeleteButton prompt={deletePrompt}>{deleteNote}</DeleteButton>
    <CancelButton />
    <SaveButton />
  </FormBar>
)

const lost = (count: number): string =>
  count === 1 ? 'Si sale ahora se pierde 1 cambio.' : `Si sale ahora se pierden ${count} cambios.`

/** Asks before unsaved changes are left behind; the end of the session asks nothing, the form is kept then. */
export const LeaveGuard = () => {
  const { isDone } = useFormKit()
  const unsaved = useUnsavedCount()
  const isAtRisk = unsaved > 0
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isAtRisk &&
      !isDone.current &&
      readToken() !== undefined &&
      currentLocation.pathname !== nextLocation.pathname,
  )
  const isBlocked = blocker.state === 'blocked'
  useEffect(() => {
    if (isBlocked && !isAtRisk) blocker.proceed?.()
  }, [isBlocked, isAtRisk, blocker])
  useEffect(() => {
    if (!isAtRisk) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isAtRisk])
  return (
    <ConfirmDialog
      open={isBlocked}
      title="Tiene cambios sin guardar"
      confirmLabel="Salir sin guardar"
      cancelLabel="Seguir editando"
      danger
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {lost(unsaved)}
    </ConfirmDialog>
  )
}
