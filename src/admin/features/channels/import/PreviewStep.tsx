import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import MenuItem from '@mui/material/MenuItem'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useEffect, useMemo, useState } from 'react'
import { type FieldValues, useFormState } from 'react-hook-form'
import {
  type ImportChoices,
  importChoicesSchema,
  uncategorisedChoicesSchema,
} from '../../../../domain/channels/playlist/choices.ts'
import { type Change, VERDICTS, type Verdict } from '../../../../domain/channels/playlist/compare.ts'
import { ENTRY_FIELDS, type EntryField } from '../../../../domain/channels/playlist/entry.ts'
import { formatCount } from '../../../../domain/format/text.ts'
import { useCan } from '../../../api/me.ts'
import { FieldGrid, Span } from '../../../kit/form/FormSection.tsx'
import {
  ChangeChoice,
  Errors,
  SelectAll,
  VerdictFilter,
  VerdictTag,
  WRAP,
} from '../../../kit/import/steps.tsx'
import { SchemaForm } from '../../../kit/inputs/form-kit.tsx'
import { ReferenceInput } from '../../../kit/inputs/ReferenceInput.tsx'
import { PageLinks } from '../../../kit/list/CatalogueList.tsx'
import { CategoryInput } from '../CategoryInput.tsx'
import { changesField, isNew, type NumberedEntry, type Selection, useSelection } from './selection.ts'
import type { Import } from './use-import.ts'

const FIELD_NAMES: Readonly<Record<EntryField, string>> = {
  number: 'Número',
  title: 'Título',
  link: 'Enlace',
  category: 'Categoría',
  image: 'Imagen',
  epgId: 'EPG ID',
}

const withVerdict = (entries: readonly NumberedEntry[], verdict: Verdict | ''): readonly NumberedEntry[] =>
  verdict === '' ? entries : entries.filter((entry) => entry.verdict === verdict)

const countsOf = (entries: readonly NumberedEntry[]): Record<Verdict, number> => {
  const counts = { new: 0, changed: 0, same: 0, duplicate: 0, invalid: 0 }
  for (const { verdict } of entries) counts[verdict]++
  return counts
}

/** For example 'Enlace: https://a → https://b'. */
const changeText = ({ field, before, after }: Change, category: string): string =>
  `${FIELD_NAMES[field]}: ${before || '—'} → ${field === 'category' ? category : after}`

const importLabel = (count: number): string => {
  if (count === 0) return 'Importar'
  return count === 1 ? 'Importar 1 canal' : `Importar ${formatCount(count)} canales`
}

/** Values that the entries lack. */
const ChoicesInputs = ({ needsCategory }: { needsCategory: boolean }) => (
  <FieldGrid>
    <Span of={6}>
      <CategoryInput
        source="category"
        label="Categoría de los canales sin categoría"
        disabled={!needsCategory}
      />
    </Span>
    <Span of={6}>
      <ReferenceInput
        source="channelGuide"
        emptyText="No hay guías"
        label="Guía de los canales nuevos con EPG ID"
        help="Sin guía, el EPG ID no se guarda."
      />
    </Span>
  </FieldGrid>
)

interface EntriesProps {
  /** The filtered entries of all pages. */
  entries: readonly NumberedEntry[]
  selection: Selection
}

const TakeAllNew = ({ entries, selection }: EntriesProps) => {
  const fresh = entries.filter(isNew)
  return (
    <SelectAll
      label="Importar todos los nuevos que se muestran"
      total={fresh.length}
      count={fresh.filter(selection.isTaken).length}
      onChange={(isTaken) => selection.take(fresh, isTaken)}
    />
  )
}

