import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogContent from '@mui/material/DialogContent'
import LinearProgress from '@mui/material/LinearProgress'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { formatCount } from '../../../domain/format/text.ts'
import { chosenFields, type Import, type ImportRow, type RowVerdict } from '../../../domain/imports/import.ts'
import { fileFieldLabel, reasonText } from '../../../domain/imports/reasons.ts'
import { request } from '../../api/http.ts'
import { type CardColumn, CardTable, Pages } from './CardTable.tsx'
import {
  ChoiceBar,
  importLabel,
  OverwriteAll,
  RowDetails,
  SelectAll,
  takeColumn,
  VERDICT_COLUMN,
  VerdictFilter,
} from './choices.tsx'
import { RefusedDownload } from './RefusedDownload.tsx'
import { StepActions } from './steps.tsx'

/** The rows that can be downloaded with the reasons why they are not imported. */
export const countRefused = ({ counts }: Pick<Import, 'counts'>): number => counts.refused + counts.duplicate

/**
 * The user's choices: whether to create new records, which fields to overwrite in all stored ones, and exceptions by
 * row.
 */
export interface Choice {
  takeNew: boolean
  fields: string[]
  rows: { row: number; take: boolean; fields?: string[]; values?: Record<string, string> }[]
}

type Exceptions = ReadonlyMap<number, Choice['rows'][number]>

/** Initially all new records are chosen, and no stored field is overwritten. */
const useChoice = ({ counts, changedFields }: Import, onTouched: () => void) => {
  const [takeNew, setTakeNew] = useState(true)
  const [fields, setFields] = useState<readonly string[]>([])
  const [exceptions, setExceptions] = useState<Exceptions>(new Map())
  const selectedFields = ({ row, verdict, changes }: ImportRow) =>
    chosenFields({ takeNew, fields: [...fields] }, exceptions.get(row), {
      verdict,
      changed: changes.map(({ field }) => field),
    })
  const except = (each: Choice['rows'][number]): void => {
    onTouched()
    setExceptions(new Map(exceptions).set(each.row, each))
  }
  const rows = [...exceptions.values()]
  // Exceptions by row; those with `fields` are for stored records.
  const ownNew = rows.filter((each) => each.fields === undefined)
  const newCount = takeNew
    ? counts.new - ownNew.filter(({ take }) => !take).length
    : ownNew.filter(({ take }) => take).length
  const overwritten = fields.filter((field) => (changedFields[field] ?? 0) > 0)
  const isAny = newCount > 0 || overwritten.length > 0 || rows.some(({ take }) => take)
  return {
    takeNew,
    newCount,
    isAny,
    fields,
    selectedFields,
    sent: (): Choice => ({ takeNew, fields: [...fields], rows }),
    takeAllNew(isTaken: boolean) {
      onTouched()
      setTakeNew(isTaken)
      const kept = rows.flatMap((each) => {
        if (each.fields !== undefined) return each
        return each.values === undefined ? [] : { ...each, take: isTaken }
      })
      setExceptions(new Map(kept.map((each) => [each.row, each])))
    },
    overwriteAll(field: string, isChosen: boolean) {
      onTouched()
      setFields(isChosen ? [...fields, field] : fields.filter((each) => each !== field))
      // Exceptions follow the choice for this field.
      const updated = rows.map((each) => {
        if (each.fields === undefined) return each
        const next = each.fields.filter((name) => name !== field)
        const all = isChosen ? [...next, field] : next
        return { ...each, take: all.length > 0, fields: all }
      })
      setExceptions(new Map(updated.map((each) => [each.row, each])))
    },
    take: ({ row }: ImportRow, isTaken: boolean) => except({ ...exceptions.get(row), row, take: isTaken }),
    overwrite(row: ImportRow, field: string, isChosen: boolean) {
      const others = (selectedFields(row) ?? []).filter((each) => each !== field)
      const next = isChosen ? [...others, field] : others
      except({ ...exceptions.get(row.row), row: row.row, take: next.length > 0, fields: next })
    },
    selectedValue: ({ row, options }: ImportRow, field: string) =>
      exceptions.get(row)?.values?.[field] ?? options[field]?.[0] ?? '',
    choose(row: ImportRow, field: string, value: string) {
      const selected = selectedFields(row)
      const stored = row.verdict === 'changed' && { fields: [...(selected ?? [])] }
      const values = { ...exceptions.get(row.row)?.values, [field]: value }
      except({ row: row.row, take: selected !== undefined, ...stored, values })
    },
  }
}

type ChoiceState = ReturnType<typeof useChoice>

interface ChoiceStepProps {
  current: Import
  isBusy: boolean
  /** Label of the button to the step before. */
  mapping: string
  onTouched: () => void
  onApply: (choice: Choice & { version: number }) => void
  onMapping: () => void
  onClose: () => void
}

