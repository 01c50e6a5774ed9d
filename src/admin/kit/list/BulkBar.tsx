import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { Suspense, useState } from 'react'
import {
  type Identifier,
  type RaRecord,
  useGetMany,
  useListContext,
  useNotify,
  useResourceContext,
  useResourceDefinition,
  useTranslate,
} from 'react-admin'
import { BULK_MESSAGES, MAX_RECORDS } from '../../../domain/batches/bulk.ts'
import { MAX_NAMED, unseenText } from '../../../domain/batches/unseen.ts'
import { formatCount } from '../../../domain/format/text.ts'
import { entryOf, isResource, recordTitle } from '../../../domain/registry.ts'
import { booleanFieldNames } from '../../../domain/validation/fields.ts'
import { type BulkRequest, filterQuery, readExactCount, startBatch } from '../../api/data-provider.ts'
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx'
import { FieldsDialog } from '../form/FormDialog.tsx'
import { openJobs } from '../jobs/shown-jobs.ts'
import styles from './bulk-bar.module.css'
import { DateChanges } from './DateChanges.tsx'
import {
  type BulkAction,
  type BulkEntity,
  type ByDialog,
  type Changes,
  type ChangesDialogProps,
  type QuickChange,
  type SelectedRecords,
  type Selection,
  useBulkPermissions,
} from './selection.tsx'
import { useStillListed } from './still-listed.ts'
import { totalText } from './total.ts'

interface BulkBarProps {
  entity: BulkEntity
  selection: Selection
}

/** Confirmation question of an action. */
interface Question {
  title: string
  note: string | undefined
  confirmLabel: string
  isDangerous: boolean
  request: BulkRequest
}

const BulkBar = ({ entity, selection }: BulkBarProps) => {
  const resource = useResourceContext() ?? ''
  const { total: listed = 0, meta } = useListContext()
  const { canModify, canDelete, actions } = useBulkPermissions(entity)
  const [panel, setPanel] = useState<'change' | ByDialog>()
  // Kept during the closing animation.
  const [question, setQuestion] = useState<Question>()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { ids, isWhole, keep } = selection
  const { unseen, isPending, settle } = useStillListed(selection)
  const { total, chooseWhole, isCounting } = useSelectAll(selection, listed)
  // Another choice of all counts an estimate again.
  const end = (): void => (isWhole && meta?.approximate === true ? keep([]) : settle())
  const count = isWhole ? total : ids.size
  const selectedRecords = useSelectedRecords(selection)
  const { one, isNameless } = useSingleRecord(selection, count)
  const nameOf = useRecordNamer()
  const start = useStart(selectedRecords, count)
  const { quick = quickChanges(entity), ChangesDialog, Result, deleteNote = DELETED_NOTE } = entity
  const run = async (request: BulkRequest): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    const started = await start(request)
    setBusy(false)
    setAsking(false)
    setPanel(undefined)
    if (started === undefined) return
    end()
    openJobs(started)
  }
  const ask = (next: Question): void => {
    setQuestion(next)
    setAsking(true)
  }
  const press = ({ label, changes, ...question }: QuickChange): void =>
    begin(label, { action: 'update', changes }, question)
  const act = ({ does, label }: BulkAction): void => {
    if ('request' in does) begin(label(1), does.request, {})
    else setPanel(does)
  }
  const begin = (
    label: string,
    request: BulkRequest,
    { prompt, note, isDangerous = false }: Pick<QuickChange, 'prompt' | 'note' | 'isDangerous'>,
  ): void => {
    if (prompt === undefined && !isWhole && !(isDangerous && unseen.length > 0)) void run(request)
    else
      ask({
        title: prompt?.(count, one) ?? `¿${label} ${chosen}?`,
        note,
        confirmLabel: label,
        isDangerous,
        request,
      })
  }
  const askDeletion = (): void =>
    ask({
      title: one === undefined ? `¿Desea eliminar ${chosen}?` : `Seguro de eliminar ${nameOf(one)}`,
      note: deleteNote,
      confirmLabel: 'Eliminar',
      isDangerous: true,
      request: { action: 'delete' },
    })
  const endAction = (isDone: boolean): void => {
    setPanel(undefined)
    if (isDone) end()
  }
  const warning = unseen.length > 0 ? <UnlistedNames ids={unseen} count={count} /> : undefined
  const asking = {
    note: warning,
    onChange: (changes: Changes) => run({ action: 'update', changes }),
    onClose: () => setPanel(undefined),
  }
  const actionButton = (action: BulkAction, index: number) => (
    <Button
      key={action.label(1)}
      size="small"
      variant={index === 0 && !action.isSecondary ? 'contained' : 'outlined'}
      onClick={() => act(action)}
    >
      {action.label(count)}
    </Button>
  )
  const names = isResource(resource) ? entryOf(resource).name : undefined
  const chosen = `${formatCount(count)} ${count === 1 ? names?.one : names?.many}`
  return (
    <>
      {count === 0 ? null : (
        <Box className={styles.bar} role="group" aria-label="Con los elegidos">
          {Result ? <Result /> : null}
          <Box role="status" sx={{ fontWeight: 600 }}>
            {formatCount(count)} {count === 1 ? 'elegido' : 'elegidos'}
          </Box>
          {isWhole || listed <= count ? null : (
            <Button size="small" loading={isCounting} onClick={chooseWhole}>
              Elegir los {totalText(listed, meta)} filtrados
            </Button>
          )}
          <Button size="small" onClick={() => keep([])}>
            Quitar selección
          </Button>
          <div className={styles.actions}>
            {actions.filter(({ isSecondary }) => !isSecondary).map(actionButton)}
            {canModify
              ? quick.map((each) => (
                  <Button
                    key={each.label}
                    size="small"
                    variant="outlined"
                    disabled={isNameless || (isPending && each.isDangerous)}
                    onClick={() => press(each)}
                  >
                    {each.label}
                  </Button>
                ))
              : null}
            {canModify ? (
              <Button size="small" variant="outlined" onClick={() => setPanel('change')}>
                Cambiar…
              </Button>
            ) : null}
            {actions.filter(({ isSecondary }) => isSecondary).map(actionButton)}
            {canDelete ? (
              <Button
                size="small"
                variant="outlined"
                color="error"
                disabled={isNameless || isPending}
                onClick={askDeletion}
              >
                Eliminar
              </Button>
            ) : null}
          </div>
        </Box>
      )}
      <ConfirmDialog
        open={isAsking}
        title={question?.title}
        confirmLabel={question?.confirmLabel ?? ''}
        danger={question?.isDangerous ?? false}
        busy={isBusy}
        onConfirm={() => question && run(question.request)}
        onClose={() => setAsking(false)}
      >
        {question?.isDangerous && warning ? (
          <>
            {warning} {question.note}
          </>
        ) : (
          question?.note
        )}
      </ConfirmDialog>
      {panel !== 'change' ? null : ChangesDialog === undefined ? (
        <SwitchesDialog entity={entity} title={`Cambiar ${chosen}`} {...asking} />
      ) : (
        <ChangesDialog title={`Cambiar ${chosen}`} {...asking} />
      )}
      {panel === undefined || panel === 'change' ? null : (
        <Suspense fallback={null}>
          <panel.Dialog selected={selectedRecords} count={count} onClose={endAction} />
        </Suspense>
      )}
    </>
  )
}