/** For each field, a choice to overwrite it in all stored channels. */
const OverwriteAll = ({ entries, selection }: EntriesProps) => {
  const offered = ENTRY_FIELDS.map((field) => ({
    field,
    changing: entries.filter((entry) => changesField(entry, field)),
  })).filter(({ changing }) => changing.length > 0)
  if (offered.length === 0) return null
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ p: 0, fontSize: 12, fontWeight: 600, color: 'text.secondary' }}>
        Sobrescribir en los canales ya guardados que se muestran
      </Box>
      {offered.map(({ field, changing }) => (
        <SelectAll
          key={field}
          label={`${FIELD_NAMES[field]} (${formatCount(changing.length)})`}
          total={changing.length}
          count={changing.filter((entry) => selection.overwrites(entry, field)).length}
          onChange={(isChosen) => selection.overwrite(changing, field, isChosen)}
        />
      ))}
    </Box>
  )
}

const ROWS = 50

interface PreviewTableProps extends EntriesProps {
  /** Without it, changes are only displayed. */
  canOverwrite: boolean
}

interface EntryRowProps extends Omit<PreviewTableProps, 'entries'> {
  entry: NumberedEntry
}

/** The fields that an entry would change, each opt-in. */
const Changes = ({ entry, selection, canOverwrite }: EntryRowProps) => (
  <Box sx={{ display: 'grid', fontSize: 12.5 }}>
    {entry.changes.map((change) =>
      canOverwrite ? (
        <ChangeChoice
          key={change.field}
          text={changeText(change, selection.categoryOf(entry))}
          title={entry.title}
          isChosen={selection.overwrites(entry, change.field)}
          onChange={(isChosen) => selection.overwrite([entry], change.field, isChosen)}
        />
      ) : (
        <span key={change.field}>{changeText(change, selection.categoryOf(entry))}</span>
      ),
    )}
  </Box>
)

const Details = (props: EntryRowProps) => {
  const { verdict, problems, notes, title, position } = props.entry
  if (problems.length > 0)
    return (
      <Errors
        title={title || `la entrada ${position + 1}`}
        messages={problems.map(({ message }) => message)}
      />
    )
  if (notes.length === 0 && verdict !== 'changed') return null
  return (
    <Box sx={{ display: 'grid', fontSize: 12.5 }}>
      {notes.map((note) => (
        <span key={note}>{note}</span>
      ))}
      {verdict === 'changed' ? <Changes {...props} /> : null}
    </Box>
  )
}

/** The entry's category, or a choice of several. */
const Category = ({ entry, selection }: EntryRowProps) => {
  const { categories, title } = entry
  const category = selection.categoryOf(entry)
  if (categories.length === 0 || !(isNew(entry) || changesField(entry, 'category'))) return category
  return (
    <TextField
      select
      value={category}
      onChange={({ target }) => selection.choose(entry, target.value)}
      slotProps={{ select: { SelectDisplayProps: { 'aria-label': `Categoría de ${title}: ${category}` } } }}
      sx={{ my: 0, minWidth: 120 }}
    >
      {categories.map((each) => (
        <MenuItem key={each} value={each}>
          {each}
        </MenuItem>
      ))}
    </TextField>
  )
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
        <VerdictTag verdict={entry.verdict} />
      </TableCell>
      <TableCell align="right" data-label="Número">
        {entry.number}
      </TableCell>
      <TableCell className="on-phone-title" sx={{ ...WRAP, minWidth: { sm: 220 } }}>
        <div>
          <strong>{entry.title || '—'}</strong>
          <Box sx={{ color: 'text.secondary', fontSize: 12 }}>{entry.link}</Box>
        </div>
      </TableCell>
      <TableCell data-label="Categoría" sx={WRAP}>
        <Category {...props} />
      </TableCell>
      <TableCell data-label="Detalle" sx={WRAP}>
        <Details {...props} />
      </TableCell>
    </TableRow>
  )
}

const HEADINGS = ['Importar', 'Estado', 'Número', 'Título y enlace', 'Categoría', 'Detalle']

