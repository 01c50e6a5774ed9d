import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import LinearProgress from '@mui/material/LinearProgress'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import {
  LinkBase,
  type RaRecord,
  useGetMany,
  useListContext,
  useNotify,
  useResourceContext,
  useTranslate,
} from 'ra-core'
import { type ReactNode, Suspense, useEffect, useId, useState } from 'react'
import type { Batch } from '../../../domain/batches/batch.ts'
import { formatCount } from '../../../domain/format/text.ts'
import { entryOf, isResource, nameOfRecord } from '../../../domain/registry.ts'
import { switchesOf } from '../../../domain/validation/fields.ts'
import { pathOf } from '../../api/addresses.ts'
import { type BulkRequest, filterQuery, startBatch } from '../../api/data-provider.ts'
import { ask } from '../../api/http.ts'
import { useCan } from '../../api/me.ts'
import { useRefreshLists } from '../../api/query-client.ts'
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx'
import { FieldsDialog } from '../form/FormDialog.tsx'
import { useRecordChoices } from '../inputs/ReferenceInput.tsx'
import { forgetHandled } from '../page/list-location.ts'
import {
  type BulkEntity,
  type Changes,
  type ChangesDialogProps,
  type Chosen,
  type QuickChange,
  type Selection,
  useBulkPermissions,
} from './selection.tsx'

interface BulkBarProps {
  entity: BulkEntity
  selection: Selection
}

/** Asked before it is done. */
interface Question {
  title: string
  note: string | undefined
  confirmLabel: string
  isDangerous: boolean
  request: BulkRequest
}

