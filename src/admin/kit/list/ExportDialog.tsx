import Alert from '@mui/material/Alert'
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
import { useEffect, useId, useRef, useState } from 'react'
import { useListContext, useNotify, useStore } from 'react-admin'
import { decimalFor } from '../../../domain/format/csv.ts'
import { formatCount } from '../../../domain/format/text.ts'
import { useFailureMessage } from '../../api/connection.ts'
import { exportUrl } from '../../api/data-provider.ts'
import { downloadRows, saveAs } from '../../api/files.ts'
import type { Column } from './columns.tsx'
import { useHiddenColumns } from './hidden-columns.ts'
import { totalText } from './total.ts'

const FORMATS = [
  { value: 'csv;', label: 'CSV con punto y coma (Excel)', format: 'csv', separator: ';', rowEnd: 13 },
  { value: 'csv,', label: 'CSV con comas', format: 'csv', separator: ',', rowEnd: 13 },
  { value: 'json', label: 'JSON', format: 'json', separator: '', rowEnd: 10 },
] as const

const DECIMALS = [
  { value: ',', label: 'Con coma: 1250,5' },
  { value: '.', label: 'Con punto: 1250.5' },
] as const

/** Columns that show several fields, or none of the same name. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  isAdult: ['isAdult', 'children'],
  info: ['released', 'runtime'],
}

const NONE: readonly Column[] = []

/** The fields shown by the list, excluding columns of buttons. */
const useShownFields = (columns: readonly Column[]): string[] => {
  const { data } = useListContext()
  const [hidden] = useHiddenColumns(columns)
  const [row = {}] = data ?? []
  return columns
    .filter(({ source }) => !hidden.includes(source))
    .flatMap(({ source }) => FIELDS[source] ?? [source])
    .filter((field) => field in row)
}

interface Progress {
  rows: number
  total: number
}

interface ExportDialogProps {
  /** The list's columns, for an export of rows. */
  columns?: readonly Column[]
  /** Exports sums instead of rows: title, and path below the list's. */
  sums?: { title: string; path: string }
  onClose: () => void
}

/** Exports the whole list with its filters and order to a file. */
export const ExportDialog = ({ columns = NONE, sums, onClose }: ExportDialogProps) => {
  const { resource, filter, filterValues, sort, total, meta } = useListContext()
  const fields = useShownFields(columns)
  const notify = useNotify()
  const heading = useId()
  const [chosen, setChosen] = useStore<string>('export.format', FORMATS[0].value)
  const [mark, setMark] = useStore<string>('export.decimal', '')
  const [hasAll, setAll] = useState(false)
  const [progress, setProgress] = useState<Progress>()
  const [error, setError] = useFailureMessage()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const format = FORMATS.find(({ value }) => value === chosen) ?? FORMATS[0]
  const decimal = format.separator === '' ? '' : mark || decimalFor(format.separator)

  const run = async (): Promise<void> => {
    const controller = new AbortController()
    running.current = controller
    setError(undefined)
    setProgress({ rows: 0, total: total ?? 0 })
    const { path, query } = exportUrl(resource, { filter: { ...filterValues, ...filter }, sort })
    query.set('format', format.format)
    if (format.separator !== '') query.set('separator', format.separator)
    if (decimal !== '') query.set('decimal', decimal)
    if (sums === undefined && hasAll) query.set('columns', 'all')
    else if (sums === undefined && fields.length > 0) query.set('columns', fields.join(','))
    const address = sums ? path.replace(/export$/, `${sums.path}/export`) : path
    try {
      const { file, name, rows } = await downloadRows(`${address}?${query}`, {
        rowEnd: format.rowEnd,
        signal: controller.signal,
        onProgress: (rows, total) => setProgress({ rows, total }),
      })
      saveAs(file, name)
      if (sums) notify('Se exportaron los totales.', { type: 'success' })
      else
        notify(rows === 1 ? 'Se exportó 1 registro.' : `Se exportaron ${formatCount(rows)} registros.`, {
          type: 'success',
        })
      onClose()
    } catch (failure) {
      if (controller.signal.aborted) return
      setError(failure instanceof Error ? failure.message : String(failure))
      setProgress(undefined)
    }
  }
  const cancel = (): void => {
    running.current?.abort()
    if (progress === undefined) onClose()
    else setProgress(undefined)
  }
  const isRunning = progress !== undefined
  return (
    <Dialog open onClose={isRunning ? undefined : onClose} maxWidth="xs" fullWidth aria-labelledby={heading}>
      <DialogTitle id={heading}>{sums?.title ?? 'Exportar'}</DialogTitle>
      <DialogContent>
        {error === undefined ? null : (
          <Alert severity="error" sx={{ mb: 2 }}>
            {error}
          </Alert>
        )}
        {isRunning ? (
          <Running {...progress} />
        ) : (
          <Box sx={{ display: 'grid', gap: 1 }}>
            {sums || total === undefined ? null : (
              <Typography color="text.secondary">
                {total === 1 ? '1 registro' : `${totalText(total, meta)} registros`}, con los filtros y el
                orden de la lista.
              </Typography>
            )}
            {sums ? null : (
              <TextField
                select
                label="Columnas"
                value={hasAll ? 'all' : 'shown'}
                onChange={({ target }) => setAll(target.value === 'all')}
              >
                <MenuItem value="shown">Las que se ven en la lista</MenuItem>
                <MenuItem value="all">Todas</MenuItem>
              </TextField>
            )}
            <TextField
              select
              label="Formato"
              value={format.value}
              onChange={({ target }) => setChosen(target.value)}
            >
              {FORMATS.map(({ value, label }) => (
                <MenuItem key={value} value={value}>
                  {label}
                </MenuItem>
              ))}
            </TextField>
            {decimal === '' ? null : (
              <TextField
                select
                label="Decimales"
                value={decimal}
                onChange={({ target }) => setMark(target.value)}
              >
                {DECIMALS.map(({ value, label }) => (
                  <MenuItem key={value} value={value}>
                    {label}
                  </MenuItem>
                ))}
              </TextField>
            )}
          </Box>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="outlined" onClick={cancel}>
          Cancelar
        </Button>
        {isRunning ? null : (
          <Button variant="contained" autoFocus onClick={run}>
            Exportar
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

const Running = ({ rows, total }: Progress) => (
  <>
    <LinearProgress
      variant={rows === 0 ? 'indeterminate' : 'determinate'}
      value={total > 0 ? Math.min(100, (100 * rows) / total) : 0}
      aria-label="Avance de la exportación"
      sx={{ height: 8, borderRadius: 1, mt: 1 }}
    />
    <Typography color="text.secondary" sx={{ mt: 1 }}>
      {rows === 0 ? 'Preparando…' : `${formatCount(rows)} de ${formatCount(total)} registros`}
    </Typography>
  </>
)
