import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { UNDO_DAYS } from '../../../domain/batches/undo.ts'
import { formatCount } from '../../../domain/format/text.ts'
import type { PastImport } from '../../../domain/imports/import.ts'
import { API_PATHS, type FileResource } from '../../../domain/registry.ts'
import { useFailureMessage } from '../../api/connection.ts'
import { ask } from '../../api/http.ts'
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx'
import { momentText } from '../../kit/display/dates.ts'
import { Tag } from '../../kit/display/display.tsx'
import { WRAP } from '../../kit/import/steps.tsx'
import { CREDITS_STAY, CreditsLink } from './ImportedCredits.tsx'

const historyAddress = (resource: FileResource) => `GET ${API_PATHS[resource]}/imports` as const

const HEADINGS = ['Fecha', 'Archivo', 'Creados', 'Modificados', 'Estado']

const questionOf = ({ created, changed }: PastImport, resource: FileResource): string => {
  const parts = [
    created === 0 ? [] : [`se eliminarán los registros que creó (${formatCount(created)})`],
    changed === 0 ? [] : [`volverán a ser como antes los que modificó (${formatCount(changed)})`],
  ].flat()
  const text = parts.join(' y ')
  const what = `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
  return resource === 'users'
    ? `${what} Los que alguien modificó o usó después se conservan como están. ${CREDITS_STAY}`
    : `${what} Los que alguien modificó después se conservan como están.`
}

interface HistoryStepProps {
  resource: FileResource
  onUndo: (batch: string) => Promise<void>
  onBack: () => void
}

/** The current user's recent imports, with undo. */
export const HistoryStep = ({ resource, onUndo, onBack }: HistoryStepProps) => {
  const [asked, setAsked] = useState<PastImport>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useFailureMessage()
  const { data, error } = useQuery({
    queryKey: ['imports', 'history', resource],
    queryFn: ({ signal }) => ask(historyAddress(resource), { signal }),
    staleTime: 0,
  })
  const undo = async (): Promise<void> => {
    if (asked === undefined) return
    setBusy(true)
    try {
      await onUndo(asked.batch)
    } catch (failure) {
      setProblem(failure instanceof Error ? failure.message : String(failure))
      setBusy(false)
      setAsked(undefined)
    }
  }
  const message = problem ?? error?.message
  return (
    <>
      <DialogContent
        tabIndex={0}
        role="group"
        aria-label="Importaciones anteriores"
        sx={{ display: 'grid', gap: 2, pt: 0, alignContent: 'start' }}
      >
        <Typography color="text.secondary">
          Sus importaciones de los últimos {UNDO_DAYS} días. En ese tiempo se pueden deshacer.
        </Typography>
        {message === undefined ? null : (
          <Alert severity="error" role="alert">
            {message}
          </Alert>
        )}
        {data?.length === 0 ? <Typography role="status">Todavía no hay importaciones.</Typography> : null}
        {data && data.length > 0 ? (
          <HistoryTable resource={resource} imports={data} onUndo={setAsked} />
        ) : null}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button autoFocus variant="outlined" onClick={onBack}>
          Volver
        </Button>
      </DialogActions>
      <ConfirmDialog
        open={asked !== undefined}
        title="¿Deshacer la importación?"
        confirmLabel="Deshacer"
        danger
        busy={isBusy}
        onConfirm={undo}
        onClose={() => setAsked(undefined)}
      >
        {asked === undefined ? null : questionOf(asked, resource)}
      </ConfirmDialog>
    </>
  )
}

const stateOf = ({ isUndone, canUndo }: PastImport): string =>
  isUndone ? 'Deshecha' : canUndo ? 'Importada' : 'No se puede deshacer'

interface HistoryTableProps {
  resource: FileResource
  imports: readonly PastImport[]
  onUndo: (past: PastImport) => void
}

const HistoryTable = ({ resource, imports, onUndo }: HistoryTableProps) => (
  <div className="card-table">
    <Table size="small" aria-label="Importaciones">
      <TableHead>
        <TableRow>
          {HEADINGS.map((heading) => (
            <TableCell key={heading} align={/dos$/.test(heading) ? 'right' : 'left'}>
              {heading}
            </TableCell>
          ))}
          <TableCell align="right">Acción</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {imports.map((past) => (
          <TableRow key={past.batch}>
            <TableCell data-label="Fecha">{momentText(past.date)}</TableCell>
            <TableCell className="on-phone-title" sx={WRAP}>
              {past.name || '—'}
            </TableCell>
            <TableCell align="right" data-label="Creados">
              {formatCount(past.created)}
            </TableCell>
            <TableCell align="right" data-label="Modificados">
              {formatCount(past.changed)}
            </TableCell>
            <TableCell data-label="Estado">
              <Box sx={{ display: 'grid', justifyItems: { xs: 'end', sm: 'start' } }}>
                <Tag>{stateOf(past)}</Tag>
                {resource === 'users' && past.isUndone ? <CreditsLink date={past.date} /> : null}
              </Box>
            </TableCell>
            <TableCell align="right">
              {past.canUndo ? (
                <Button
                  variant="outlined"
                  color="error"
                  size="small"
                  aria-label={`Deshacer la importación de ${past.name || momentText(past.date)}`}
                  onClick={() => onUndo(past)}
                >
                  Deshacer
                </Button>
              ) : null}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </div>
)
