import { createContext, type ReactNode, Suspense, useContext, useState } from 'react'
import { lazy } from '../../api/connection.ts'
import type { RecordOf } from '../../api/http.ts'

const UserToggleDialog = lazy(() => import('./UserToggleDialog.tsx'))

type User = RecordOf<'users'>

const ConfirmContext = createContext<((user: User) => void) | undefined>(undefined)

/** Opens the confirmation for enabling or disabling a user. Throws outside a UserToggleProvider. */
export const useConfirmToggle = (): ((user: User) => void) => {
  const confirm = useContext(ConfirmContext)
  if (confirm === undefined) throw new Error('There is no UserToggleProvider around')
  return confirm
}

/** Holds the dialog outside rows and cards, so that opening it doesn't re-render them. */
export const UserToggleProvider = ({ children }: { children: ReactNode }) => {
  // Kept during the closing animation.
  const [user, setUser] = useState<User>()
  const [isOpen, setOpen] = useState(false)
  const [confirm] = useState(() => (next: User): void => {
    setUser(next)
    setOpen(true)
  })
  return (
    <ConfirmContext value={confirm}>
      {children}
      {user === undefined ? null : (
        <Suspense fallback={null}>
          <UserToggleDialog user={user} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </ConfirmContext>
  )
}
