import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useState } from 'react'
import { Tag } from '../../../kit/display/Tag.tsx'
import { TABLE } from '../../../kit/list/CatalogueTable.tsx'
import { PageLinks } from '../../../kit/list/Paginator.tsx'
import { changeText, type PlacedEntry, VERDICT_NAMES } from './preview-entries.ts'
import { isNew, type Selection } from './selection.ts'

const ROWS = 50

interface PreviewTableProps {
  entries: readonly PlacedEntry[]
  selection: Selection
  /** Who may not edit channels sees what would change, and chooses nothing of it. */
  mayOverwrite: boolean
}

interface EntryRowProps extends Omit<PreviewTableProps, 'entries'> {
  entry: PlacedEntry
}

const WRAP = { overflowWrap: 'anywhere' } as const

/** What an entry would change, field by field: nothing that is stored is overwritten unless somebody says so. */
const Changes = ({ entry, selection, mayOverwrite }: EntryRowProps) => (
  <Box sx={{ display: 'grid', fontSize: 12.5 }}>
    {entry.changes.map((change) =>
      mayOverwrite ? (
        <FormControlLabel
          key={change.field}
          label={changeText(change)}
          sx={{ mr: 0, ml: '-5px', textAlign: 'left' }}
          slotProps={{ typography: { fontSize: 'inherit' } }}
          control={
            <Checkbox
              size="small"
              sx={{ p: '3px', mr: 0.5 }}
              checked={selection.overwrites(entry, change.field)}
              onChange={(_, isChosen) => selection.overwrite([entry], change.field, isChosen)}
              slotProps={{
                input: { 'aria-label': `Sobrescribir en ${entry.title}: ${changeText(change)}` },
              }}
            />
          }
        />
      ) : (
        <span key={change.field}>{changeText(change)}</span>
      ),
    )}
  </Box>
)

const Details = (props: EntryRowProps) => {
  const { verdict, problems } = props.entry
  if (problems.length > 0)
    return (
      <Box sx={{ whiteSpace: 'pre-line', fontSize: 12.5 }}>
        {problems.map(({ message }) => message).join('\n')}
      </Box>
    )
  return verdict === 'changed' ? <Changes {...props} /> : null
}

const EntryRow = (props: EntryRowProps) => {
  const { entry, selection } = props
  return (
    <TableRow>
      <TableCell data-label="Importar">
        {isNew(entry) ? (
          <Checkbox
            size="small"
            sx={{ my: -1 }}
            checked={selection.isTaken(entry)}
            onChange={(_, isTaken) => selection.take([entry], isTaken)}
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
        <Details {...props} />
      </TableCell>
    </TableRow>
  )
}

const HEADINGS = ['Importar', 'Estado', 'Número', 'Título y enlace', 'Categoría', 'Detalle']

/** The entries of a playlist, page by page: new ones are taken in or left out, of the others single fields. */
export const PreviewTable = ({ entries, ...choosing }: PreviewTableProps) => {
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
            <EntryRow key={entry.place} entry={entry} {...choosing} />
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