/** Selects all matches of the filters, provided that their exact number is known and small enough for a batch. */
const useSelectAll = ({ chooseWhole }: Selection, listed: number) => {
  const resource = useResourceContext() ?? ''
  const { filter, filterValues, meta } = useListContext()
  const notify = useNotify()
  const [exact, setExact] = useState<number>()
  const [isCounting, setCounting] = useState(false)
  const isEstimated = meta?.approximate === true
  const count = async (): Promise<number> =>
    isEstimated ? await readExactCount(resource, { ...filterValues, ...filter }) : listed
  const choose = async (): Promise<void> => {
    setCounting(true)
    try {
      const exactCount = await count()
      setExact(exactCount)
      if (exactCount > MAX_RECORDS) notify(BULK_MESSAGES.tooMany, { type: 'warning' })
      else chooseWhole()
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' })
    } finally {
      setCounting(false)
    }
  }
  return { total: isEstimated ? (exact ?? listed) : listed, chooseWhole: choose, isCounting }
}

/** The selection in the format of requests. */
const useSelectedRecords = ({ ids, isWhole }: Selection): SelectedRecords => {
  const { filter, filterValues } = useListContext()
  const { inTrash: _, ...only } = filter ?? {}
  return isWhole
    ? { filter: Object.fromEntries(filterQuery({ ...filterValues, ...only })) }
    : { ids: [...ids].map(String) }
}

