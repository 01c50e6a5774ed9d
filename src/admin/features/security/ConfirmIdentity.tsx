import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { FACTOR_MESSAGES } from '../../../domain/sign-in/factor.ts'
import { CREDENTIALS_MESSAGES } from '../../../domain/sign-in/sign-in.ts'
import { endConfirmation } from '../../api/confirmation.ts'
import { useFailureMessage } from '../../api/connection.ts'
import { ApiError, request } from '../../api/http.ts'
import { useMe } from '../../api/me.ts'
import { RevealButton } from '../../kit/inputs/inputs.tsx'
import { failureText, hasPasskeys, requestAssertion } from './passkeys.ts'

type Way = 'password' | 'code'

const useConfirm = () => {
  const [error, setError] = useFailureMessage()
  const [isBusy, setBusy] = useState(false)
  const busy = useRef(false)
  const run = async (confirm: () => Promise<void>): Promise<void> => {
    if (busy.current) return
    busy.current = true
    setBusy(true)
    setError(undefined)
    try {
      await confirm()
      endConfirmation(true)
    } catch (failure) {
      // The session has ended: the repeated request gets a 401 too, which redirects to the sign-in.
      if (failure instanceof ApiError && failure.status === 401) endConfirmation(true)
      setError(failureText(failure))
    } finally {
      busy.current = false
      setBusy(false)
    }
  }
  return { run, error, setError, isBusy }
}

const minutesText = (minutes: number): string => (minutes === 1 ? 'un minuto' : `${minutes} minutos`)

const requestWays = () => request('POST /auth/confirm/options', { foreign: true })

/** Asks for the password or a second factor, before the requests that wait for it are repeated (rule P18). */
export const ConfirmIdentity = () => {
  const { data: me } = useMe()
  const { data: ways } = useQuery({
    queryKey: ['confirmation-ways'],
    queryFn: requestWays,
    gcTime: 0,
    retry: false,
  })
  const [way, setWay] = useState<Way>('password')
  const [typed, setTyped] = useState('')
  const [isShown, setShown] = useState(false)
  const { run, error, setError, isBusy } = useConfirm()
  const heading = useId()
  const text = useId()
  const hasCode = ways?.kinds.includes('totp') === true
  const hasPasskey = ways !== undefined && ways.passkey !== null && hasPasskeys()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // React also propagates the event to a form around the dialog.
    event.stopPropagation()
    setShown(false)
    if (typed === '') setError(way === 'code' ? FACTOR_MESSAGES.code : CREDENTIALS_MESSAGES.password)
    else
      void run(async () => {
        const body = way === 'code' ? { code: typed } : { password: typed }
        await request('POST /auth/confirm', { body, foreign: true })
      })
  }
  const confirmByPasskey = () =>
    run(async () => {
      // New options for each attempt, since a challenge is only signed once.
      const { passkey } = await requestWays()
      if (passkey === null) throw new Error(FACTOR_MESSAGES.noPasskey)
      await request('POST /auth/confirm', {
        body: { assertion: await requestAssertion(passkey) },
        foreign: true,
      })
    })
  const change = (): void => {
    setWay(way === 'code' ? 'password' : 'code')
    setTyped('')
    setError(undefined)
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
            Este cambio es delicado: digite su {way === 'code' ? 'código' : 'contraseña'} para continuar.
            {ways ? ` Durante ${minutesText(ways.minutes)} no se le volverá a pedir.` : null}
          </DialogContentText>
          {/* For password managers. */}
          <input type="text" autoComplete="username" value={me?.name ?? ''} readOnly hidden />
          <TextField
            key={way}
            type={way === 'code' || isShown ? 'text' : 'password'}
            label={way === 'code' ? 'Código de la aplicación' : 'Contraseña'}
            autoComplete={way === 'code' ? 'one-time-code' : 'current-password'}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            required
            autoFocus
            error={error !== undefined}
            helperText={error}
            slotProps={{
              formHelperText: { role: 'alert' },
              htmlInput: way === 'code' ? { inputMode: 'numeric', maxLength: 7 } : {},
              input:
                way === 'code'
                  ? {}
                  : {
                      endAdornment: (
                        <InputAdornment position="end">
                          <RevealButton isShown={isShown} onChange={setShown} />
                        </InputAdornment>
                      ),
                    },
            }}
          />
          {hasPasskey ? (
            <Button variant="outlined" onClick={confirmByPasskey}>
              Usar la llave de acceso
            </Button>
          ) : null}
          {hasCode ? (
            <Button onClick={change}>
              {way === 'code' ? 'Usar la contraseña' : 'Usar un código de la aplicación'}
            </Button>
          ) : null}
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
