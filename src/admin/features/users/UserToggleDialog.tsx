import { DISABLE_NOTE, togglePrompt } from '../../../domain/users/visibility.ts'
import type { RecordOf } from '../../api/http.ts'
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx'
import { useChangeField } from '../../kit/list/change-field.ts'

interface UserToggleDialogProps {
  user: RecordOf<'users'>
  open: boolean
  onClose: () => void
}

const UserToggleDialog = ({ user, open, onClose }: UserToggleDialogProps) => {
  const change = useChangeField('users')
  const isEnabled = user.status === 'enable'
  const confirm = (): void => {
    onClose()
    void change(user, 'status', isEnabled ? 'disable' : 'enable')
  }
  return (
    <ConfirmDialog
      open={open}
      title={togglePrompt(user)}
      confirmLabel={isEnabled ? 'Desactivar' : 'Activar'}
      danger={isEnabled}
      onConfirm={confirm}
      onClose={onClose}
    >
      {isEnabled ? DISABLE_NOTE : null}
    </ConfirmDialog>
  )
}

export default UserToggleDialog
