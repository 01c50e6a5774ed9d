import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import DialogContent from '@mui/material/DialogContent'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { formatCount } from '../../../domain/format/text.ts'
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx'
import { momentText } from '../../kit/display/dates.ts'
import { type CardColumn, CardTable } from './CardTable.tsx'

interface Past {
  _id: string
  date: string
  /** The file, or another source. */
  name: string
  created: number
  changed: number
  canUndo: boolean
}

interface HistoryListProps<Each extends Past> {
  intro: string
  imports: readonly Each[] | undefined
  error: Error | null
  /** Heading of the source. */
  source: string
  userColumn?: CardColumn<Each>
  renderState: (past: Each) => ReactNode
  hasActions: boolean
  /** For example 'los registros'. */
  records: string
  /** The rest of the question before undoing. */
  kept: string
  isBusy: boolean
  onUndo: (past: Each) => Promise<unknown>
  /** Shown below the table. */
  children?: ReactNode
}

/** Past imports, undone after confirmation. */
export const HistoryList = <Each extends Past>(props: HistoryListProps<Each>) => {
  const { intro, imports, error, source, userColumn, renderState, hasActions, records, kept, isBusy } = props
  const [undoing, setUndoing] = useState<Each>()
  const columns: CardColumn<Each>[] = [
    { heading: 'Fecha', cell: ({ date }) => momentText(date) },
    ...(userColumn ? [userColumn] : []),
    { heading: source, onPhone: 'title', wraps: true, cell: ({ name }) => name || '—' },
    { heading: 'Creados', align: 'right', cell: ({ created }) => formatCount(created) },
    { heading: 'Modificados', align: 'right', cell: ({ changed }) => formatCount(changed) },
    { heading: 'Estado', cell: renderState },
    {
      heading: 'Acción',
      align: 'right',
      onPhone: 'unlabelled',
      cell: (past) =>
        past.canUndo ? (
          <Button
            variant="outlined"
            color="error"
            size="small"
            aria-label={`Deshacer la importación de ${past.name || momentText(past.date)}`}
            onClick={() => setUndoing(past)}
          >
            Deshacer
          </Button>
        ) : null,
    },
  ]
  const undo = async (): Promise<void> => {
    if (undoing === undefined) return
    await props.onUndo(undoing)
    setUndoing(undefined)
  }
  return (
    <>
      {/* Focusable for scrolling by keyboard, as it contains no button if no import can be undone. */}
      <DialogContent
        tabIndex={0}
        role="group"
        aria-label="Importaciones anteriores"
        sx={{ display: 'grid', gap: 2, pt: 0, alignContent: 'start' }}
      >
        <Typography color="text.secondary">{intro}</Typography>
        {error ? (
          <Alert severity="error" role="alert">
            {error.message}
          </Alert>
        ) : null}
        {imports?.length === 0 ? <Typography role="status">Todavía no hay importaciones.</Typography> : null}
        {imports && imports.length > 0 ? (
          <CardTable
            label="Importaciones"
            columns={hasActions ? columns : columns.slice(0, -1)}
            rows={imports}
            rowKey={({ _id }) => _id}
          />
        ) : null}
        {props.children}
      </DialogContent>
      <ConfirmDialog
        open={undoing !== undefined}
        title="¿Deshacer la importación?"
        confirmLabel="Deshacer"
        danger
        busy={isBusy}
        onConfirm={undo}
        onClose={() => setUndoing(undefined)}
      >
        {undoing === undefined ? null : `${effectText(undoing, records)} ${kept}`}
      </ConfirmDialog>
    </>
  )
}

const effectText = ({ created, changed }: Past, records: string): string => {
  const parts = [
    created === 0 ? [] : [`se eliminarán ${records} que creó (${formatCount(created)})`],
    changed === 0 ? [] : [`volverán a ser como antes los que modificó (${formatCount(changed)})`],
  ].flat()
  const text = parts.join(' y ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
