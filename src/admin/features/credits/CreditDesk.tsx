import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useCallback, useState } from 'react'
import { lazy } from '../../api/lazy.ts'
import type { UserRecord } from '../../api/user-record.ts'
import { CreditDeskContext, type OpenDesk } from './credit-desk.ts'

const CreditDialog = lazy(async () => ({ default: (await import('./CreditDialog.tsx')).CreditDialog }))

interface Sitting {
  /** Each opening starts over. */
  number: number
  user: UserRecord
  isAutomatic: boolean
}

interface CreditDeskProps {
  children: ReactNode
  onClose?: () => void
}

/**
 * Keeps the credit dialog of a screen outside of its rows and forms: it stays open although the row that it was opened
 * from leaves the list with the sale.
 */
export const CreditDesk = ({ children, onClose }: CreditDeskProps) => {
  const [sitting, setSitting] = useState<Sitting>()
  const [isOpen, setOpen] = useState(false)
  const queryClient = useQueryClient()
  const open = useCallback<OpenDesk>(
    (user, isAutomatic = false) => {
      // The balance may have changed since it was read.
      void queryClient.invalidateQueries({ queryKey: ['me'] })
      setSitting((last) => ({ number: (last?.number ?? 0) + 1, user, isAutomatic }))
      setOpen(true)
    },
    [queryClient],
  )
  const close = (): void => {
    setOpen(false)
    onClose?.()
  }
  return (
    <CreditDeskContext value={open}>
      {children}
      {sitting === undefined ? null : (
        <Suspense fallback={null}>
          <CreditDialog
            key={sitting.number}
            open={isOpen}
            user={sitting.user}
            isAutomatic={sitting.isAutomatic}
            onClose={close}
          />
        </Suspense>
      )}
    </CreditDeskContext>
  )
}
