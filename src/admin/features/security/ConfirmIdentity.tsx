import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { type FormEvent, useId, useState } from 'react'
import { CREDENTIALS_MESSAGES } from '../../../domain/sign-in/sign-in.ts'
import { endConfirmation } from '../../api/confirmation.ts'
import { useFailureMessage } from '../../api/connection.ts'
import { ApiError, ask } from '../../api/http.ts'
import { useMe } from '../../api/me.ts'

const errorOf = (error: unknown): string => {
  if (!(error instanceof ApiError)) return String(error)
  const field = error.body.errors?.password
  return typeof field === 'string' ? field : error.message
}

const useConfirm = () => {
  const [error, setError] = useFailureMessage()
  const [isBusy, setBusy] = useState(false)
  const confirm = async (password: string): Promise<void> => {
    if (isBusy) return
    if (password === '') return setError(CREDENTIALS_MESSAGES.password)
    setBusy(true)
    setError(undefined)
    try {
      await ask('POST /auth/confirm', { body: { password }, foreign: true })
      endConfirmation(true)
    } catch (failure) {
      // The session has ended: repeated, the request is answered so too, which leads to the sign-in.
      if (failure instanceof ApiError && failure.status === 401) endConfirmation(true)
      setError(errorOf(failure))
      setBusy(false)
    }
  }
  return { confirm, error, isBusy }
}

/** Asks for the password, before the requests that wait for it are repeated (rule P18). */
export const ConfirmIdentity = () => {
  const { data: me } = useMe()
  const [password, setPassword] = useState('')
  const { confirm, error, isBusy } = useConfirm()
  const heading = useId()
  const text = useId()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // React also propagates the event to a form around the dialog.
    event.stopPropagation()
    void confirm(password)
  }
  return (
    <Dialog
      open
      onClose={() => endConfirmation(false)}
      maxWidth="xs"
      fullWidth
      aria-labelledby={heading}
      aria-describedby={text}
    >
      <form onSubmit={submit} noValidate>
        <DialogTitle id={heading}>Confirme su identidad</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <DialogContentText id={text}>
            Este cambio es delicado: escriba su contraseña para continuar. Durante 10 minutos no se le volverá
            a pedir.
          </DialogContentText>
          {/* For password managers. */}
          <input type="text" autoComplete="username" value={me?.name ?? ''} readOnly hidden />
          <TextField
            type="password"
            label="Contraseña"
            autoComplete="current-password"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
            required
            autoFocus
            error={error !== undefined}
            helperText={error}
            slotProps={{ formHelperText: { role: 'alert' } }}
          />
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button variant="outlined" onClick={() => endConfirmation(false)}>
            Cancelar
          </Button>
          <Button type="submit" variant="contained" loading={isBusy}>
            Confirmar
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
