import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { FACTOR_MESSAGES, FACTOR_NAMES, type FactorKind } from '../../../domain/sign-in/factor.ts'
import type { Enrolment } from '../../../domain/sign-in/factor-endpoints.ts'
import { ask } from '../../api/http.ts'
import { createPasskey, failureOf } from './passkeys.ts'
import { SeedPanel } from './SeedPanel.tsx'

interface EnrolDialogProps {
  kind: FactorKind
  /** With the recovery codes that come with the first factor, else null. */
  onAdded: (recoveryCodes: readonly string[] | null) => void
  onClose: () => void
}

/** Adds a factor in two steps: an authenticator app by its code, or a passkey by the browser. */
export const EnrolDialog = ({ kind, onAdded, onClose }: EnrolDialogProps) => {
  const heading = useId()
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const [name, setName] = useState('')
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const busy = useRef(false)
  const run = async (work: () => Promise<void>): Promise<void> => {
    if (busy.current) return
    busy.current = true
    setBusy(true)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      setFailure(failureOf(error))
    } finally {
      busy.current = false
      setBusy(false)
    }
  }
  const latest = useRef(run)
  useEffect(() => {
    if (kind === 'totp')
      void latest.current(async () => setEnrolment(await ask('POST /api/me/factors', { body: { kind } })))
  }, [kind])
  const finish = async (): Promise<void> => {
    if (kind === 'totp') {
      const { recoveryCodes } = await ask('POST /api/me/factors/verify', { body: { code, name } })
      return onAdded(recoveryCodes)
    }
    const { options } = await ask('POST /api/me/factors', { body: { kind } })
    if (options === undefined) return
    const attestation = await createPasskey(options)
    const { recoveryCodes } = await ask('POST /api/me/factors/verify', { body: { attestation, name } })
    onAdded(recoveryCodes)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (kind === 'totp' && code.trim() === '') setFailure(FACTOR_MESSAGES.code)
    else void run(finish)
  }
  const isReady = kind === 'passkey' || enrolment !== undefined
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={heading}>
      <form onSubmit={submit} noValidate>
        <DialogTitle id={heading}>{FACTOR_NAMES[kind]}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <div role="alert">{failure === undefined ? null : <Alert severity="error">{failure}</Alert>}</div>
          {enrolment?.url === undefined || enrolment.secret === undefined ? null : (
            <SeedPanel url={enrolment.url} secret={enrolment.secret} />
          )}
          {kind === 'passkey' ? (
            <DialogContentText>
              Su navegador le pedirá la huella, el PIN o una llave de seguridad.
            </DialogContentText>
          ) : (
            <TextField
              label="Código de la aplicación"
              value={code}
              onChange={({ target }) => setCode(target.value)}
              required
              slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 7 } }}
            />
          )}
          <TextField
            label="Nombre"
            value={name}
            onChange={({ target }) => setName(target.value)}
            placeholder={FACTOR_NAMES[kind]}
            helperText="Para reconocerlo después, como «Teléfono de la oficina»."
            slotProps={{ htmlInput: { maxLength: 60, autoComplete: 'off' } }}
          />
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button variant="outlined" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant="contained" loading={isBusy} disabled={!isReady}>
            {kind === 'passkey' ? 'Continuar' : 'Agregar'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
