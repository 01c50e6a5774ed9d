import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import CircularProgress from '@mui/material/CircularProgress'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type DataProvider, type RaRecord, useDataProvider, useListContext, useNotify } from 'react-admin'
import type { FieldChange } from '../../../domain/audit/audit-event.ts'
import { undoChanges } from '../../../domain/audit/versions.ts'
import { fieldLabel } from '../../../domain/field-labels.ts'
import type { Resource } from '../../../domain/registry.ts'
import { useConfirmationPending } from '../../api/confirmation.ts'
import { ApiError, type RowOf, request } from '../../api/http.ts'
import { momentText } from '../../kit/display/dates.ts'
import { ChangesTable } from './ChangesTable.tsx'

interface UndoDialogProps {
  event: RowOf<'audit'>
  onClose: () => void
  onLeave: () => void
}

/** What an event changed, field by field, to be written back by an ordinary edit (rule W19). */
export const UndoDialog = ({ event, onClose, onLeave }: UndoDialogProps) => {
  const heading = useId()
  const { resource } = event
  const { data, error, refetch } = useUndo(event)
  const [selection, select] = useState<readonly string[]>()
  const { save, isBusy, failure } = useWriteBack(event, data?.record, onLeave)
  // The identity confirmation replaces this dialog.
  const isAsked = useConfirmationPending()
  const fields = data?.fields ?? []
  const ticked = selection ?? fields.filter(({ isChangedSince }) => !isChangedSince).map(({ field }) => field)
  const tick = (field: string, isOn: boolean): void =>
    select(isOn ? [...ticked, field] : ticked.filter((each) => each !== field))
  const undo = async (): Promise<void> => {
    const isStale = await save(fields.filter(({ field }) => ticked.includes(field)))
    if (!isStale) return
    select(undefined)
    await refetch()
  }
  return (
    <Dialog open={!isAsked} onClose={onClose} maxWidth="md" fullWidth aria-labelledby={heading}>
      <DialogTitle id={heading}>Deshacer el cambio del {momentText(event.date)}</DialogTitle>
      <DialogContent>
        {failure === undefined ? null : <Failure resource={resource} error={failure} />}
        {error === null ? null : <Failure resource={resource} error={error} />}
        {data === undefined && error === null ? <CircularProgress aria-label="Cargando" /> : null}
        {data === undefined ? null : fields.length === 0 ? (
          <Typography>El registro ya tiene lo mismo que antes de este cambio.</Typography>
        ) : (
          <ChangesTable
            resource={resource}
            changes={fields}
            labels={['Ahora', 'Volverá a']}
            head={({ field }, name) => (
              <Field
                name={name}
                isTicked={ticked.includes(field)}
                isChangedSince={fields.some((each) => each.field === field && each.isChangedSince)}
                onTick={(isOn) => tick(field, isOn)}
              />
            )}
          />
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="outlined" autoFocus onClick={onClose}>
          Cancelar
        </Button>
        {fields.length === 0 ? null : (
          <Button variant="contained" loading={isBusy} disabled={ticked.length === 0} onClick={undo}>
            Deshacer este cambio
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

interface FieldProps {
  name: string
  isTicked: boolean
  isChangedSince: boolean
  onTick: (isOn: boolean) => void
}

const Field = ({ name, isTicked, isChangedSince, onTick }: FieldProps) => (
  <>
    <FormControlLabel
      label={name}
      control={
        <Checkbox size="small" checked={isTicked} onChange={(_, isOn) => onTick(isOn)} sx={{ p: '5px' }} />
      }
      slotProps={{ typography: { sx: { fontWeight: 600 } } }}
      sx={{ ml: '-6px', mr: 0 }}
    />
    {isChangedSince ? (
      <Typography color="text.secondary" sx={{ fontSize: 12 }}>
        Se cambió de nuevo después.
      </Typography>
    ) : null}
  </>
)

const Failure = ({ resource, error }: { resource: Resource; error: Error }) => {
  const { errors = {} } = error instanceof ApiError ? error.body : {}
  const isGone = error instanceof ApiError && error.status === 404
  return (
    <Alert severity="error" sx={{ mb: 2 }}>
      {isGone ? 'El registro ya no existe.' : error.message}
      {Object.entries(errors).map(([field, message]) => (
        <div key={field}>
          {fieldLabel(resource, field.split('.')[0] ?? field)}: {String(message)}
        </div>
      ))}
    </Alert>
  )
}

const useUndo = (event: RowOf<'audit'>) => {
  const dataProvider = useDataProvider()
  return useQuery({
    queryKey: ['undo', event._id],
    queryFn: () => readUndo(dataProvider, event),
    gcTime: 0,
    retry: false,
  })
}

const readUndo = async (dataProvider: DataProvider, { resource, record: id, changes }: RowOf<'audit'>) => {
  const { data: record } = await dataProvider.getOne<RaRecord>(resource, { id: id ?? '' })
  const withIds = resource === 'users' ? await Promise.all(changes.map(withProfileId)) : changes
  return { record, fields: undoChanges(resource, record, withIds) }
}

/**
 * The audit log has a profile's name, but the edit needs its id. The name of a deleted profile stays, and the edit
 * refuses it.
 */
const withProfileId = async (change: FieldChange): Promise<FieldChange> => {
  if (change.field !== 'profile') return change
  const profiles = await request('GET /api/profiles', { query: new URLSearchParams({ limit: '100' }) })
  const profileId = (name: unknown) => profiles.find((each) => each.name === name)?._id ?? name
  return { ...change, before: profileId(change.before), after: profileId(change.after) }
}

/** Writes values back as an edit of the read record; resolves to true if it was changed meanwhile. */
const useWriteBack = (event: RowOf<'audit'>, record: RaRecord | undefined, onDone: () => void) => {
  const dataProvider = useDataProvider()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const { refetch } = useListContext()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Error>()
  const save = async (fields: readonly FieldChange[]): Promise<boolean> => {
    if (isBusy || record === undefined) return false
    setBusy(true)
    setFailure(undefined)
    const values = Object.fromEntries(fields.map(({ field, after }) => [field, after]))
    const version = event.resource === 'users' ? { version: event._id } : {}
    try {
      const data = { ...record, ...values, ...version }
      await dataProvider.update(event.resource, { id: record.id, data, previousData: record })
      notify('El cambio se deshizo.', { type: 'success' })
      onDone()
      return false
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)))
      return error instanceof ApiError && error.body.code === 'STALE'
    } finally {
      setBusy(false)
      void queryClient.invalidateQueries({ queryKey: [event.resource] })
      refetch()
    }
  }
  return { save, isBusy, failure }
}
