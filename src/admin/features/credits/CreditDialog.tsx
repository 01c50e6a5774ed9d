import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { useMe } from '../../api/session/identity.ts'
import { useSettings } from '../../api/use-settings.ts'
import type { UserRecord } from '../../api/user-record.ts'
import { Loading } from '../../kit/page/Loading.tsx'
import { CreditForm } from './CreditForm.tsx'
import { creditSettings } from './movement.ts'
import type { MovementRecord } from './movement-record.ts'
import { SavedMovement } from './SavedMovement.tsx'
import { useCredited, useRefreshCredit } from './use-credited.ts'

interface CreditDialogProps {
  open: boolean
  user: UserRecord
  /** At the end of creating the user: an agent sells, and chooses no type. */
  isAutomatic: boolean
  onClose: () => void
}

const Content = ({ user, isAutomatic, onClose, onBusy }: ContentProps) => {
  const { data: me } = useMe()
  const { data: settings } = useSettings()
  const target = useCredited(user, true)
  const refresh = useRefreshCredit()
  const [saved, setSaved] = useState<MovementRecord>()
  if (saved !== undefined) return <SavedMovement movement={saved} onClose={onClose} />
  if (me === undefined || settings === undefined) return <Loading />
  return (
    <CreditForm
      deal={{ seller: me, target, settings: creditSettings(settings) }}
      target={target}
      isTypeFixed={isAutomatic && me.role === 'agent'}
      onBusy={onBusy}
      onSettled={refresh}
      onSaved={setSaved}
      onClose={onClose}
    />
  )
}

interface ContentProps extends Omit<CreditDialogProps, 'open'> {
  onBusy: (isBusy: boolean) => void
}

/** Crédito: sells, refunds, grants and transfers months. */
export const CreditDialog = ({ open, onClose, ...content }: CreditDialogProps) => {
  const heading = useId()
  const [isBusy, setBusy] = useState(false)
  const close = (): void => {
    if (!isBusy) onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      maxWidth="xs"
      fullWidth
      aria-labelledby={heading}
      sx={{ '& :is(.MuiDialog-container, .MuiDialog-paper):focus': { outline: 'none' } }}
    >
      <DialogTitle id={heading}>Crédito</DialogTitle>
      <Content {...content} onBusy={setBusy} onClose={close} />
    </Dialog>
  )
}
