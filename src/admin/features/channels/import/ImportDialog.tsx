import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import LinearProgress from '@mui/material/LinearProgress'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useGetList } from 'ra-core'
import { useId, useState } from 'react'
import { useCan } from '../../../api/me.ts'
import { FileButton, SCROLLING, StepError, useGuard } from '../../../kit/import/steps.tsx'
import { PreviewStep } from './PreviewStep.tsx'
import { ImportedStep, UndoneStep } from './SummaryStep.tsx'
import { type Import, useImport } from './use-import.ts'

const MOST_LISTS = 100
const TYPES = '.m3u,.m3u8,audio/x-mpegurl,audio/mpegurl,application/vnd.apple.mpegurl'

interface SourceProps {
  work: Pick<Import, 'look' | 'isBusy'>
}

const FileSource = ({ work: { look, isBusy } }: SourceProps) => (
  <FileButton
    label="Elegir archivo M3U"
    name="Archivo M3U"
    accept={TYPES}
    isBusy={isBusy}
    onChosen={(file) => look(file, file.name)}
  />
)

const ListSource = ({ work: { look, isBusy } }: SourceProps) => {
  const [listId, setListId] = useState('')
  const { data = [] } = useGetList('channel_lists', {
    pagination: { page: 1, perPage: MOST_LISTS },
    sort: { field: 'title', order: 'ASC' },
  })
  const nameOf = (list: string): string => String(data.find(({ id }) => id === list)?.title ?? '')
  if (data.length === 0) return null
  return (
    <>
      <Typography color="text.secondary">O una de las listas de canales:</Typography>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-end', flexWrap: 'wrap' }}>
        <TextField
          select
          label="Lista de canales"
          value={listId}
          onChange={({ target }) => setListId(target.value)}
          sx={{ flex: '1 1 220px', my: 0 }}
        >
          {data.map(({ id, title }) => (
            <MenuItem key={id} value={String(id)} sx={{ whiteSpace: 'normal' }}>
              {String(title)}
            </MenuItem>
          ))}
        </TextField>
        <Button
          variant="outlined"
          disabled={isBusy || listId === ''}
          onClick={() => look({ listId }, nameOf(listId))}
        >
          Leer la lista
        </Button>
      </Box>
    </>
  )
}

const SourceStep = ({ work, onClose }: SourceProps & { onClose: () => void }) => {
  const canList = useCan('list', 'channel_lists')
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 2, pt: 0 }}>
        <Typography>
          Elija la lista. Antes de importar nada verá qué canales son nuevos, cuáles cambian y cuáles ya
          están.
        </Typography>
        <FileSource work={work} />
        {canList ? <ListSource work={work} /> : null}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="outlined" onClick={onClose}>
          Cancelar
        </Button>
      </DialogActions>
    </>
  )
}

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

/** Imports channels from a playlist in three steps: source, preview, summary. */
export const ImportDialog = ({ onClose }: { onClose: () => void }) => {
  const heading = useId()
  const work = useImport()
  const isPreview = work.step.kind === 'preview'
  const [isTouched, setTouched] = useState(false)
  const { guarded, question } = useGuard(isPreview && isTouched)
  const close = guarded(onClose)
  return (
    <Dialog
      open
      // A request in progress can't be cancelled.
      onClose={work.isBusy ? undefined : close}
      fullWidth
      maxWidth={isPreview ? 'lg' : 'sm'}
      aria-labelledby={heading}
      aria-busy={work.isBusy}
      sx={SCROLLING}
    >
      <DialogTitle id={heading}>Importar lista M3U</DialogTitle>
      <Box sx={{ height: 4 }}>{work.isBusy ? <LinearProgress aria-label="Trabajando" /> : null}</Box>
      <StepError text={work.problem} />
      <Step work={work} onTouched={setTouched} onRestart={guarded(work.restart)} onClose={close} />
      {question}
    </Dialog>
  )
}
