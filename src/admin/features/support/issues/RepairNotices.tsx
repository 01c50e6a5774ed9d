import Alert from '@mui/material/Alert'
import Box, { type BoxProps } from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useNotify } from 'ra-core'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import {
  type IssueFilters,
  type OpenCount,
  repairAll,
  repairedText,
  undoneText,
  undoRepair,
  useRefreshIssues,
} from './repair.ts'

interface Notice {
  text: string
  /** The repair that can be undone from it. */
  batchId: string | null
}

interface Notices {
  notice: Notice | undefined
  show: (notice: Notice) => void
  close: () => void
}

const NoticesContext = createContext<Notices | undefined>(undefined)

/** What the last repair did, and how to say so; throws outside of `RepairNotices`. */
const useNotices = (): Notices => {
  const notices = useContext(NoticesContext)
  if (notices === undefined) throw new Error('There are no repair notices around')
  return notices
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

/** Keeps what the last repair did, for a `RepairNotice` inside to show. */
export const RepairNotices = ({ children, onClose }: RepairNoticesProps) => {
  const [notice, setNotice] = useState<Notice>()
  const notices = useMemo(
    () => ({
      notice,
      show: setNotice,
      close: () => {
        setNotice(undefined)
        onClose?.()
      },
    }),
    [notice, onClose],
  )
  return <NoticesContext value={notices}>{children}</NoticesContext>
}

/**
 * What the last repair did, with the way back. It stays until it is closed: there is no time limit (WCAG 2.2.1), and a
 * click elsewhere does not take it away as it would one of react-admin's own messages.
 */
export const RepairNotice = ({ sx }: Pick<BoxProps, 'sx'>) => {
  const { notice, show, close } = useNotices()
  const { undo, isBusy } = useUndoRepair()
  const takeBack = async (batchId: string): Promise<void> => {
    const text = await undo(batchId)
    if (text !== undefined) show({ text, batchId: null })
  }
  const batchId = notice?.batchId ?? null
  return (
    <Box role="status" sx={sx}>
      {notice === undefined ? null : (
        <Alert
          severity="success"
          role="presentation"
          sx={{ alignItems: 'center', '& .MuiAlert-action': { pt: 0, alignItems: 'center' } }}
          action={
            <>
              {batchId === null ? null : (
                <Button color="inherit" size="small" loading={isBusy} onClick={() => takeBack(batchId)}>
                  Deshacer
                </Button>
              )}
              <Button color="inherit" size="small" onClick={close}>
                Cerrar
              </Button>
            </>
          }
        >
          {notice.text}
        </Alert>
      )}
    </Box>
  )
}

/** Marks the counted reports of some filters as repaired, once however often it is asked, and says what became of it. */
export const useRepair = (filters: IssueFilters, counted: OpenCount | undefined, onDone: () => void) => {
  const refresh = useRefreshIssues()
  const notify = useNotify()
  const { show } = useNotices()
  const [isBusy, setBusy] = useState(false)
  const repair = async (): Promise<void> => {
    if (counted === undefined || isBusy) return
    setBusy(true)
    try {
      const { count, batchId } = await repairAll(filters, counted)
      onDone()
      show({ text: repairedText(count, counted.count), batchId })
    } catch (failure) {
      notify(failure instanceof Error ? failure.message : 'No se pudo guardar el cambio.', { type: 'error' })
    } finally {
      setBusy(false)
      refresh()
    }
  }
  return { repair, isBusy }
}
