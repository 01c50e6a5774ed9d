import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useGetList } from 'react-admin'
import type { ImportSummary } from '../../../../domain/channels/playlist/endpoints.ts'
import { useCan } from '../../../api/me.ts'
import { useFollowed } from '../../../kit/jobs/followed.ts'
import { ImportedStep, ResultStep } from '../../imports/ResultStep.tsx'
import { FileButton, ImportFrame, useGuard } from '../../imports/steps.tsx'
import { PreviewStep } from './PreviewStep.tsx'
import { UndoneReport } from './UndoneReport.tsx'
import { type Import, useImport } from './use-import.ts'

const MOST_LISTS = 100
const TYPES =
  '.m3u,.m3u8,.m3u.gz,.gz,application/gzip,audio/x-mpegurl,audio/mpegurl,application/vnd.apple.mpegurl'

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

const linesOf = (summary: ImportSummary) => [
  { label: 'Canales creados', count: summary.created },
  { label: 'Canales modificados', count: summary.changed },
  { label: 'Sin elegir, o modificados mientras tanto', count: summary.skipped },
  { label: 'Ya estaban iguales', count: summary.same },
  { label: 'Duplicados en la lista', count: summary.duplicate },
  { label: 'Inválidos', count: summary.invalid },
]

/** Imports channels from a playlist in three steps: source, preview, summary. */
export const ImportDialog = ({ onClose }: { onClose: () => void }) => {
  const work = useImport()
  const { step, isBusy } = work
  const isPreview = step.kind === 'preview'
  const [isTouched, setTouched] = useState(false)
  const canUndo = useCan('delete', 'channels')
  const { guarded, question } = useGuard(isPreview && isTouched)
  const close = guarded(onClose)
  useFollowed('channels import')
  return (
    <ImportFrame
      title="Importar lista M3U"
      width={isPreview ? 'lg' : 'sm'}
      isBusy={isBusy}
      problem={work.problem}
      onClose={close}
    >
      {isPreview ? (
        <PreviewStep
          work={work}
          entries={step.entries}
          onTouched={setTouched}
          onRestart={guarded(work.restart)}
          onClose={close}
        />
      ) : step.kind === 'imported' ? (
        <ImportedStep
          batch={step.summary.batchId}
          done="La lista fue importada."
          history="Historial de importaciones"
          lines={linesOf(step.summary)}
          canUndo={canUndo}
          isBusy={isBusy}
          onUndo={work.undo}
          onClose={close}
        />
      ) : step.kind === 'undone' ? (
        <ResultStep onClose={close}>
          <UndoneReport undone={step.undone} />
        </ResultStep>
      ) : (
        <SourceStep work={work} onClose={close} />
      )}
      {question}
    </ImportFrame>
  )
}
