import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import LinearProgress from '@mui/material/LinearProgress'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRefresh } from 'ra-core'
import { useId, useState } from 'react'
import { UNDO_DAYS } from '../../../../domain/batches/undo.ts'
import type { PastImport, UndoneImport } from '../../../../domain/channels/playlist/endpoints.ts'
import { formatCount } from '../../../../domain/format/text.ts'
import { useFailureMessage } from '../../../api/connection.ts'
import { ask } from '../../../api/http.ts'
import { useCan } from '../../../api/me.ts'
import { ConfirmDialog } from '../../../kit/dialogs/ConfirmDialog.tsx'
import { momentText } from '../../../kit/display/dates.ts'
import { Tag } from '../../../kit/display/display.tsx'
import { PageLinks } from '../../../kit/list/CatalogueList.tsx'
import { UndoneReport } from './SummaryStep.tsx'
import { undoImport } from './use-import.ts'

const DELETED = 'Usuario eliminado'
const WRAP = { overflowWrap: 'anywhere' } as const

const STATE_NAMES: Readonly<Record<PastImport['state'], string>> = {
  done: 'Importada',
  undone: 'Deshecha',
  expired: 'Ya no se puede deshacer',
}

const keptText = (kept: number): string =>
  kept === 1 ? 'Se conservó 1 canal.' : `Se conservaron ${formatCount(kept)} canales.`

/** The state of an import; if undone, with author, time, and what was left unchanged. */
const State = ({ state, undoneAt, undoneBy, kept }: PastImport) => (
  <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
    <Tag>{STATE_NAMES[state]}</Tag>
    {state === 'undone' ? (
      <Box sx={{ color: 'text.secondary', fontSize: 12 }}>
        {momentText(undoneAt)} · {undoneBy || DELETED}
        {kept > 0 ? <div>{keptText(kept)}</div> : null}
      </Box>
    ) : null}
  </Box>
)

interface HistoryTableProps {
  imports: readonly PastImport[]
  onUndo: (past: PastImport) => void
}

