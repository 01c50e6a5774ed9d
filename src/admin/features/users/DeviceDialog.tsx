import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { useEditContext, useNotify, useRecordContext, useResourceContext, useUpdate } from 'react-admin'
import type { Device } from '../../../domain/users/user.ts'
import { ApiError, type RecordOf } from '../../api/http.ts'
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx'
import { DescriptionList } from '../../kit/display/display.tsx'
import { useUnsavedCount } from '../../kit/form/FormBar.tsx'

/** 'Dispositivo': the device linked to the user's app. */
export const DeviceButton = ({ canUnlink }: { canUnlink: boolean }) => {
  const user = useRecordContext<RecordOf<'users'>>()
  const [isOpen, setOpen] = useState(false)
  if (user === undefined) return null
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        Dispositivo
      </Button>
      <DeviceDialog user={user} open={isOpen} canUnlink={canUnlink} onClose={() => setOpen(false)} />
    </>
  )
}

const FIELDS: readonly (readonly [keyof Device, string])[] = [
  ['macAddress', 'Dirección MAC'],
  ['sdkVersion', 'Versión del SDK'],
  ['appVersion', 'Versión de la aplicación'],
  ['model', 'Modelo'],
  ['product', 'Producto'],
  ['description', 'Descripción'],
]

const NO_DEVICE = 'Sin dispositivo vinculado'
const SAVED_ELSEWHERE =
  'Otra persona guardó este usuario mientras tanto. Revise el dispositivo e intente de nuevo.'
const SAVE_FIRST = 'Guarde o descarte los cambios del formulario antes de desvincular el dispositivo.'

const deviceDetails = (device: Device) => FIELDS.map(([name, label]) => [label, device[name]] as const)

const useUnlink = (user: RecordOf<'users'>, onDone: () => void) => {
  const resource = useResourceContext() ?? ''
  const notify = useNotify()
  const { refetch } = useEditContext()
  const [update, { isPending }] = useUpdate()
  const fail = (error: unknown): void => {
    // The form has no unsaved changes here, so the newer version can replace it.
    const isStale = error instanceof ApiError && error.body.code === 'STALE'
    if (isStale) void refetch()
    const message = error instanceof Error ? error.message : ''
    notify(isStale ? SAVED_ELSEWHERE : message, { type: 'error' })
  }
  const unlink = (): void => {
    update(
      resource,
      { id: user.id, data: { device: null }, previousData: user },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => notify('El dispositivo fue desvinculado.', { type: 'success' }),
        onError: fail,
        onSettled: onDone,
      },
    )
  }
  return { unlink, isPending }
}

interface DeviceDialogProps {
  user: RecordOf<'users'>
  open: boolean
  canUnlink: boolean
  onClose: () => void
}

/** The linked device, with a button to unlink it. */
const DeviceDialog = ({ user, open, canUnlink, onClose }: DeviceDialogProps) => {
  const heading = useId()
  const [isAsking, setAsking] = useState(false)
  const { unlink, isPending } = useUnlink(user, () => setAsking(false))
  const isUnsaved = useUnsavedCount() > 0
  const { device } = user
  return (
    <Dialog open={open} onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={heading}>
      <DialogTitle id={heading}>Dispositivo</DialogTitle>
      <DialogContent>
        {device === null ? NO_DEVICE : <DescriptionList items={deviceDetails(device)} />}
        {device !== null && canUnlink && isUnsaved ? (
          <Alert severity="info" sx={{ mt: 2 }}>
            {SAVE_FIRST}
          </Alert>
        ) : null}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        {device !== null && canUnlink ? (
          <Button variant="outlined" color="error" disabled={isUnsaved} onClick={() => setAsking(true)}>
            Desvincular
          </Button>
        ) : null}
        <Button autoFocus variant="contained" onClick={onClose}>
          Cerrar
        </Button>
      </DialogActions>
      <ConfirmDialog
        open={isAsking}
        title={`¿Seguro que desea desvincular el dispositivo de ${user.fullName}?`}
        confirmLabel="Desvincular"
        danger
        busy={isPending}
        onConfirm={unlink}
        onClose={() => setAsking(false)}
      />
    </Dialog>
  )
}
