import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useState } from 'react'
import type { EntryField } from '../../../domain/channels/playlist/entry.ts'
import { Tag } from '../../fields/Tag.tsx'
import { PageLinks } from '../../lists/PageLinks.tsx'
import { TABLE } from '../../lists/table-style.ts'
import { detailsOf, isTakeable, type PlacedEntry, VERDICT_NAMES } from './preview-entries.ts'

const ROWS = 50

export interface PreviewTableProps {
  entries: readonly PlacedEntry[]
  taken: ReadonlySet<number>
  /** The fields that change in stored channels. */
  fields: readonly EntryField[]
  /** Takes these entries in, or leaves them out. */
  onTake: (entries: readonly PlacedEntry[], take: boolean) => void
}

interface EntryRowProps {
  entry: PlacedEntry
  details: string
  isTaken: boolean
  onTake: (take: boolean) => void
}

const WRAP = { overflowWrap: 'anywhere' } as const

const EntryRow = ({ entry, details, isTaken, onTake }: EntryRowProps) => (
  <TableRow>
    <TableCell data-label="Importar">
      {isTakeable(entry) ? (
        <Checkbox
          size="small"
          sx={{ my: -1 }}
          checked={isTaken}
          onChange={(_, take) => onTake(take)}
          slotProps={{ input: { 'aria-label': `Importar ${entry.title}` } }}
        />
      ) : null}
    </TableCell>
    <TableCell data-label="Estado">
      <Tag>{VERDICT_NAMES[entry.verdict].one}</Tag>
    </TableCell>
    <TableCell align="right" data-label="Número">
      {entry.number}
    </TableCell>
    <TableCell className="on-phone-title" sx={WRAP}>
      <div>
        <strong>{entry.title || '—'}</strong>
        <Box sx={{ color: 'text.secondary', fontSize: 12 }}>{entry.link}</Box>
      </div>
    </TableCell>
    <TableCell data-label="Categoría" sx={WRAP}>
      {entry.category}
    </TableCell>
    <TableCell data-label="Detalle" sx={WRAP}>
      {details === '' ? null : <Box sx={{ whiteSpace: 'pre-line', fontSize: 12.5 }}>{details}</Box>}
    </TableCell>
  </TableRow>
)

const HEADINGS = ['Importar', 'Estado', 'Número', 'Título y enlace', 'Categoría', 'Detalle']

/** The entries of a playlist, page by page; those that have something to give can be taken in or left out. */
export const PreviewTable = ({ entries, taken, fields, onTake }: PreviewTableProps) => {
  const [page, setPage] = useState(1)
  const pages = Math.max(1, Math.ceil(entries.length / ROWS))
  const shown = Math.min(page, pages)
  const rows = entries.slice((shown - 1) * ROWS, shown * ROWS)
  return (
    <Box sx={TABLE}>
      <Table size="small" aria-label="Canales de la lista">
        <TableHead>
          <TableRow>
            {HEADINGS.map((heading) => (
              <TableCell key={heading} align={heading === 'Número' ? 'right' : 'left'}>
                {heading}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((entry) => (
            <EntryRow
              key={entry.place}
              entry={entry}
              details={detailsOf(entry, fields).join('\n')}
              isTaken={taken.has(entry.place)}
              onTake={(take) => onTake([entry], take)}
            />
          ))}
        </TableBody>
      </Table>
      {pages > 1 ? (
        <Box sx={{ display: 'flex', justifyContent: 'center', py: 1.5 }}>
          <PageLinks page={shown} count={pages} onChange={setPage} />
        </Box>
      ) : null}
    </Box>
  )
}
