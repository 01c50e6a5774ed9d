import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { formatCount } from '../../../domain/format/text.ts'
import type { Import } from '../../../domain/imports/import.ts'
import { WRAP } from '../../kit/import/steps.tsx'

export interface Mapping {
  columns: (string | null)[]
  options: Record<string, unknown>
}

interface MappingStepProps {
  current: Import
  isBusy: boolean
  onCheck: (mapping: Mapping) => void
  onRestart: () => void
  onClose: () => void
}

const NONE = ''

const ROW = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 1fr) minmax(0, 1fr)' },
  columnGap: 2,
  alignItems: 'center',
  py: 1,
  borderBottom: 1,
  borderColor: 'divider',
} as const

/** Which column of the file goes to which field: as recognised, and by hand where that says nothing. */
export const MappingStep = ({ current, isBusy, onCheck, onRestart, onClose }: MappingStepProps) => {
  const { columns, fields, total, name, message, options } = current
  const [chosen, setChosen] = useState(() => columns.map(({ field }) => field))
  const choose = (index: number, field: string | null): void =>
    // A field takes one column: the one chosen last.
    setChosen(chosen.map((each, at) => (at === index ? field : each === field ? null : each)))
  const missing = fields.filter((field) => field.isRequired && !chosen.includes(field.name))
  return (
    <>
      <DialogContent tabIndex={0} role="group" aria-label="Columnas del archivo" sx={{ pt: 0 }}>
        {message === '' ? null : (
          <Alert severity="warning" role="alert" sx={{ mb: 1.5 }}>
            {message}
          </Alert>
        )}
        <Typography sx={WRAP}>
          {name === '' ? 'El archivo' : `«${name}»`} tiene {formatCount(total)}{' '}
          {total === 1 ? 'fila' : 'filas'}. Revise a qué campo va cada columna.
        </Typography>
        {missing.length === 0 ? null : (
          <Alert severity="info" role="status" sx={{ my: 1.5 }}>
            Sin estos campos no se crean registros nuevos: {missing.map(({ label }) => label).join(', ')}.
          </Alert>
        )}
        <Box sx={{ my: 1 }}>
          {columns.map((column, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns are told apart by their place alone.
            <Box key={index} sx={ROW}>
              <Box sx={WRAP}>
                <strong>{column.name}</strong>
                <Box sx={{ color: 'text.secondary', fontSize: 12 }}>{column.samples.join(' · ') || '—'}</Box>
              </Box>
              <TextField
                select
                label={`Campo de ${column.name}`}
                value={chosen[index] ?? NONE}
                onChange={({ target }) => choose(index, target.value === NONE ? null : target.value)}
                slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
              >
                <MenuItem value={NONE}>No se importa</MenuItem>
                {fields.map((field) => (
                  <MenuItem key={field.name} value={field.name}>
                    {field.label}
                  </MenuItem>
                ))}
              </TextField>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap', gap: 1 }} disableSpacing>
        <Button variant="outlined" onClick={onClose}>
          Cancelar
        </Button>
        <Button variant="outlined" disabled={isBusy} onClick={onRestart}>
          Otro archivo
        </Button>
        <Button
          variant="contained"
          autoFocus
          disabled={isBusy || chosen.every((field) => field === null)}
          onClick={() => onCheck({ columns: chosen, options })}
        >
          Revisar filas
        </Button>
      </DialogActions>
    </>
  )
}
