import Alert from '@mui/material/Alert'
import LinearProgress from '@mui/material/LinearProgress'
import { useState } from 'react'
import { useNavigate } from 'react-admin'
import { demoResetText } from '../../../domain/sign-in/demo-reset.ts'
import { useFailureMessage } from '../../api/connection.ts'
import { request } from '../../api/http.ts'
import { serviceZone, useMe } from '../../api/me.ts'
import { pathOf } from '../../api/paths.ts'
import type { SignInState } from '../../api/session.ts'
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx'
import { DropDown, DropDownAction } from '../../kit/page/DropDown.tsx'
import styles from './DemoTag.module.css'

/** Shortened where the navbar is full. */
const Name = () => (
  <>
    Demo<span className={styles.rest}>stración</span>
  </>
)

const RESET: SignInState = { signOut: true, notice: 'La demostración empezó de nuevo.' }

/** Marks a demo in the navbar; `sa` starts it over from here. */
export const DemoTag = () => {
  const { data: me } = useMe()
  if (me?.demo === undefined) return null
  const { dateReset } = me.demo
  const text = dateReset === null ? undefined : demoResetText(dateReset, serviceZone(), new Date())
  if (me.role === 'sa') return <ResetMenu text={text} />
  return (
    <span className={styles.tag} title={text}>
      <Name />
      {text === undefined ? null : <span className="unseen">. {text}</span>}
    </span>
  )
}

const ResetMenu = ({ text }: { text: string | undefined }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.reset}>
      <DropDown
        label={
          <span className={styles.tag}>
            <Name />
          </span>
        }
      >
        {text === undefined ? null : <p className={styles.text}>{text}</p>}
        <DropDownAction opens="dialog" onChosen={() => setOpen(true)}>
          Empezar de nuevo
        </DropDownAction>
      </DropDown>
      <ResetDialog open={isOpen} onClose={() => setOpen(false)} />
    </div>
  )
}

const ResetDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useFailureMessage()
  const navigate = useNavigate()
  const reset = async (): Promise<void> => {
    setBusy(true)
    setFailure(undefined)
    try {
      await request('POST /api/demo/reset')
      navigate(pathOf('login'), { state: RESET })
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      open={open}
      title="¿Empezar de nuevo la demostración?"
      confirmLabel={isBusy ? 'Empezando…' : 'Empezar de nuevo'}
      danger
      busy={isBusy}
      onConfirm={reset}
      onClose={() => isBusy || onClose()}
    >
      Se pierde todo lo que se guardó en ella: usuarios, ventas, contenidos y configuración. Vuelven los datos
      del principio, y todas las personas deben entrar de nuevo, también usted.
      {isBusy ? <LinearProgress aria-label="Empezando de nuevo" sx={{ mt: 2 }} /> : null}
      {failure === undefined ? null : (
        <Alert severity="error" sx={{ mt: 2 }}>
          {failure}
        </Alert>
      )}
    </ConfirmDialog>
  )
}
