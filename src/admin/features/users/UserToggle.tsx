import { createContext, type ReactNode, Suspense, useContext, useState } from 'react'
import { lazy } from '../../api/connection.ts'
import type { RecordOf } from '../../api/http.ts'

const UserToggleDialog = lazy(() => import('./UserToggleDialog.tsx'))

type User = RecordOf<'users'>

const AskContext = createContext<((user: User) => void) | undefined>(undefined)

/** Asks whether to switch a user on or off. Throws outside of a UserToggleProvider. */
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
  const [ask] = useState(() => (asked: User): void => {
    setUser(asked)
    setOpen(true)
  })
  return (
    <AskContext value={ask}>
      {children}
      {user === undefined ? null : (
        <Suspense fallback={null}>
          <UserToggleDialog user={user} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </AskContext>
  )
}