/** A page of past imports; with the permission to delete channels, recent ones can be undone. */
const HistoryTable = ({ imports, onUndo }: HistoryTableProps) => {
  const canUndo = useCan('delete', 'channels')
  const headings = ['Fecha', 'Usuario', 'Lista', 'Creados', 'Modificados', 'Estado']
  return (
    <div className="card-table">
      <Table size="small" aria-label="Importaciones">
        <TableHead>
          <TableRow>
            {headings.map((heading) => (
              <TableCell key={heading} align={/dos$/.test(heading) ? 'right' : 'left'}>
                {heading}
              </TableCell>
            ))}
            {canUndo ? <TableCell align="right">Acción</TableCell> : null}
          </TableRow>
        </TableHead>
        <TableBody>
          {imports.map((past) => (
            <TableRow key={past._id}>
              <TableCell data-label="Fecha">{momentText(past.date)}</TableCell>
              <TableCell data-label="Usuario" sx={WRAP}>
                {past.userName || DELETED}
              </TableCell>
              <TableCell className="on-phone-title" sx={WRAP}>
                {past.source || '—'}
              </TableCell>
              <TableCell align="right" data-label="Creados">
                {formatCount(past.created)}
              </TableCell>
              <TableCell align="right" data-label="Modificados">
                {formatCount(past.changed)}
              </TableCell>
              <TableCell data-label="Estado">
                <State {...past} />
              </TableCell>
              {canUndo ? (
                <TableCell align="right">
                  {past.state === 'done' ? (
                    <Button
                      variant="outlined"
                      color="error"
                      size="small"
                      aria-label={`Deshacer la importación de ${past.source || momentText(past.date)}`}
                      onClick={() => onUndo(past)}
                    >
                      Deshacer
                    </Button>
                  ) : null}
                </TableCell>
              ) : null}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

const ROWS = 10
const KEY = ['channels', 'imports']
const FAILED = 'No se pudo deshacer la importación.'

const pastImports = async (page: number, signal: AbortSignal) => {
  const query = new URLSearchParams({ page: String(page), limit: String(ROWS) })
  const [imports, { count }] = await Promise.all([
    ask('GET /api/channels/import', { query, signal }),
    ask('GET /api/channels/import/size', { signal }),
  ])
  return { imports, total: count }
}

const questionOf = ({ created, changed }: PastImport): string => {
  const parts = [
    created === 0 ? [] : [`se eliminarán los canales que creó (${formatCount(created)})`],
    changed === 0 ? [] : [`volverán a ser como antes los que modificó (${formatCount(changed)})`],
  ].flat()
  const text = parts.join(' y ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}. Los que alguien modificó después se conservan como están.`
}

/** Undoes an import after confirmation, and keeps its result until the next one. */
const useUndo = () => {
  const [asked, setAsked] = useState<PastImport>()
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<UndoneImport>()
  const [failure, setFailure] = useFailureMessage()
  const refresh = useRefresh()
  const client = useQueryClient()
  const run = async (): Promise<void> => {
    if (asked === undefined) return
    setBusy(true)
    setOutcome(undefined)
    setFailure(undefined)
    try {
      setOutcome(await undoImport(asked._id))
      refresh()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : FAILED)
    } finally {
      setBusy(false)
      setAsked(undefined)
      await client.invalidateQueries({ queryKey: KEY })
    }
  }
  return { asked, setAsked, isBusy, outcome, failure, run }
}

/** The history of imports, with undo. */
export const HistoryDialog = ({ onClose }: { onClose: () => void }) => {
  const heading = useId()
  const [page, setPage] = useState(1)
  const { asked, setAsked, isBusy, outcome, failure, run } = useUndo()
  const { data, error, isFetching } = useQuery({
    queryKey: [...KEY, page],
    queryFn: ({ signal }) => pastImports(page, signal),
    placeholderData: keepPreviousData,
  })
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / ROWS))
  return (
    <Dialog open onClose={isBusy ? undefined : onClose} fullWidth maxWidth="md" aria-labelledby={heading}>
      <DialogTitle id={heading}>Historial de importaciones</DialogTitle>
      <Box sx={{ height: 4 }}>{isFetching || isBusy ? <LinearProgress aria-label="Trabajando" /> : null}</Box>
      {/* Focusable for scrolling by keyboard, as it contains no button if no import can be undone. */}
      <DialogContent
        tabIndex={0}
        role="group"
        aria-label="Importaciones anteriores"
        sx={{ display: 'grid', gap: 2, pt: 0, alignContent: 'start' }}
      >
        <Typography color="text.secondary">
          Una importación se puede deshacer durante {UNDO_DAYS} días.
        </Typography>
        {failure === undefined ? null : (
          <Alert severity="error" role="alert">
            {failure}
          </Alert>
        )}
        {outcome === undefined ? null : <UndoneReport undone={outcome} />}
        {error ? <Alert severity="error">{error.message}</Alert> : null}
        {data?.imports.length === 0 ? (
          <Typography role="status">Todavía no hay importaciones.</Typography>
        ) : null}
        {data && data.imports.length > 0 ? <HistoryTable imports={data.imports} onUndo={setAsked} /> : null}
        {pages > 1 ? (
          <Box sx={{ display: 'flex', justifyContent: 'center' }}>
            <PageLinks page={page} count={pages} onChange={setPage} />
          </Box>
        ) : null}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button autoFocus variant="contained" disabled={isBusy} onClick={onClose}>
          Cerrar
        </Button>
      </DialogActions>
      <ConfirmDialog
        open={asked !== undefined}
        title="¿Deshacer la importación?"
        confirmLabel="Deshacer"
        danger
        busy={isBusy}
        onConfirm={run}
        onClose={() => setAsked(undefined)}
      >
        {asked === undefined ? null : questionOf(asked)}
      </ConfirmDialog>
    </Dialog>
  )
}