/** What can be done with the chosen records of a list, and how far it is. */
const BulkBar = ({ entity, selection }: BulkBarProps) => {
  const resource = useResourceContext() ?? ''
  const { total = 0 } = useListContext()
  const { canModify, canDelete, canAct } = useBulkPermissions(entity)
  const [panel, setPanel] = useState<'change' | 'action'>()
  // Kept while its dialog closes.
  const [question, setQuestion] = useState<Question>()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [batch, setBatch] = useState<string>()
  const { ids, isWhole, chooseWhole, clear } = selection
  const count = isWhole ? total : ids.size
  const chosenRecords = useChosen(selection)
  const { one, isNameless } = useOne(selection, count)
  const start = useStart(chosenRecords, count)
  const { quick = quickOf(entity), ChangesDialog, action, deleteNote = DELETED_NOTE } = entity
  const run = async (request: BulkRequest): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    const started = await start(request)
    setBusy(false)
    setAsking(false)
    setPanel(undefined)
    if (started !== undefined) setBatch(started)
  }
  const ask = (asked: Question): void => {
    setQuestion(asked)
    setAsking(true)
  }
  const press = ({ label, changes, ...asked }: QuickChange): void =>
    begin(label, { action: 'update', changes }, asked)
  const act = (): void => {
    if (action && 'request' in action.does) begin(action.label(1), action.does.request, {})
    else setPanel('action')
  }
  const begin = (
    label: string,
    request: BulkRequest,
    { prompt, note, isDangerous = false }: Pick<QuickChange, 'prompt' | 'note' | 'isDangerous'>,
  ): void => {
    if (prompt === undefined && !isWhole) void run(request)
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
      title: one === undefined ? `¿Desea eliminar ${chosen}?` : `Seguro de eliminar ${calledOf(one)}`,
      note: deleteNote,
      confirmLabel: 'Eliminar',
      isDangerous: true,
      request: { action: 'delete' },
    })
  const closeProgress = (): void => {
    setBatch(undefined)
    clear()
  }
  const endAction = (isDone: boolean): void => {
    setPanel(undefined)
    if (isDone) clear()
  }
  const asking = {
    onChange: (changes: Changes) => run({ action: 'update', changes }),
    onClose: () => setPanel(undefined),
  }
  const names = isResource(resource) ? entryOf(resource).name : undefined
  const chosen = `${formatCount(count)} ${count === 1 ? names?.one : names?.many}`
  return (
    <>
      {count === 0 ? null : (
        <Box className="bulk-bar" role="group" aria-label="Con los elegidos">
          <Box role="status" sx={{ fontWeight: 600 }}>
            {formatCount(count)} {count === 1 ? 'elegido' : 'elegidos'}
          </Box>
          {isWhole || total <= count ? null : (
            <Button size="small" onClick={chooseWhole}>
              Elegir los {formatCount(total)} filtrados
            </Button>
          )}
          <Button size="small" onClick={clear}>
            Quitar selección
          </Button>
          <Box sx={{ flex: 1 }} />
          {action && canAct ? (
            <Button size="small" variant="contained" onClick={act}>
              {action.label(count)}
            </Button>
          ) : null}
          {canModify
            ? quick.map((each) => (
                <Button
                  key={each.label}
                  size="small"
                  variant="outlined"
                  disabled={isNameless}
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
          {canDelete ? (
            <Button size="small" variant="outlined" color="error" disabled={isNameless} onClick={askDeletion}>
              Eliminar
            </Button>
          ) : null}
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
        {question?.note}
      </ConfirmDialog>
      {panel !== 'change' ? null : ChangesDialog === undefined ? (
        <SwitchesDialog entity={entity} title={`Cambiar ${chosen}`} {...asking} />
      ) : (
        <ChangesDialog title={`Cambiar ${chosen}`} {...asking} />
      )}
      {action && 'Dialog' in action.does && panel === 'action' ? (
        <Suspense fallback={null}>
          <action.does.Dialog chosen={chosenRecords} count={count} onClose={endAction} />
        </Suspense>
      ) : null}
      {batch === undefined ? null : <BatchDialog id={batch} onFollow={setBatch} onClose={closeProgress} />}
    </>
  )
}

/** The selection as requests name it. */
const useChosen = ({ ids, isWhole }: Selection): Chosen => {
  const { filter, filterValues } = useListContext()
  const { inTrash: _, ...only } = filter ?? {}
  return isWhole
    ? { filter: Object.fromEntries(filterQuery({ ...filterValues, ...only })) }
    : { ids: [...ids].map(String) }
}

/** The record where a single one is chosen, perhaps on another page: questions call it by its name, and wait for that. */
const useOne = ({ ids }: Selection, count: number) => {
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

/** A person by the full name. */
const calledOf = (record: RaRecord): string =>
  typeof record.fullName === 'string' ? record.fullName : nameOfRecord(record)

/** Starts a batch over records; undefined, with a message, when it was refused. */
const useStart = (chosen: Chosen, expected: number) => {
  const resource = useResourceContext() ?? ''
  const { refetch } = useListContext()
  const notify = useNotify()
  return async (request: BulkRequest): Promise<string | undefined> => {
    try {
      return await startBatch(resource, { ...chosen, expected, ...request })
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' })
      refetch()
      return undefined
    }
  }
}

const DELETED_NOTE = 'Se pueden recuperar de la papelera.'

/** What can be changed together: the switches of the schema, and whether it has categories. */
const fieldsOf = ({ schemas }: BulkEntity) => ({
  switches: schemas === undefined ? [] : switchesOf(schemas.edited),
  hasCategories: schemas !== undefined && 'categories' in schemas.edited.shape,
})

const quickOf = (entity: BulkEntity): NonNullable<BulkEntity['quick']> =>
  fieldsOf(entity).switches.includes('status')
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

/** Asks what is to be the same in all chosen records; what is left alone stays as each has it. */
const SwitchesDialog = ({
  entity,
  title,
  onChange,
  onClose,
}: ChangesDialogProps & { entity: BulkEntity }) => {
  const resource = useResourceContext() ?? ''
  const translate = useTranslate()
  const { switches, hasCategories } = fieldsOf(entity)
  const [values, setValues] = useState<Readonly<Record<string, boolean>>>({})
  const [added, setAdded] = useState<string[]>([])
  const [taken, setTaken] = useState<string[]>([])
  const [isBusy, setBusy] = useState(false)
  const isNothing = Object.keys(values).length + added.length + taken.length === 0
  const submit = async (): Promise<void> => {
    setBusy(true)
    await onChange({
      ...values,
      ...(added.length > 0 && { addCategories: added }),
      ...(taken.length > 0 && { takeCategories: taken }),
    })
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
      isDisabled={isNothing}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      {switches.map((name) => (
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
      {hasCategories ? (
        <>
          <CategoriesField label="Agregar categorías" chosen={added} without={taken} onChange={setAdded} />
          <CategoriesField label="Quitar categorías" chosen={taken} without={added} onChange={setTaken} />
        </>
      ) : null}
    </FieldsDialog>
  )
}

interface CategoriesFieldProps {
  label: string
  chosen: string[]
  /** What the other field has chosen. */
  without: readonly string[]
  onChange: (ids: string[]) => void
}

const CategoriesField = ({ label, chosen, without, onChange }: CategoriesFieldProps) => {
  const resource = useResourceContext() ?? ''
  const reference = isResource(resource) ? entryOf(resource).references?.categories : undefined
  const { known, choices, isSearching, startSearch, search } = useRecordChoices({
    resource: 'categories',
    filter: reference?.type === undefined ? {} : { type: reference.type },
    ids: chosen,
  })
  const nameOf = (id: string): string => known.get(id)?.name ?? '…'
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      filterSelectedOptions
      options={choices.map(({ id }) => id).filter((id) => !without.includes(id))}
      filterOptions={(all) => all}
      getOptionLabel={nameOf}
      loading={isSearching}
      value={chosen}
      onChange={(_, ids) => onChange(ids)}
      onFocus={startSearch}
      onInputChange={(_, text, reason) => search(reason === 'input' ? text : '')}
      noOptionsText="No hay categorías"
      loadingText="Buscando…"
      openText="Abrir"
      closeText="Cerrar"
      clearText="Quitar todas"
      renderValue={(ids, getItemProps) =>
        ids.map((each, index) => {
          const { key, ...item } = getItemProps({ index })
          return <Chip key={key} size="small" label={nameOf(each)} {...item} />
        })
      }
      renderInput={(params) => <TextField {...params} label={label} />}
    />
  )
}

const POLL_MS = 400

const isUnderWay = ({ state }: Batch): boolean => state === 'running'

interface BatchDialogProps {
  id: string
  /** What else is to be known of its result. */
  note?: ReactNode
  /** Follows another batch: the one that undoes this one. */
  onFollow: (id: string) => void
  onClose: () => void
}

/** How far a batch is, what it refused, and how to stop or undo it. Closed, it goes on. */
export const BatchDialog = ({ id, note, onFollow, onClose }: BatchDialogProps) => {
  const heading = useId()
  const notify = useNotify()
  const refreshLists = useRefreshLists()
  const resource = useResourceContext() ?? ''
  const seesChanges = useCan('list', 'audit')
  const { refetch } = useListContext()
  const { data: batch, error } = useQuery({
    queryKey: ['batches', id],
    queryFn: ({ signal }) => ask('GET /api/batches/:id', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && !isUnderWay(state.data) ? false : POLL_MS),
    staleTime: 0,
  })
  const isDone = batch !== undefined && !isUnderWay(batch)
  useEffect(() => {
    if (!isDone) return
    forgetHandled(resource)
    refreshLists()
    refetch()
  }, [isDone, resource, refreshLists, refetch])
  const attempt = async (action: () => Promise<void>): Promise<void> => {
    try {
      await action()
    } catch (failure) {
      notify(failure instanceof Error ? failure.message : String(failure), { type: 'error' })
    }
  }
  const cancel = () =>
    attempt(async () => void (await ask('POST /api/batches/:id/cancel', { params: { id } })))
  const undo = () =>
    attempt(async () => onFollow((await ask('POST /api/batches/:id/undo', { params: { id } })).batch))
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={heading}>
      <DialogTitle id={heading}>{batch === undefined ? 'Preparando…' : TITLES[batch.state]}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
        {error ? <Box role="alert">{error.message}</Box> : null}
        {batch === undefined ? <LinearProgress aria-label="Avance" /> : <Progress batch={batch} />}
        {isDone ? note : null}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        {batch && isUnderWay(batch) ? (
          <Button variant="outlined" onClick={cancel}>
            Detener
          </Button>
        ) : null}
        {isDone && batch.canUndo && batch.changed > 0 ? (
          <Button variant="outlined" onClick={undo}>
            Deshacer
          </Button>
        ) : null}
        {isDone && batch.changed > 0 && seesChanges ? (
          <Button component={LinkBase} to={changesOf(id)}>
            Ver cambios
          </Button>
        ) : null}
        <Button variant="contained" autoFocus onClick={onClose}>
          {isDone ? 'Cerrar' : 'Seguir en segundo plano'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** The list of what a batch changed. */
const changesOf = (batch: string): string =>
  `${pathOf('audit')}?${new URLSearchParams({ filter: JSON.stringify({ batch }) })}`

const TITLES: Readonly<Record<Batch['state'], string>> = {
  running: 'En curso',
  done: 'Listo',
  cancelled: 'Se detuvo',
  failed: 'No se pudo terminar',
  undoing: 'Se está deshaciendo',
  undone: 'Se deshizo',
}

const counted = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

const DONE = {
  update: ['registro cambiado', 'registros cambiados'],
  delete: ['registro eliminado', 'registros eliminados'],
  restore: ['registro restaurado', 'registros restaurados'],
  import: ['registro importado', 'registros importados'],
  undo: ['registro como antes', 'registros como antes'],
} as const

const Progress = ({ batch }: { batch: Batch }) => {
  const { done, total, changed, refusedCount, refused, message, action } = batch
  const [one, many] = DONE[action]
  const unchanged = done - changed - refusedCount
  return (
    <>
      <LinearProgress
        variant="determinate"
        aria-label="Avance"
        value={total === 0 ? 100 : (100 * done) / total}
        sx={{ height: 8, borderRadius: 99 }}
      />
      <Box role="status">
        {isUnderWay(batch) ? `${formatCount(done)} de ${formatCount(total)}` : counted(changed, one, many)}
        {!isUnderWay(batch) && unchanged > 0
          ? `; ${counted(unchanged, 'ya estaba así', 'ya estaban así')}`
          : ''}
        {refusedCount > 0 ? `; ${counted(refusedCount, 'rechazado', 'rechazados')}` : ''}.
      </Box>
      {message === '' ? null : <Box role="alert">{message}</Box>}
      {refused.length > 0 ? <Refused refused={refused} /> : null}
    </>
  )
}

/** Why records were refused; their names as far as the list shows them. */
const Refused = ({ refused }: Pick<Batch, 'refused'>) => {
  const { data = [] } = useListContext<RaRecord>()
  const nameOf = (id: string): string => {
    const record = data.find((each) => each.id === id)
    return String(record?.title ?? record?.name ?? id)
  }
  return (
    <Box
      component="ul"
      tabIndex={0}
      aria-label="Rechazados"
      sx={{ m: 0, pl: 2.5, maxHeight: 240, overflowY: 'auto', overflowWrap: 'anywhere' }}
    >
      {refused.map(({ _id, message }) => (
        <li key={_id}>
          <strong>{nameOf(_id)}</strong>: {message}
        </li>
      ))}
    </Box>
  )
}

export default BulkBar
