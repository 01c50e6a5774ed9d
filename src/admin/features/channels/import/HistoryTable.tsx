import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { formatCount } from '../../../../domain/format/numbers.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { momentText } from '../../../kit/display/dates.ts'
import { Tag } from '../../../kit/display/Tag.tsx'
import { TABLE } from '../../../kit/list/CatalogueTable.tsx'
import type { PastImport } from './import-api.ts'

const DELETED = 'Usuario eliminado'
const WRAP = { overflowWrap: 'anywhere' } as const

const STATE_NAMES: Readonly<Record<PastImport['state'], string>> = {
  done: 'Importada',
  undone: 'Deshecha',
  expired: 'Ya no se puede deshacer',
}

const keptText = (kept: number): string =>
  kept === 1 ? 'Se conservó 1 canal.' : `Se conservaron ${formatCount(kept)} canales.`

/** Where an import stands; of an undone one also who did it, when, and what that left alone. */
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

/** A page of the history; who may delete channels can undo what is not too old. */
export const HistoryTable = ({ imports, onUndo }: HistoryTableProps) => {
  const mayUndo = useMay('delete', 'channels')
  const headings = ['Fecha', 'Usuario', 'Lista', 'Creados', 'Modificados', 'Estado']
  return (
    <Box sx={TABLE}>
      <Table size="small" aria-label="Importaciones">
        <TableHead>
          <TableRow>
            {headings.map((heading) => (
              <TableCell key={heading} align={/dos$/.test(heading) ? 'right' : 'left'}>
                {heading}
              </TableCell>
            ))}
            {mayUndo ? <TableCell align="right">Acción</TableCell> : null}
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
              {mayUndo ? (
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
    </Box>
  )
}
