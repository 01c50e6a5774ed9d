import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import LinearProgress from '@mui/material/LinearProgress'
import { useId } from 'react'
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

const Step = ({ work, onClose }: { work: Import; onClose: () => void }) => {
  const { step } = work
  if (step.kind === 'preview') return <PreviewStep work={work} entries={step.entries} onClose={onClose} />
  if (step.kind === 'imported') return <ImportedStep work={work} summary={step.summary} onClose={onClose} />
  if (step.kind === 'undone') return <UndoneStep undone={step.undone} onClose={onClose} />
  return <SourceStep work={work} onClose={onClose} />
}

// A form between the dialog and its parts must not take the scrolling from the one in the middle.
const SCROLLING = { '& form': { display: 'flex', flexDirection: 'column', minHeight: 0 } } as const

/** Brings channels in from a playlist: where it is, what it would do, what it did. */
export const ImportDialog = ({ onClose }: { onClose: () => void }) => {
  const heading = useId()
  const work = useImport()
  const isWide = work.step.kind === 'preview'
  return (
    <Dialog
      open
      // What is under way can't be called back.
      onClose={work.isBusy ? undefined : onClose}
      fullWidth
      maxWidth={isWide ? 'lg' : 'sm'}
      aria-labelledby={heading}
      aria-busy={work.isBusy}
      sx={SCROLLING}
    >
      <DialogTitle id={heading}>Importar lista M3U</DialogTitle>
      <Box sx={{ height: 4 }}>{work.isBusy ? <LinearProgress aria-label="Trabajando" /> : null}</Box>
      <Problem text={work.problem} />
      <Step work={work} onClose={onClose} />
    </Dialog>
  )
}
