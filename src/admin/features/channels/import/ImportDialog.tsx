import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import LinearProgress from '@mui/material/LinearProgress'
import { useId, useState } from 'react'
import { ConfirmDialog } from '../../../kit/dialogs/ConfirmDialog.tsx'
import { PreviewStep } from './PreviewStep.tsx'
import { SourceStep } from './SourceStep.tsx'
import { ImportedStep, UndoneStep } from './SummaryStep.tsx'
import { type Import, useImport } from './use-import.ts'

const Problem = ({ text }: { text: string | undefined }) => (
  <Box role="alert" sx={{ px: 3 }}>
    {text === undefined ? null : (
      <Alert severity="error" role="presentation" sx={{ mb: 1.5 }}>
        {text}
      </Alert>
    )}
  </Box>
)

interface StepProps {
  work: Import
  onTouched: (isTouched: boolean) => void
  onRestart: () => void
  onClose: () => void
}

const Step = ({ work, onTouched, onRestart, onClose }: StepProps) => {
  const { step } = work
  if (step.kind === 'preview')
    return (
      <PreviewStep
        work={work}
        entries={step.entries}
        onTouched={onTouched}
        onRestart={onRestart}
        onClose={onClose}
      />
    )
  if (step.kind === 'imported') return <ImportedStep work={work} summary={step.summary} onClose={onClose} />
  if (step.kind === 'undone') return <UndoneStep undone={step.undone} onClose={onClose} />
  return <SourceStep work={work} onClose={onClose} />
}

/** Does what throws choices away only once somebody said so. */
const useGuard = (isPreview: boolean) => {
  const [isTouched, setTouched] = useState(false)
  const [pending, setPending] = useState<() => void>()
  const guarded = (act: () => void) => () => {
    if (isPreview && isTouched) setPending(() => act)
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
      Todavía no se importó nada: lo que eligió de esta lista se perderá.
    </ConfirmDialog>
  )
  return { guarded, setTouched, question }
}

// A form between the dialog and its parts must not take the scrolling from the one in the middle.
const SCROLLING = { '& form': { display: 'flex', flexDirection: 'column', minHeight: 0 } } as const

/** Brings channels in from a playlist: where it is, what it would do, what it did. */
export const ImportDialog = ({ onClose }: { onClose: () => void }) => {
  const heading = useId()
  const work = useImport()
  const isPreview = work.step.kind === 'preview'
  const { guarded, setTouched, question } = useGuard(isPreview)
  const close = guarded(onClose)
  return (
    <Dialog
      open
      // What is under way can't be called back.
      onClose={work.isBusy ? undefined : close}
      fullWidth
      maxWidth={isPreview ? 'lg' : 'sm'}
      aria-labelledby={heading}
      aria-busy={work.isBusy}
      sx={SCROLLING}
    >
      <DialogTitle id={heading}>Importar lista M3U</DialogTitle>
      <Box sx={{ height: 4 }}>{work.isBusy ? <LinearProgress aria-label="Trabajando" /> : null}</Box>
      <Problem text={work.problem} />
      <Step work={work} onTouched={setTouched} onRestart={guarded(work.restart)} onClose={close} />
      {question}
    </Dialog>
  )
}
