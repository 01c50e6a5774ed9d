import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useNotify } from 'react-admin'
import { FACTOR_NAMES } from '../../../domain/sign-in/factor.ts'
import { type RecordOf, request } from '../../api/http.ts'
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx'
import { momentText } from '../../kit/display/dates.ts'
import { failureText } from './passkeys.ts'

/** Another user's second factors, which sa resets when they are lost (rule P16). */
export const ResetFactors = ({ user, onClose }: { user: RecordOf<'users'>; onClose: () => void }) => {
  const heading = useId()
  const params = { id: user._id }
  const { data, error } = useQuery({
    queryKey: ['user-factors', user._id],
    queryFn: () => request('GET /api/users/:id/factors', { params }),
    gcTime: 0,
  })
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const notify = useNotify()
  const reset = async (): Promise<void> => {
    setBusy(true)
    try {
      await request('DELETE /api/users/:id/factors', { params })
      notify('El segundo factor fue restablecido.', { type: 'success' })
      onClose()
    } catch (error) {
      notify(failureText(error), { type: 'error' })
      setAsking(false)
    } finally {
      setBusy(false)
    }
  }
  const hasFactors = data !== undefined && data.factors.length > 0
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={heading}>
      <DialogTitle id={heading} sx={{ overflowWrap: 'anywhere' }}>
        Segundo factor de {user.fullName}
      </DialogTitle>
      <DialogContent>
        {error === null ? null : <Alert severity="error">{error.message}</Alert>}
        {data === undefined && error === null ? 'Cargando…' : null}
        {data !== undefined && !hasFactors ? 'No tiene un segundo factor.' : null}
        {hasFactors ? (
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {data.factors.map(({ _id, name, kind, lastUse }) => (
              <Box component="li" key={_id} sx={{ overflowWrap: 'anywhere' }}>
                {name === FACTOR_NAMES[kind] ? name : `${name} (${FACTOR_NAMES[kind].toLowerCase()})`}
                {lastUse === null ? ', sin usar' : `, usada el ${momentText(lastUse)}`}
              </Box>
            ))}
          </Box>
        ) : null}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        {hasFactors ? (
          <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
            Restablecer
          </Button>
        ) : null}
        <Button autoFocus variant="contained" onClick={onClose}>
          Cerrar
        </Button>
      </DialogActions>
      <ConfirmDialog
        open={isAsking}
        title={`¿Restablecer el segundo factor de ${user.fullName}?`}
        confirmLabel="Restablecer"
        danger
        busy={isBusy}
        onConfirm={reset}
        onClose={() => setAsking(false)}
      >
        Se quitan su segundo factor y sus códigos de recuperación, y se cierran sus sesiones web. Entrará con
        su contraseña.
      </ConfirmDialog>
    </Dialog>
  )
}