/** The record of a single selection, possibly on another page: questions wait for its name. */
const useSingleRecord = ({ ids }: Selection, count: number) => {
  const resource = useResourceContext() ?? ''
  const { data = [] } = useListContext<RaRecord>()
  const [id = ''] = count === 1 ? ids : []
  const listed = data.find((record) => record.id === id)
  const isElsewhere = id !== '' && listed === undefined
  const { data: others, isPending } = useGetMany<RaRecord>(
    resource,
    { ids: isElsewhere ? [id] : [] },
    { enabled: isElsewhere },
  )
  return { one: listed ?? (isElsewhere ? others?.[0] : undefined), isNameless: isElsewhere && isPending }
}

/** Names a record by the field that its resource declares for that, else by its title or name. */
const useRecordNamer = (): ((record: RaRecord) => string) => {
  const resource = useResourceContext() ?? ''
  const { recordRepresentation } = useResourceDefinition({ resource })
  return (record) => {
    const declared: unknown =
      typeof recordRepresentation === 'string' ? record[recordRepresentation] : undefined
    return typeof declared === 'string' ? declared : recordTitle(record)
  }
}

/** Names selected records that the current search hides. */
const UnlistedNames = ({ ids, count }: { ids: readonly Identifier[]; count: number }) => {
  const resource = useResourceContext() ?? ''
  const nameOf = useRecordNamer()
  const { data = [] } = useGetMany<RaRecord>(resource, { ids: ids.slice(0, MAX_NAMED) })
  const names = data.flatMap((record) => (record ? [nameOf(record)] : []))
  return (
    <Box component="p" sx={{ mt: 0, mb: 1, fontWeight: 600 }}>
      {unseenText(ids.length, count, names)}
    </Box>
  )
}

/** Starts a batch; returns undefined, after notifying the user, if it is refused. */
const useStart = (selected: SelectedRecords, expected: number) => {
  const resource = useResourceContext() ?? ''
  const { refetch } = useListContext()
  const notify = useNotify()
  return async (request: BulkRequest): Promise<string | undefined> => {
    try {
      return await startBatch(resource, { ...selected, expected, ...request })
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' })
      refetch()
      return undefined
    }
  }
}

const DELETED_NOTE = 'Se pueden recuperar de la papelera.'

const switchesIn = ({ schemas }: BulkEntity): readonly string[] =>
  schemas === undefined ? [] : booleanFieldNames(schemas.edited)

const quickChanges = (entity: BulkEntity): NonNullable<BulkEntity['quick']> =>
  switchesIn(entity).includes('status')
    ? [
        { label: 'Activar', changes: { status: true } },
        { label: 'Desactivar', changes: { status: false }, isDangerous: true },
      ]
    : []

const UNCHANGED = ''

const CHANGES = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
  columnGap: 2,
  rowGap: 1.5,
  '& > .MuiAutocomplete-root': { gridColumn: '1 / -1' },
} as const

/** Asks for the values to set in all selected records; untouched fields stay unchanged. */
const SwitchesDialog = ({
  entity,
  title,
  note,
  onChange,
  onClose,
}: ChangesDialogProps & { entity: BulkEntity }) => {
  const resource = useResourceContext() ?? ''
  const translate = useTranslate()
  const { MoreChanges } = entity
  const [values, setValues] = useState<Readonly<Record<string, boolean>>>({})
  const [dates, setDates] = useState<Changes>({})
  const [more, setMore] = useState<Changes>({})
  const [isBusy, setBusy] = useState(false)
  const changes = { ...values, ...dates, ...more }
  const submit = async (): Promise<void> => {
    setBusy(true)
    await onChange(changes)
  }
  const set = (name: string, text: string): void => {
    const { [name]: _, ...others } = values
    setValues(text === UNCHANGED ? others : { ...others, [name]: text === 'true' })
  }
  return (
    <FieldsDialog
      title={title}
      sx={CHANGES}
      maxWidth="sm"
      submitLabel="Cambiar"
      isDisabled={Object.keys(changes).length === 0}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      {note ? <Box sx={{ gridColumn: '1 / -1' }}>{note}</Box> : null}
      {switchesIn(entity).map((name) => (
        <TextField
          key={name}
          select
          label={translate(`resources.${resource}.fields.${name}`)}
          name={name}
          value={values[name] === undefined ? UNCHANGED : String(values[name])}
          onChange={(event) => set(name, event.target.value)}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value={UNCHANGED}>Sin cambio</MenuItem>
          <MenuItem value="true">Sí</MenuItem>
          <MenuItem value="false">No</MenuItem>
        </TextField>
      ))}
      {entity.schemas && 'datePublish' in entity.schemas.edited.shape ? (
        <DateChanges onChange={setDates} />
      ) : null}
      {MoreChanges ? <MoreChanges onChange={setMore} /> : null}
    </FieldsDialog>
  )
}

export default BulkBar
