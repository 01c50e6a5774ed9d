import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useListContext, useNotify } from 'react-admin'
import { formatCount } from '../../../domain/format/text.ts'
import { LIST_PURPOSES } from '../../../domain/list-purposes.ts'
import { lazy } from '../../api/connection.ts'
import { API_URL, type RowOf, request } from '../../api/http.ts'
import { useCachedMe, useCan } from '../../api/me.ts'
import { headingOf } from '../../api/paths.ts'
import { useRefreshLists } from '../../api/query-client.ts'
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx'
import { SecretDialog } from '../../kit/dialogs/SecretDialog.tsx'
import { dayText, momentText } from '../../kit/display/dates.ts'
import { Tag } from '../../kit/display/display.tsx'
import { leaveDialog } from '../../kit/form/FormDialog.tsx'
import { CatalogueList } from '../../kit/list/CatalogueList.tsx'
import { type Column, dayColumn, ONE_LINE } from '../../kit/list/columns.tsx'
import { DialogButton } from '../../kit/list/list-dialog.tsx'
import { SAVED_FOR_MS } from '../../kit/page/Page.tsx'
import { GrantsDialog } from './GrantsDialog.tsx'

type Row = RowOf<'keys'>

const KeyDialog = lazy(async () => ({ default: (await import('./KeyDialog.tsx')).KeyDialog }))

/** Keys with which other programs use the API (Claves de API). */
export const KeyList = () => {
  const isAdmin = useCachedMe()?.isAdmin === true
  const columns: readonly (Column<Row> | false)[] = [
    { source: 'name', disableSort: true, onPhone: 'title', render: ({ name }) => <strong>{name}</strong> },
    isAdmin && { source: 'userName', disableSort: true, onPhone: 'row', render: ({ userName }) => userName },
    { source: 'routeAccess', disableSort: true, onPhone: 'row', render: (key) => <Grants apiKey={key} /> },
    dayColumn({ source: 'dateCreate' }),
    { source: 'dateExpire', onPhone: 'row', render: Expiry },
    {
      source: 'lastUse',
      firstOrder: 'DESC',
      onPhone: 'row',
      render: ({ lastUse }) => (lastUse === null ? 'Nunca' : momentText(lastUse)),
    },
    {
      source: 'actions',
      label: 'Acciones',
      disableSort: true,
      onPhone: 'action',
      render: (key) => <Revoke apiKey={key} />,
    },
  ]
  return (
    <CatalogueList
      title={headingOf('key-list')}
      onOpen={null}
      actions={<CreateKey variant="contained" />}
      empty={EMPTY}
      columns={columns}
    />
  )
}

/** How a program sends its key. */
const CurlExample = () => (
  <>
    <Box
      component="code"
      sx={{
        display: 'block',
        p: 1.5,
        borderRadius: '8px',
        bgcolor: 'var(--chip)',
        color: 'text.primary',
        fontSize: 13,
        overflowWrap: 'anywhere',
      }}
    >
      curl -H "Authorization: Bearer ck_…" {API_URL || window.location.origin}/api/users/me
    </Box>
    <Typography color="text.secondary" sx={{ mt: 1, fontSize: 13 }}>
      <Link href={`${API_URL}/api/docs`} target="_blank" rel="noreferrer">
        Las operaciones de la API
      </Link>
      , con lo que cada una recibe y responde.
    </Typography>
  </>
)

/** Creates a key; hidden without permission. */
const CreateKey = ({ variant }: { variant: 'contained' | 'outlined' }) =>
  useCan('register', 'keys') ? (
    <DialogButton variant={variant} icon={<AddIcon />} label="Crear clave">
      {(onClose) => <NewKey onClose={onClose} />}
    </DialogButton>
  ) : null

/** Creates a key, and shows it once. */
const NewKey = ({ onClose }: { onClose: () => void }) => {
  const refreshLists = useRefreshLists()
  const { refetch } = useListContext()
  const [created, setCreated] = useState<{ name: string; key: string }>()
  const show = (name: string, key: string): void => {
    setCreated({ name, key })
    refreshLists()
    refetch()
  }
  if (created === undefined) return <KeyDialog onCreated={show} onClose={onClose} />
  return (
    <SecretDialog
      title={`Clave ${created.name}`}
      secret={created.key}
      warning="Cópiela ahora: no se volverá a mostrar. Quien la tenga actúa en su nombre: guárdela donde el programa guarda sus secretos."
      closeLabel="Ya la copié"
      onClose={onClose}
    >
      <Box sx={{ mt: 2 }}>
        <CurlExample />
      </Box>
    </SecretDialog>
  )
}

const EMPTY = {
  text: (
    <>
      {LIST_PURPOSES.keys}
      <Box sx={{ mt: 2, textAlign: 'left' }}>
        <CurlExample />
      </Box>
    </>
  ),
  action: <CreateKey variant="outlined" />,
}

const Expiry = ({ dateExpire }: Row) => (
  <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
    <span style={ONE_LINE}>{dayText(dateExpire)}</span>
    {Date.parse(dateExpire) <= Date.now() ? <Tag tone="red">Vencida</Tag> : null}
  </Box>
)

/** The number of its permissions, which opens them. */
const Grants = ({ apiKey }: { apiKey: Row }) => {
  const [isOpen, setOpen] = useState(false)
  const routes = apiKey.routeAccess.reduce((sum, { access }) => sum + access.length, 0)
  return (
    <>
      <Link
        component="button"
        type="button"
        aria-label={`Permisos: ${apiKey.name}`}
        onClick={() => setOpen(true)}
        sx={{ fontSize: 'inherit', minHeight: { xs: 44, sm: 24 } }}
      >
        {routes === 1 ? '1 ruta' : `${formatCount(routes)} rutas`}
      </Link>
      {isOpen ? <GrantsDialog apiKey={apiKey} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

const Revoke = ({ apiKey: { _id, name } }: { apiKey: Row }) => {
  const canDelete = useCan('delete', 'keys')
  const refreshLists = useRefreshLists()
  const { refetch } = useListContext()
  const notify = useNotify()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  if (!canDelete) return null
  const revoke = async (): Promise<void> => {
    setBusy(true)
    try {
      await request('DELETE /api/keys/:id', { params: { id: _id } })
      notify('La clave fue revocada.', { type: 'success', autoHideDuration: SAVED_FOR_MS })
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' })
    }
    setBusy(false)
    setAsking(false)
    leaveDialog()
    refreshLists()
    refetch()
  }
  return (
    <>
      <Button size="small" color="error" aria-label={`Revocar: ${name}`} onClick={() => setAsking(true)}>
        Revocar
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={`¿Revocar la clave ${name}?`}
        confirmLabel="Revocar"
        danger
        busy={isBusy}
        onConfirm={revoke}
        onClose={() => setAsking(false)}
      >
        El programa que la usa deja de funcionar al momento. No se puede deshacer: haría falta otra clave.
      </ConfirmDialog>
    </>
  )
}
