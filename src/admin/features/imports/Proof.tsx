import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { formatCount } from '../../../domain/format/text.ts'
import type { Import } from '../../../domain/imports/import.ts'
import type { ImportProof } from '../../../domain/imports/proof.ts'
import { fileFieldLabel } from '../../../domain/imports/reasons.ts'
import { type CardColumn, CardTable } from './CardTable.tsx'

const SUMS: readonly CardColumn<ImportProof['sums'][number]>[] = [
  { heading: 'Suma', onPhone: 'title', cell: ({ label }) => label },
  { heading: 'En el archivo', align: 'right', cell: ({ file }) => formatCount(file) },
  {
    heading: 'Guardado',
    align: 'right',
    cell: ({ file, stored }) => (
      <Box component="span" sx={file === stored ? undefined : { color: 'warning.main', fontWeight: 600 }}>
        {formatCount(stored)}
      </Box>
    ),
  },
]

type Difference = ImportProof['differences'][number]

const differenceColumns = (current: Import): CardColumn<Difference>[] => [
  { heading: 'Fila', cell: ({ row }) => row },
  { heading: 'Registro', onPhone: 'title', wraps: true, cell: ({ title }) => title || '—' },
  { heading: 'Campo', cell: ({ field }) => fileFieldLabel(current, field) },
  { heading: 'En el archivo', wraps: true, cell: ({ file }) => file || '—' },
  { heading: 'Guardado', wraps: true, cell: ({ stored }) => stored },
]

const differenceText = (different: number, listed: number): string => {
  if (different === 1) return 'Hay 1 diferencia con el archivo.'
  const first = different > listed ? ` Estas son las primeras ${formatCount(listed)}.` : ''
  return `Hay ${formatCount(different)} diferencias con el archivo.${first}`
}

/** After an import: sums of its file beside those of the stored records, and what differs. */
export const Proof = ({ current }: { current: Import }) => {
  const { proof } = current
  if (proof === null) return null
  const { sums, different, differences } = proof
  return (
    <Box component="section" aria-label="Comprobación" sx={{ display: 'grid', gap: 1.5 }}>
      <Typography component="h3" variant="subtitle1">
        Comprobación
      </Typography>
      <CardTable label="Sumas" columns={SUMS} rows={sums} rowKey={({ label }) => label} />
      {different === 0 ? (
        <Alert severity="success">Lo guardado coincide con el archivo.</Alert>
      ) : (
        <>
          <Alert severity="warning">{differenceText(different, differences.length)}</Alert>
          <CardTable
            label="Diferencias con el archivo"
            columns={differenceColumns(current)}
            rows={differences}
            rowKey={({ row, field }) => `${row} ${field}`}
          />
        </>
      )}
    </Box>
  )
}
