import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { useNotify } from 'react-admin'
import { type RecordOf, request } from '../../api/http.ts'
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx'
import { SessionList, useSessions } from '../security/SessionList.tsx'

interface SessionsProps {
  user: RecordOf<'users'>
}

/** 'Sesiones': the open sessions of a user under one's authority, who can be disconnected (rule P19). */
export const SessionsButton = ({ user }: SessionsProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        Sesiones
      </Button>
      {isOpen ? <SessionsDialog user={user} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

const SessionsDialog = ({ user, onClose }: SessionsProps & { onClose: () => void }) => {
  const heading = useId()
  const sessions = useSessions(user._id)
  const [isAsking, setAsking] = useState(false)
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={heading}>
      <DialogTitle id={heading} sx={{ overflowWrap: 'anywhere' }}>
        Sesiones de {user.fullName}
      </DialogTitle>
      <DialogContent>
        <SessionList sessions={sessions} />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        {(sessions.data ?? []).length > 0 ? (
          <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
            Desconectar
          </Button>
        ) : null}
        <Button autoFocus variant="contained" onClick={onClose}>
          Cerrar
        </Button>
      </DialogActions>
      <DisconnectDialog
        user={user}
        open={isAsking}
        onDone={async () => {
          await sessions.refetch()
        }}
        onClose={() => setAsking(false)}
      />
    </Dialog>
  )
}

/** 'Desconectar' without the list of the sessions. */
export const DisconnectButton = ({ user }: SessionsProps) => {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button variant="outlined" onClick={() => setAsking(true)}>
        Desconectar
      </Button>
      <DisconnectDialog user={user} open={isAsking} onClose={() => setAsking(false)} />
    </>
  )
}

interface DisconnectDialogProps extends SessionsProps {
  open: boolean
  onDone?: () => Promise<void>
  onClose: () => void
}

const DisconnectDialog = ({ user, open, onDone, onClose }: DisconnectDialogProps) => {
  const { disconnect, isBusy } = useDisconnect(user, async () => {
    await onDone?.()
    onClose()
  })
  return (
    <ConfirmDialog
      open={open}
      title={`¿Desconectar a ${user.fullName}?`}
      confirmLabel="Desconectar"
      danger
      busy={isBusy}
      onConfirm={disconnect}
      onClose={onClose}
    >
      Se cierran todas sus sesiones, también las de su aplicación. Puede volver a entrar con su contraseña.
    </ConfirmDialog>
  )
}

const endedText = (count: number): string =>
  count === 1 ? 'Se cerró 1 sesión.' : `Se cerraron ${count} sesiones.`

const useDisconnect = ({ _id }: RecordOf<'users'>, onDone: () => Promise<void>) => {
  const notify = useNotify()
  const [isBusy, setBusy] = useState(false)
  const disconnect = async (): Promise<void> => {
    setBusy(true)
    try {
      const { count } = await request('DELETE /api/users/:id/sessions', { params: { id: _id } })
      notify(endedText(count), { type: 'success' })
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' })
    } finally {
      await onDone()
      setBusy(false)
    }
  }
  return { disconnect, isBusy }
}