const PreviewTable = ({ entries, ...choosing }: PreviewTableProps) => {
  const [page, setPage] = useState(1)
  const pages = Math.max(1, Math.ceil(entries.length / ROWS))
  const shown = Math.min(page, pages)
  const rows = entries.slice((shown - 1) * ROWS, shown * ROWS)
  return (
    <div className="card-table">
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
            <EntryRow key={entry.position} entry={entry} {...choosing} />
          ))}
        </TableBody>
      </Table>
      {pages > 1 ? (
        <Box sx={{ display: 'flex', justifyContent: 'center', py: 1.5 }}>
          <PageLinks page={shown} count={pages} onChange={setPage} />
        </Box>
      ) : null}
    </div>
  )
}

interface PreviewStepProps {
  work: Pick<Import, 'run' | 'isBusy'>
  entries: readonly NumberedEntry[]
  onTouched: (isTouched: boolean) => void
  onRestart: () => void
  onClose: () => void
}

const AT_FIRST = importChoicesSchema.parse({})

// Already validated by the resolver.
const asChoices = (values: FieldValues): ImportChoices => importChoicesSchema.parse(values)

const Entries = ({ entries, selection }: EntriesProps) => {
  const [verdict, setVerdict] = useState<Verdict | ''>('')
  const shown = useMemo(() => withVerdict(entries, verdict), [entries, verdict])
  const canOverwrite = useCan('modify', 'channels')
  return (
    <>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', columnGap: 2.5, rowGap: 1, my: 1.5 }}
      >
        <VerdictFilter
          verdicts={VERDICTS}
          counts={countsOf(entries)}
          verdict={verdict}
          onChange={setVerdict}
        />
        <TakeAllNew entries={shown} selection={selection} />
      </Box>
      {canOverwrite ? <OverwriteAll entries={shown} selection={selection} /> : null}
      <PreviewTable key={verdict} entries={shown} selection={selection} canOverwrite={canOverwrite} />
    </>
  )
}

/** Tells the dialog whether closing it would discard choices. */
const ReportTouched = ({
  isTouched,
  onTouched,
}: {
  isTouched: boolean
  onTouched: (is: boolean) => void
}) => {
  const { isDirty } = useFormState()
  const hasChoices = isTouched || isDirty
  useEffect(() => onTouched(hasChoices), [hasChoices, onTouched])
  return null
}

interface ActionsProps extends Pick<PreviewStepProps, 'onRestart' | 'onClose'> {
  isBusy: boolean
  count: number
}

const Actions = ({ isBusy, count, onRestart, onClose }: ActionsProps) => (
  <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap', gap: 1 }} disableSpacing>
    <Button variant="outlined" onClick={onClose}>
      Cancelar
    </Button>
    <Button variant="outlined" disabled={isBusy} onClick={onRestart}>
      Otra lista
    </Button>
    <Button type="submit" variant="contained" disabled={isBusy || count === 0}>
      {importLabel(count)}
    </Button>
  </DialogActions>
)

/** The preview of an import, entry by entry, with the user's choices. */
export const PreviewStep = ({ work, entries, onTouched, onRestart, onClose }: PreviewStepProps) => {
  const selection = useSelection(entries)
  const needsCategory = entries.some(
    (entry) => isNew(entry) && selection.isTaken(entry) && entry.category === '',
  )
  const schema = needsCategory ? uncategorisedChoicesSchema : importChoicesSchema
  return (
    <SchemaForm
      schema={schema}
      record={AT_FIRST}
      onSubmit={(values) => work.run(entries, selection, asChoices(values))}
    >
      <DialogContent sx={{ pt: 0 }}>
        {entries.length === 0 ? (
          <Typography role="status">La lista no tiene canales.</Typography>
        ) : (
          <>
            <ChoicesInputs needsCategory={needsCategory} />
            <Entries entries={entries} selection={selection} />
          </>
        )}
      </DialogContent>
      <Actions isBusy={work.isBusy} count={selection.count} onRestart={onRestart} onClose={onClose} />
      <ReportTouched isTouched={selection.isTouched} onTouched={onTouched} />
    </SchemaForm>
  )
}
