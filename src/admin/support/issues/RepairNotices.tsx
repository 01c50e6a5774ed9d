import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Snackbar from '@mui/material/Snackbar'
import { useNotify } from 'ra-core'
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { undoRepair, useRefreshIssues } from './repair.ts'
import { undoneText } from './repair-texts.ts'

interface Notice {
  text: string
  /** The repair that can be undone from it. */
  batchId: string | null
}

const ShowNotice = createContext<((notice: Notice) => void) | undefined>(undefined)

/** Says what a repair did; throws outside of `RepairNotices`. */
export const useShowNotice = (): ((notice: Notice) => void) => {
  const show = useContext(ShowNotice)
  if (show === undefined) throw new Error('There are no repair notices around')
  return show
}

/** Undoes a repair, once however often it is asked; gives what to say of it, nothing where it failed. */
export const useUndoRepair = () => {
  const notify = useNotify()
  const refresh = useRefreshIssues()
  const [isBusy, setBusy] = useState(false)
  const undo = async (batchId: string): Promise<string | undefined> => {
    if (isBusy) return undefined
    setBusy(true)
    try {
      return undoneText(await undoRepair(batchId))
    } catch (failure) {
      notify(failure instanceof Error ? failure.message : 'No se pudo deshacer.', { type: 'error' })
      return undefined
    } finally {
      setBusy(false)
      refresh()
    }
  }
  return { undo, isBusy }
}

interface RepairNoticesProps {
  children: ReactNode
  /** The person closed the notice. */
  onClose?: () => void
}

/**
 * Shows what the last repair did, with the way back. It stays until it is closed: nobody has to be quick (WCAG 2.2.1),
 * and a click elsewhere does not take it away as it would one of react-admin's own messages.
 */
export const RepairNotices = ({ children, onClose }: RepairNoticesProps) => {
  const [notice, setNotice] = useState<Notice>()
  const { undo, isBusy } = useUndoRepair()
  const close = useCallback(() => {
    setNotice(undefined)
    onClose?.()
  }, [onClose])
  const takeBack = async (batchId: string): Promise<void> => {
    const text = await undo(batchId)
    if (text !== undefined) setNotice({ text, batchId: null })
  }
  return (
    <ShowNotice value={setNotice}>
      {children}
      <Snackbar
        open={notice !== undefined}
        anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
        onClose={(_, reason) => {
          if (reason === 'escapeKeyDown') close()
        }}
        sx={{ mt: { xs: 6, sm: 5 } }}
      >
        <Alert
          severity="success"
          role="status"
          variant="standard"
          sx={{ border: 1, borderColor: 'divider', boxShadow: 3, alignItems: 'center' }}
          action={
            <>
              {notice === undefined || notice.batchId === null ? null : (
                <Button
                  color="inherit"
                  size="small"
                  loading={isBusy}
                  onClick={() => notice.batchId !== null && takeBack(notice.batchId)}
                >
                  Deshacer
                </Button>
              )}
              <Button color="inherit" size="small" onClick={close}>
                Cerrar
              </Button>
            </>
          }
        >
          {notice?.text}
        </Alert>
      </Snackbar>
    </ShowNotice>
  )
}
