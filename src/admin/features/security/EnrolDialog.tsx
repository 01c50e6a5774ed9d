import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useNotify } from 'react-admin'
import { FACTOR_MESSAGES, FACTOR_NAMES, type FactorKind } from '../../../domain/sign-in/factor.ts'
import type { Enrolment } from '../../../domain/sign-in/factor-endpoints.ts'
import { request } from '../../api/http.ts'
import { createPasskey, failureText } from './passkeys.ts'
import { SeedPanel } from './SeedPanel.tsx'

interface EnrolDialogProps {
  kind: FactorKind
  /** With the recovery codes that come with the first factor, else null. */
  onAdded: (recoveryCodes: readonly string[] | null) => void
  onClose: () => void
}

/** The seed for enrolling an app; closes the dialog if it can't be requested, for example without a confirmation. */
const useEnrolment = ({ kind, onClose }: EnrolDialogProps): Enrolment | undefined => {
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const notify = useNotify()
  const latest = useRef({ notify, onClose })
  useEffect(() => {
    if (kind !== 'totp') return
    request('POST /api/me/factors', { body: { kind } }).then(setEnrolment, (error: unknown) => {
      latest.current.notify(failureText(error), { type: 'error' })
      latest.current.onClose()
    })
  }, [kind])
  return enrolment
}

/** Adds a factor in two steps: an authenticator app by its code, or a passkey by the browser. */
export const EnrolDialog = (props: EnrolDialogProps) => {
  const { kind, onAdded, onClose } = props
  const heading = useId()
  const enrolment = useEnrolment(props)
  const [name, setName] = useState('')
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const busy = useRef(false)
  const input = useRef<HTMLInputElement>(null)
  const fail = (message: string): void => {
    setFailure(message)
    input.current?.select()
  }
  const run = async (work: () => Promise<void>): Promise<void> => {
    if (busy.current) return
    busy.current = true
    setBusy(true)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      fail(failureText(error))
    } finally {
      busy.current = false
      setBusy(false)
    }
  }
  const finish = async (): Promise<void> => {
    if (kind === 'totp') {
      const { recoveryCodes } = await request('POST /api/me/factors/verify', { body: { code, name } })
      return onAdded(recoveryCodes)
    }
    const { options } = await request('POST /api/me/factors', { body: { kind } })
    if (options === undefined) return
    const attestation = await createPasskey(options)
    const { recoveryCodes } = await request('POST /api/me/factors/verify', { body: { attestation, name } })
    onAdded(recoveryCodes)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (kind === 'totp' && code.trim() === '') fail(FACTOR_MESSAGES.code)
    else void run(finish)
  }
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={heading}>
      <DialogTitle id={heading}>Agregar {FACTOR_NAMES[kind].toLowerCase()}</DialogTitle>
      <form onSubmit={submit} noValidate style={{ display: 'contents' }}>
        <DialogContent sx={{ display: 'grid', gap: 1, pt: 0 }}>
          {kind === 'passkey' ? (
            <>
              {failure === undefined ? null : <Alert severity="error">{failure}</Alert>}
              <DialogContentText>
                Su navegador le pedirá la huella, el PIN o una llave de seguridad.
              </DialogContentText>
            </>
          ) : (
            <>
              {enrolment?.url === undefined || enrolment.secret === undefined ? (
                <DialogContentText>Cargando…</DialogContentText>
              ) : (
                <SeedPanel url={enrolment.url} secret={enrolment.secret} />
              )}
              <TextField
                label="Código de la aplicación"
                value={code}
                onChange={({ target }) => setCode(target.value)}
                required
                inputRef={input}
                error={failure !== undefined}
                helperText={failure}
                slotProps={{
                  formHelperText: { role: 'alert' },
                  htmlInput: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 7 },
                }}
              />
            </>
          )}
          <TextField
            label="Nombre"
            value={name}
            onChange={({ target }) => setName(target.value)}
            placeholder={FACTOR_NAMES[kind]}
            autoFocus={kind === 'passkey'}
            helperText="Para reconocerla después, como «Teléfono de la oficina»."
            slotProps={{ htmlInput: { maxLength: 60, autoComplete: 'off' } }}
          />
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button variant="outlined" onClick={onClose}>
            Cancelar
          </Button>
          <Button
            type="submit"
            variant="contained"
            loading={isBusy}
            disabled={kind === 'totp' && enrolment === undefined}
          >
            {kind === 'passkey' ? 'Continuar' : 'Agregar'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
