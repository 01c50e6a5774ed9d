import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogTitle from '@mui/material/DialogTitle'
import LinearProgress from '@mui/material/LinearProgress'
import { type ChangeEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useFailureMessage } from '../../api/connection.ts'
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx'

/** Runs requests, and keeps the error of the last one. */
export const useAttempt = () => {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useFailureMessage()
  /** Returns false after an error. */
  const attempt = async (work: () => Promise<void>): Promise<boolean> => {
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
      return true
    } catch (failure) {
      setProblem(failure instanceof Error ? failure.message : String(failure))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, problem, setProblem, attempt }
}

// A form inside the dialog must not take over scrolling from the middle part.
const SCROLLING = { '& form': { display: 'flex', flexDirection: 'column', minHeight: 0 } } as const

interface ImportFrameProps {
  title: string
  width: 'sm' | 'md' | 'lg'
  /** A request in progress can't be cancelled. */
  isBusy: boolean
  isLoading?: boolean
  problem: string | undefined
  onClose: () => void
  children: ReactNode
}

/** The dialog around the steps of an import. */
export const ImportFrame = ({
  title,
  width,
  isBusy,
  isLoading = isBusy,
  problem,
  onClose,
  children,
}: ImportFrameProps) => {
  const heading = useId()
  return (
    <Dialog
      open
      onClose={isBusy ? undefined : onClose}
      fullWidth
      maxWidth={width}
      aria-labelledby={heading}
      aria-busy={isBusy}
      sx={SCROLLING}
    >
      <DialogTitle id={heading}>{title}</DialogTitle>
      <Box sx={{ height: 4 }}>{isLoading ? <LinearProgress aria-label="Trabajando" /> : null}</Box>
      <Box role="alert" sx={{ px: 3 }}>
        {problem === undefined ? null : (
          <Alert severity="error" role="presentation" sx={{ mb: 1.5 }}>
            {problem}
          </Alert>
        )}
      </Box>
      {children}
    </Dialog>
  )
}

interface StepActionsProps {
  /** Label of the button to the step before. */
  back: string
  isBusy: boolean
  onBack: () => void
  onClose: () => void
  /** The button to the next step. */
  children: ReactNode
}

export const StepActions = ({ back, isBusy, onBack, onClose, children }: StepActionsProps) => (
  <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap', gap: 1 }} disableSpacing>
    <Button variant="outlined" disabled={isBusy} onClick={onClose}>
      Cancelar
    </Button>
    <Button variant="outlined" disabled={isBusy} onClick={onBack}>
      {back}
    </Button>
    {children}
  </DialogActions>
)

interface FileButtonProps {
  label: string
  /** Name of the hidden input. */
  name: string
  accept: string
  isBusy: boolean
  onChosen: (file: File) => void
}

export const FileButton = ({ label, name, accept, isBusy, onChosen }: FileButtonProps) => {
  const input = useRef<HTMLInputElement>(null)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = target.files ?? []
    // Permits choosing the same file again after correcting it.
    target.value = ''
    if (file !== undefined) onChosen(file)
  }
  return (
    <>
      <Button
        variant="contained"
        disabled={isBusy}
        onClick={() => input.current?.click()}
        sx={{ justifySelf: 'start' }}
      >
        {label}
      </Button>
      <input ref={input} type="file" hidden accept={accept} aria-label={name} onChange={choose} />
    </>
  )
}

/** Confirms discarding choices. */
export const useGuard = (hasChoices: boolean) => {
  const [pending, setPending] = useState<() => void>()
  const guarded =
    (act: () => void, isAtStake = hasChoices) =>
    () => {
      if (isAtStake) setPending(() => act)
      else act()
    }
  const question = (
    <ConfirmDialog
      open={pending !== undefined}
      title="¿Descartar lo elegido?"
      confirmLabel="Descartar"
      cancelLabel="Seguir eligiendo"
      danger
      onConfirm={() => {
        setPending(undefined)
        pending?.()
      }}
      onClose={() => setPending(undefined)}
    >
      Todavía no se importó nada: lo que eligió se perderá.
    </ConfirmDialog>
  )
  return { guarded, question }
}
