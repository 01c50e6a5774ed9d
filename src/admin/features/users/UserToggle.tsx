import { createContext, type ReactNode, useContext, useState } from 'react'
import { DISABLE_NOTE, togglePrompt } from '../../../domain/users/visibility.ts'
import type { RecordOf } from '../../api/http.ts'
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx'
import { useChangeField } from '../../kit/list/table.tsx'

type User = RecordOf<'users'>

const AskContext = createContext<((user: User) => void) | undefined>(undefined)

/** Asks whether to switch a user on or off, and does it. Throws outside of a UserToggleProvider. */
export const useAskToggle = (): ((user: User) => void) => {
  const ask = useContext(AskContext)
  if (ask === undefined) throw new Error('There is no UserToggleProvider around')
  return ask
}

/** Keeps the question apart from the rows and cards that ask it, so that it draws none of them again. */
export const UserToggleProvider = ({ children }: { children: ReactNode }) => {
  // Kept while the dialog closes.
  const [user, setUser] = useState<User>()
  const [isOpen, setOpen] = useState(false)
  const change = useChangeField('users')
  const [ask] = useState(() => (asked: User): void => {
    setUser(asked)
    setOpen(true)
  })
  const isEnabled = user?.status === 'enable'
  const confirm = (): void => {
    setOpen(false)
    if (user) void change(user, 'status', isEnabled ? 'disable' : 'enable')
  }
  return (
    <AskContext value={ask}>
      {children}
      <ConfirmDialog
        open={isOpen}
        title={user && togglePrompt(user)}
        confirmLabel={isEnabled ? 'Desactivar' : 'Activar'}
        danger={isEnabled}
        onConfirm={confirm}
        onClose={() => setOpen(false)}
      >
        {isEnabled ? DISABLE_NOTE : null}
      </ConfirmDialog>
    </AskContext>
  )
}
