import { useEffect } from 'react'
import { useBlocker } from 'react-admin'
import { readToken } from '../../api/http.ts'
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx'
import { useFormKit } from '../inputs/form-kit.tsx'
import { useUnsavedCount } from './FormBar.tsx'

const lossText = (count: number): string =>
  count === 1 ? 'Si sale ahora se pierde 1 cambio.' : `Si sale ahora se pierden ${count} cambios.`

/** Confirms leaving with unsaved changes; not when the session expires, which saves a draft. */
export const LeaveGuard = () => {
  const { isDone } = useFormKit()
  const unsaved = useUnsavedCount()
  const isAtRisk = unsaved > 0
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isAtRisk &&
      !isDone.current &&
      readToken() !== undefined &&
      currentLocation.pathname !== nextLocation.pathname,
  )
  const isBlocked = blocker.state === 'blocked'
  useEffect(() => {
    if (isBlocked && !isAtRisk) blocker.proceed?.()
  }, [isBlocked, isAtRisk, blocker])
  useEffect(() => {
    if (!isAtRisk) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isAtRisk])
  return (
    <ConfirmDialog
      open={isBlocked}
      title="Tiene cambios sin guardar"
      confirmLabel="Salir sin guardar"
      cancelLabel="Seguir editando"
      danger
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {lossText(unsaved)}
    </ConfirmDialog>
  )
}