/** The preview of an import, row by row, with the user's choices. */
export const ChoiceStep = ({
  current,
  isBusy,
  mapping,
  onTouched,
  onApply,
  onMapping,
  onClose,
}: ChoiceStepProps) => {
  const choice = useChoice(current, onTouched)
  const { counts, version } = current
  const [verdict, setVerdict] = useState<RowVerdict | ''>('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isBusy && choice.isAny) onApply({ version, ...choice.sent() })
  }
  const counted = choice.fields.length === 0 ? choice.newCount : 0
  return (
    <form onSubmit={submit}>
      <DialogContent sx={{ pt: 0 }}>
        {counts.new + counts.changed === 0 ? (
          <Alert severity="info" role="status" sx={{ mb: 1.5 }}>
            {countRefused(current) === 0
              ? 'El archivo no cambia nada: todos los registros ya están iguales.'
              : 'Ninguna fila se puede importar: mire por qué en cada una.'}
          </Alert>
        ) : null}
        {current.isChunked ? (
          <Alert severity="info" role="note" sx={{ mb: 1.5 }}>
            Es un archivo grande: se escribe por partes. Lo que otra persona cambie mientras tanto se rechaza
            fila por fila, y lo demás se importa. Se puede detener, y después deshacer completo.
          </Alert>
        ) : null}
        <ChoiceBar>
          <VerdictFilter counts={counts} verdict={verdict} onChange={setVerdict} />
          <SelectAll
            label={`Crear los nuevos (${formatCount(counts.new)})`}
            total={counts.new}
            count={choice.newCount}
            onChange={choice.takeAllNew}
          />
          <RefusedDownload id={current._id} count={countRefused(current)} />
        </ChoiceBar>
        <OverwriteAll
          legend="Sobrescribir en los registros ya guardados"
          fields={current.fields.map(({ name, label }) => {
            const total = current.changedFields[name] ?? 0
            return {
              name,
              label,
              total,
              count: choice.fields.includes(name) ? total : 0,
              onChange: (isChosen) => choice.overwriteAll(name, isChosen),
            }
          })}
        />
        <Rows key={verdict} current={current} verdict={verdict} choice={choice} />
      </DialogContent>
      <StepActions back={mapping} isBusy={isBusy} onBack={onMapping} onClose={onClose}>
        <Button type="submit" variant="contained" disabled={isBusy || !choice.isAny}>
          {importLabel(counted)}
        </Button>
      </StepActions>
    </form>
  )
}

interface ChoosingProps {
  current: Import
  choice: ChoiceState
}

const ROWS = 50

const Rows = ({ current, choice, verdict }: ChoosingProps & { verdict: RowVerdict | '' }) => {
  const { _id, version, counts, total } = current
  const [page, setPage] = useState(1)
  const matches = verdict === '' ? total : counts[verdict]
  const pages = Math.max(1, Math.ceil(matches / ROWS))
  const { data, error, isFetching } = useQuery({
    queryKey: ['imports', _id, 'rows', version, verdict, page],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ page: String(page), limit: String(ROWS) })
      if (verdict !== '') query.set('verdict', verdict)
      return request('GET /api/imports/:id/rows', { params: { id: _id }, query, signal })
    },
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <Box sx={{ height: 4 }}>{isFetching ? <LinearProgress aria-label="Leyendo filas" /> : null}</Box>
      {error ? (
        <Alert severity="error" role="alert">
          {error.message}
        </Alert>
      ) : null}
      <CardTable
        label="Filas del archivo"
        columns={rowColumns(current, choice)}
        rows={data ?? []}
        rowKey={({ row }) => row}
      />
      <Pages page={page} count={pages} onChange={setPage} />
    </>
  )
}

const rowColumns = (current: Import, choice: ChoiceState): CardColumn<ImportRow>[] => [
  takeColumn({
    isTaken: (row) => choice.selectedFields(row) !== undefined,
    onTake: choice.take,
  }),
  { heading: 'Fila', align: 'right', cell: ({ row }) => row },
  VERDICT_COLUMN,
  {
    heading: 'Registro',
    onPhone: 'title',
    wraps: true,
    minWidth: 160,
    cell: ({ title }) => <strong>{title || '—'}</strong>,
  },
  {
    heading: 'Detalle',
    wraps: true,
    cell: (row) => (
      <RowDetails
        title={row.title || `la fila ${row.row}`}
        values={row.values.flatMap(({ field, ...value }) =>
          field in row.options ? [] : { label: fileFieldLabel(current, field), ...value },
        )}
        options={Object.entries(row.options).map(([field, values]) => ({
          label: fileFieldLabel(current, field),
          values,
          value: choice.selectedValue(row, field),
          onChange: (value) => choice.choose(row, field, value),
        }))}
        notes={row.notes}
        errors={row.errors.map((error) => reasonText(current, error))}
        changes={row.changes.map(({ field, before, after }) => ({
          field,
          text: `${fileFieldLabel(current, field)}: ${before || '—'} → ${choice.selectedValue(row, field) || after || '—'}`,
        }))}
        isChosen={(field) => choice.selectedFields(row)?.includes(field) ?? false}
        onOverwrite={(field, isChosen) => choice.overwrite(row, field, isChosen)}
      />
    ),
  },
]
