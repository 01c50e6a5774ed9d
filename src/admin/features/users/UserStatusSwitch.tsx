import { useState } from 'react'
import { USER_MESSAGES } from '../../../domain/users/user-messages.ts'
import { mayToggle, togglePrompt } from '../../../domain/users/visibility.ts'
import { useMe } from '../../api/session/identity.ts'
import { callerOf, type UserRecord } from '../../api/user-record.ts'
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx'
import { ToggleSwitch } from '../../kit/display/ToggleSwitch.tsx'
import { useToggle } from '../../kit/list/use-toggle.ts'
import { usePersonOf } from './use-person.ts'

/** The switch of a user's row: it asks first. */
export const UserStatusSwitch = ({ user }: { user: UserRecord }) => {
  const { data: me } = useMe()
  const [isAsking, setAsking] = useState(false)
  const toggle = useToggle('status')
  const isEnabled = user.status === 'enable'
  const person = usePersonOf(me, user)
  const allowed = me !== undefined && mayToggle(callerOf(me), person)
  const confirm = () => {
    setAsking(false)
    toggle(user, isEnabled ? 'disable' : 'enable')
  }
  return (
    <>
      <span title={me?._id === user._id ? USER_MESSAGES.disableSelf : undefined}>
        <ToggleSwitch
          checked={isEnabled}
          label={`Activo: ${user.fullName}`}
          disabled={!allowed}
          onToggle={() => setAsking(true)}
        />
      </span>
      <ConfirmDialog
        open={isAsking}
        title={togglePrompt(user)}
        confirmLabel={isEnabled ? 'Desactivar' : 'Activar'}
        danger={isEnabled}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
