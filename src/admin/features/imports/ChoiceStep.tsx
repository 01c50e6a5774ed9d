import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import LinearProgress from '@mui/material/LinearProgress'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { fold, formatCount } from '../../../domain/format/text.ts'
import {
  chosenFields,
  type Import,
  type ImportRow,
  ROW_VERDICTS,
  type RowVerdict,
} from '../../../domain/imports/import.ts'
import { ask } from '../../api/http.ts'
import { ChangeChoice, Errors, SelectAll, VerdictFilter, VerdictTag, WRAP } from '../../kit/import/steps.tsx'
import { PageLinks } from '../../kit/list/CatalogueList.tsx'

/** The user's choices: new records as a whole, fields of stored ones for all, and exceptions by row. */
export interface Choice {
  takeNew: boolean
  fields: string[]
  rows: { row: number; take: boolean; fields?: string[] }[]
}

type Exceptions = ReadonlyMap<number, Choice['rows'][number]>

/** Initially all new records are chosen, and no stored field is overwritten. */
const useChoice = ({ counts, changedFields }: Import, onTouched: () => void) => {
  const [takeNew, setTakeNew] = useState(true)
  const [fields, setFields] = useState<readonly string[]>([])
  const [exceptions, setExceptions] = useState<Exceptions>(new Map())
  const chosenOf = ({ row, verdict, changes }: ImportRow) =>
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
    chosenOf,
    sent: (): Choice => ({ takeNew, fields: [...fields], rows }),
    takeAllNew(isTaken: boolean) {
      onTouched()
      setTakeNew(isTaken)
      setExceptions(new Map(rows.filter((each) => each.fields !== undefined).map((each) => [each.row, each])))
    },
    overwriteAll(field: string, isChosen: boolean) {
      onTouched()
      setFields(isChosen ? [...fields, field] : fields.filter((each) => each !== field))
      // Exceptions follow the choice for this field.
      const followed = rows.map((each) => {
        if (each.fields === undefined) return each
        const next = each.fields.filter((name) => name !== field)
        const all = isChosen ? [...next, field] : next
        return { row: each.row, take: all.length > 0, fields: all }
      })
      setExceptions(new Map(followed.map((each) => [each.row, each])))
    },
    take: ({ row }: ImportRow, isTaken: boolean) => except({ row, take: isTaken }),
    overwrite(row: ImportRow, field: string, isChosen: boolean) {
      const others = (chosenOf(row) ?? []).filter((each) => each !== field)
      const next = isChosen ? [...others, field] : others
      except({ row: row.row, take: next.length > 0, fields: next })
    },
  }
}

type Chosen = ReturnType<typeof useChoice>

interface ChoiceStepProps {
  current: Import
  isBusy: boolean
  onTouched: () => void
  onApply: (choice: Choice & { version: number }) => void
  onMapping: () => void
  onClose: () => void
}

/** The preview of an import, row by row, with the user's choices. */
export const ChoiceStep = ({ current, isBusy, onTouched, onApply, onMapping, onClose }: ChoiceStepProps) => {
  const choice = useChoice(current, onTouched)
  const { counts, version } = current
  const [verdict, setVerdict] = useState<RowVerdict | ''>('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isBusy && choice.isAny) onApply({ version, ...choice.sent() })
  }
  const label = choice.newCount > 0 && choice.fields.length === 0 ? importLabel(choice.newCount) : 'Importar'
  return (
    <form onSubmit={submit}>
      <DialogContent sx={{ pt: 0 }}>
        {counts.new + counts.changed === 0 ? (
          <Alert severity="info" role="status" sx={{ mb: 1.5 }}>
            {counts.refused === 0
              ? 'El archivo no cambia nada: todos los registros ya están iguales.'
              : 'Ninguna fila se puede importar: mire por qué en cada una.'}
          </Alert>
        ) : null}
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'flex-end',
            columnGap: 2.5,
            rowGap: 1,
            my: 1.5,
          }}
        >
          <VerdictFilter verdicts={ROW_VERDICTS} counts={counts} verdict={verdict} onChange={setVerdict} />
          <SelectAll
            label={`Crear los nuevos (${formatCount(counts.new)})`}
            total={counts.new}
            count={choice.newCount}
            onChange={choice.takeAllNew}
          />
        </Box>
        <OverwriteAll current={current} choice={choice} />
        <Rows key={verdict} current={current} verdict={verdict} choice={choice} />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap', gap: 1 }} disableSpacing>
        <Button variant="outlined" onClick={onClose}>
          Cancelar
        </Button>
        <Button variant="outlined" disabled={isBusy} onClick={onMapping}>
          Columnas
        </Button>
        <Button type="submit" variant="contained" disabled={isBusy || !choice.isAny}>
          {label}
        </Button>
      </DialogActions>
    </form>
  )
}

const importLabel = (count: number): string =>
  count === 1 ? 'Importar 1 registro' : `Importar ${formatCount(count)} registros`

