import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Typography from '@mui/material/Typography'
import { UNDO_DAYS } from '../../../../domain/batches/undo.ts'
import type { ImportSummary, UndoneImport } from '../../../../domain/channels/playlist/endpoints.ts'
import { useCan } from '../../../api/me.ts'
import { type CountLine, Counts } from '../../../kit/import/steps.tsx'
import type { Import } from './use-import.ts'

const linesOf = (summary: ImportSummary): CountLine[] => [
  { label: 'Canales creados', count: summary.created },
  { label: 'Canales modificados', count: summary.changed },
  { label: 'Sin elegir, o modificados mientras tanto', count: summary.skipped },
  { label: 'Ya estaban iguales', count: summary.same },
  { label: 'Duplicados en la lista', count: summary.duplicate },
  { label: 'Inválidos', count: summary.invalid },
]

interface ImportedStepProps {
  work: Pick<Import, 'undo' | 'isBusy'>
  summary: ImportSummary
  onClose: () => void
}

/** The result of the import, with undo. */
export const ImportedStep = ({ work: { undo, isBusy }, summary, onClose }: ImportedStepProps) => {
  const { batchId } = summary
  const canUndo = useCan('delete', 'channels') && batchId !== null
  return (
    <>
      <DialogContent tabIndex={0} role="group" aria-label="Resultado" sx={{ display: 'grid', gap: 2, pt: 0 }}>
        <Alert severity={batchId === null ? 'info' : 'success'} role="status">
          {batchId === null ? 'No había nada que importar.' : 'La lista fue importada.'}
        </Alert>
        <Counts lines={linesOf(summary)} />
        {canUndo ? (
          <Typography color="text.secondary">
            Puede deshacerla durante {UNDO_DAYS} días, también desde «Historial de importaciones».
          </Typography>
        ) : null}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        {canUndo ? (
          <Button variant="outlined" color="error" disabled={isBusy} onClick={() => undo(batchId)}>
            Deshacer
          </Button>
        ) : null}
        <Button autoFocus variant="contained" onClick={onClose}>
          Cerrar
        </Button>
      </DialogActions>
    </>
  )
}

/** The result of undoing, with the channels skipped because they were edited since. */
export const UndoneReport = ({ undone: { removed, restored, kept } }: { undone: UndoneImport }) => (
  <>
    <Alert severity="success" role="status">
      {kept.length === 0 ? 'La importación fue deshecha.' : 'La importación fue deshecha en parte.'}
    </Alert>
    <Counts
      lines={[
        { label: 'Canales eliminados', count: removed },
        { label: 'Canales como antes', count: restored },
        { label: 'Canales conservados', count: kept.length },
      ]}
    />
    {kept.length === 0 ? null : (
      <Alert severity="warning" role="presentation">
        <Typography>Estos canales no se tocaron, porque alguien los modificó después:</Typography>
        <Box component="ul" sx={{ m: 0, pl: 2.5, maxHeight: 200, overflowY: 'auto' }}>
          {kept.map(({ _id, number, title }) => (
            <li key={_id}>
              {number} · {title}
            </li>
          ))}
        </Box>
      </Alert>
    )}
  </>
)

export const UndoneStep = ({ undone, onClose }: { undone: UndoneImport; onClose: () => void }) => (
  <>
    <DialogContent tabIndex={0} role="group" aria-label="Resultado" sx={{ display: 'grid', gap: 2, pt: 0 }}>
      <UndoneReport undone={undone} />
    </DialogContent>
    <DialogActions sx={{ px: 3, pb: 2 }}>
      <Button autoFocus variant="contained" onClick={onClose}>
        Cerrar
      </Button>
    </DialogActions>
  </>
)
