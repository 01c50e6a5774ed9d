import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { type DataProvider, type RaRecord, useDataProvider, useNavigate } from 'react-admin'
import type { Role } from '../../../domain/access/permissions.ts'
import type { FieldChange } from '../../../domain/audit/audit-event.ts'
import { versionChanges, withoutDeletedIds } from '../../../domain/audit/versions.ts'
import { fieldLabel } from '../../../domain/field-labels.ts'
import { entryOf, type Resource } from '../../../domain/registry.ts'
import { SA_SETTINGS, SETTINGS_MESSAGES } from '../../../domain/settings/settings.ts'
import { settingScreen } from '../../../domain/settings/settings-screens.ts'
import { isSameValue } from '../../../domain/validation/same-value.ts'
import { draftKey, saveDraft } from '../../api/draft.ts'
import { ApiError, type ResponseBody, type RowOf, request } from '../../api/http.ts'
import { cachedMe } from '../../api/me.ts'
import { pathOf, recordPath } from '../../api/paths.ts'
import { momentText } from '../../kit/display/dates.ts'
import { ChangesTable } from './ChangesTable.tsx'

interface VersionDialogProps {
  event: RowOf<'audit'>
  onClose: () => void
  onLeave: () => void
}

/** The changes that reverting to a version would make, with a link to the form, where they are saved. */
export const VersionDialog = ({ event, onClose, onLeave }: VersionDialogProps) => {
  const heading = useId()
  const { data, error } = useVersion(event)
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby={heading}>
      <DialogTitle id={heading}>Volver a la versión del {momentText(event.date)}</DialogTitle>
      <DialogContent>
        {data === undefined ? (
          <Pending error={error} />
        ) : (
          <Version resource={event.resource} version={data} />
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="outlined" autoFocus onClick={onClose}>
          Cancelar
        </Button>
        {data === undefined || data.fields.length === 0 ? null : (
          <OpenForm event={event} version={data} onLeave={onLeave} />
        )}
      </DialogActions>
    </Dialog>
  )
}

const Pending = ({ error }: { error: unknown }) => {
  if (!error) return <CircularProgress aria-label="Cargando" />
  const isGone = error instanceof ApiError && error.status === 404
  const text = error instanceof Error ? error.message : 'No se pudo leer el registro.'
  return <Alert severity="error">{isGone ? 'El registro ya no existe.' : text}</Alert>
}

interface LoadedVersion {
  record: RaRecord
  fields: FieldChange[]
  /** Why parts of it cannot be restored. */
  obstacles: string[]
}

const useVersion = (event: RowOf<'audit'>) => {
  const dataProvider = useDataProvider()
  return useQuery({
    queryKey: ['version', event._id],
    queryFn: () => loadVersion(dataProvider, event),
    gcTime: 0,
    retry: false,
  })
}

const loadVersion = async (
  dataProvider: DataProvider,
  { _id, resource, record: id }: RowOf<'audit'>,
): Promise<LoadedVersion> => {
  const { data: record } = await dataProvider.getOne(resource, { id: id ?? '' })
  const { fields, unknown } = versionChanges(resource, record, await eventsSince(resource, String(id), _id))
  const obstacles = unknown.map((field) => `${fieldLabel(resource, field)}: no se guarda lo que tenía.`)
  const possible: FieldChange[] = []
  for (const each of fields) {
    const refused = refusedTo(cachedMe()?.role, resource, each.field)
    if (refused !== undefined) {
      obstacles.push(`${fieldLabel(resource, each.field)}: ${refused}`)
      continue
    }
    const gone = await goneRecords(dataProvider, resource, each)
    if (gone.size > 0)
      obstacles.push(`${fieldLabel(resource, each.field)}: ${goneText(resource, each.field, gone.size)}`)
    const after = withoutDeletedIds(each.after, gone)
    if (after !== undefined && !isSameValue(after, each.before)) possible.push({ ...each, after })
  }
  return { record, fields: possible, obstacles }
}

/** The events of a record after another one, newest first. */
const eventsSince = async (
  resource: Resource,
  record: string,
  event: string,
): Promise<ResponseBody<'GET /api/audit'>> => {
  const newer: ResponseBody<'GET /api/audit'> = []
  const limit = 100
  for (let page = 1; ; page++) {
    const query = new URLSearchParams({ resource, record, page: String(page), limit: String(limit) })
    const events = await request('GET /api/audit', { query })
    const index = events.findIndex(({ _id }) => _id === event)
    newer.push(...(index === -1 ? events : events.slice(0, index)))
    if (index !== -1 || events.length < limit) return newer
  }
}

const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string' && id !== '')

/** The referenced records of a field that no longer exist. */
const goneRecords = async (
  dataProvider: DataProvider,
  resource: Resource,
  { field, after }: FieldChange,
): Promise<Set<string>> => {
  const reference = fieldReference(resource, field)
  const ids = idsIn(after)
  if (reference === undefined || ids.length === 0) return new Set()
  const { data } = await dataProvider.getMany(reference.to, { ids })
  const fits = data.filter(({ type }) => reference.type === undefined || type === reference.type)
  const existing = new Set(fits.map(({ id }) => String(id)))
  return new Set(ids.filter((id) => !existing.has(id)))
}

interface Reference {
  to: Resource
  type?: string
}

const fieldReference = (resource: Resource, field: string): Reference | undefined =>
  resource === 'users' && field === 'profile' ? { to: 'profiles' } : entryOf(resource).references?.[field]

/** Why the current user may not revert a field, if so. */
const refusedTo = (role: Role | undefined, resource: Resource, field: string): string | undefined =>
  resource === 'settings' && role !== 'sa' && SA_FIELDS.includes(field) ? SETTINGS_MESSAGES.onlySa : undefined

const SA_FIELDS: readonly string[] = SA_SETTINGS

const goneText = (resource: Resource, field: string, count: number): string => {
  const to = fieldReference(resource, field)?.to
  const name = to === undefined ? undefined : entryOf(to).name
  return count === 1
    ? `1 ${name?.one ?? 'registro'} que ya no existe o cambió de tipo.`
    : `${count} ${name?.many ?? 'registros'} que ya no existen o cambiaron de tipo.`
}

const Version = ({ resource, version }: { resource: Resource; version: LoadedVersion }) => (
  <>
    {version.fields.length === 0 ? (
      <Typography>El registro tiene lo mismo que en esta versión.</Typography>
    ) : (
      <>
        <Typography color="text.secondary">
          Se llena el formulario con estos valores. Nada cambia hasta que presione Registrar.
        </Typography>
        <ChangesTable resource={resource} changes={version.fields} labels={['Ahora', 'Volverá a']} />
      </>
    )}
    {version.obstacles.length === 0 ? null : (
      <Alert severity="warning" sx={{ mt: 2 }}>
        No se puede devolver:
        {version.obstacles.map((text) => (
          <div key={text}>{text}</div>
        ))}
      </Alert>
    )}
  </>
)

/** The settings screen to open: /automation if all reverted settings are there, otherwise the general one. */
const settingsPath = (fields: LoadedVersion['fields']): string =>
  pathOf(fields.every(({ field }) => settingScreen(field) === 'automation') ? 'automation' : 'settings')

interface OpenFormProps extends Pick<VersionDialogProps, 'event' | 'onLeave'> {
  version: LoadedVersion
}

const OpenForm = ({ event, version, onLeave }: OpenFormProps) => {
  const navigate = useNavigate()
  const open = (): void => {
    const { _id, resource, date } = event
    const { record, fields } = version
    const path = resource === 'settings' ? settingsPath(fields) : recordPath(resource, record)
    const userId = cachedMe()?._id
    if (userId === undefined) return
    saveDraft(draftKey(path), {
      userId,
      values: Object.fromEntries(fields.map(({ field, after }) => [field, after])),
      opened: Object.fromEntries(fields.map(({ field, before }) => [field, before])),
      dateUpdate: String(record.dateUpdate),
      reason: `Se cargó la versión del ${momentText(date)}.`,
      ...(resource === 'users' ? { version: _id } : {}),
    })
    onLeave()
    navigate(path)
  }
  return (
    <Button variant="contained" onClick={open}>
      Abrir con estos valores
    </Button>
  )
}