interface ChoosingProps {
  current: Import
  choice: Chosen
}

const labelOf = ({ fields }: Import, name: string): string =>
  fields.find((field) => field.name === name)?.label ?? name

/** A field's label, with the name of its column if different. */
const columnOf = (current: Import, name: string): string => {
  const label = labelOf(current, name)
  const column = current.columns.find(({ field }) => field === name)
  return column === undefined || fold(column.name) === fold(label)
    ? label
    : `${label} (columna «${column.name}»)`
}

/** For each field, a choice to overwrite it in all stored records. */
const OverwriteAll = ({ current, choice }: ChoosingProps) => {
  const { changedFields, fields } = current
  const names = fields.map(({ name }) => name).filter((name) => (changedFields[name] ?? 0) > 0)
  if (names.length === 0) return null
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ p: 0, fontSize: 12, fontWeight: 600, color: 'text.secondary' }}>
        Sobrescribir en los registros ya guardados
      </Box>
      {names.map((name) => {
        const total = changedFields[name] ?? 0
        return (
          <SelectAll
            key={name}
            label={`${labelOf(current, name)} (${formatCount(total)})`}
            total={total}
            count={choice.fields.includes(name) ? total : 0}
            onChange={(isChosen) => choice.overwriteAll(name, isChosen)}
          />
        )
      })}
    </Box>
  )
}

const ROWS = 50

const HEADINGS = ['Importar', 'Fila', 'Estado', 'Registro', 'Detalle']

const Rows = ({ current, choice, verdict }: ChoosingProps & { verdict: RowVerdict | '' }) => {
  const { _id, version, counts, total } = current
  const [page, setPage] = useState(1)
  const found = verdict === '' ? total : counts[verdict]
  const pages = Math.max(1, Math.ceil(found / ROWS))
  const { data, error, isFetching } = useQuery({
    queryKey: ['imports', _id, 'rows', version, verdict, page],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ page: String(page), limit: String(ROWS) })
      if (verdict !== '') query.set('verdict', verdict)
      return ask('GET /api/imports/:id/rows', { params: { id: _id }, query, signal })
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
      <div className="card-table">
        <Table size="small" aria-label="Filas del archivo">
          <TableHead>
            <TableRow>
              {HEADINGS.map((heading) => (
                <TableCell key={heading} align={heading === 'Fila' ? 'right' : 'left'}>
                  {heading}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {data?.map((row) => (
              <Row key={row.row} row={row} current={current} choice={choice} />
            ))}
          </TableBody>
        </Table>
      </div>
      {pages > 1 ? (
        <Box sx={{ display: 'flex', justifyContent: 'center', py: 1.5 }}>
          <PageLinks page={page} count={pages} onChange={setPage} />
        </Box>
      ) : null}
    </>
  )
}

const Row = ({ row, current, choice }: ChoosingProps & { row: ImportRow }) => {
  const title = row.title || `fila ${row.row}`
  return (
    <TableRow>
      <TableCell data-label="Importar">
        {row.verdict === 'new' ? (
          <Checkbox
            size="small"
            sx={{ my: -1 }}
            checked={choice.chosenOf(row) !== undefined}
            onChange={(_, isTaken) => choice.take(row, isTaken)}
            slotProps={{ input: { 'aria-label': `Importar ${title}` } }}
          />
        ) : null}
      </TableCell>
      <TableCell align="right" data-label="Fila">
        {row.row}
      </TableCell>
      <TableCell data-label="Estado">
        <VerdictTag verdict={row.verdict} />
      </TableCell>
      <TableCell className="on-phone-title" sx={{ ...WRAP, minWidth: 160 }}>
        <strong>{row.title || '—'}</strong>
      </TableCell>
      <TableCell data-label="Detalle" sx={WRAP}>
        <Details row={row} current={current} choice={choice} />
      </TableCell>
    </TableRow>
  )
}

/** A row's verdict: validation errors, or changed fields (each opt-in). */
const Details = ({ row, current, choice }: ChoosingProps & { row: ImportRow }) => {
  const { errors, changes, notes, title } = row
  if (errors.length + changes.length + notes.length === 0) return null
  return (
    <Box sx={{ display: 'grid', fontSize: 12.5, whiteSpace: 'pre-line' }}>
      {notes.map((note) => (
        <span key={note}>{note}</span>
      ))}
      <Errors
        title={title || `la fila ${row.row}`}
        messages={errors.map(({ field, message }) =>
          field === '' ? message : `${columnOf(current, field)}: ${message}`,
        )}
      />
      {changes.map((change) => (
        <ChangeChoice
          key={change.field}
          text={`${labelOf(current, change.field)}: ${change.before || '—'} → ${change.after || '—'}`}
          title={title}
          isChosen={choice.chosenOf(row)?.includes(change.field) ?? false}
          onChange={(isChosen) => choice.overwrite(row, change.field, isChosen)}
        />
      ))}
    </Box>
  )
}
