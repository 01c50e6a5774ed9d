import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogContent from '@mui/material/DialogContent'
import MenuItem from '@mui/material/MenuItem'
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
import { useCan } from '../../../api/me.ts'
import { FieldGrid, Span } from '../../../kit/form/FormSection.tsx'
import { SchemaForm } from '../../../kit/inputs/form-kit.tsx'
import { ReferenceInput } from '../../../kit/inputs/ReferenceInput.tsx'
import { type CardColumn, CardTable, Pages } from '../../imports/CardTable.tsx'
import {
  ChoiceBar,
  importLabel,
  OverwriteAll,
  RowDetails,
  SelectAll,
  takeColumn,
  VERDICT_COLUMN,
  VerdictFilter,
} from '../../imports/choices.tsx'
import { StepActions } from '../../imports/steps.tsx'
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

interface EntryProps {
  entry: NumberedEntry
  selection: Selection
}

/** The entry's category, or a choice of several. */
const Category = ({ entry, selection }: EntryProps) => {
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

/** Without `canOverwrite`, changes are only displayed. */
const columnsOf = (selection: Selection, canOverwrite: boolean): CardColumn<NumberedEntry>[] => [
  takeColumn({
    titleOf: ({ title }) => title,
    isTaken: selection.isTaken,
    onTake: (entry, isTaken) => selection.take([entry], isTaken),
  }),
  VERDICT_COLUMN,
  { heading: 'Número', align: 'right', cell: ({ number }) => number },
  {
    heading: 'Título y enlace',
    onPhone: 'title',
    wraps: true,
    minWidth: 220,
    cell: ({ title, link }) => (
      <div>
        <strong>{title || '—'}</strong>
        <Box sx={{ color: 'text.secondary', fontSize: 12 }}>{link}</Box>
      </div>
    ),
  },
  {
    heading: 'Categoría',
    wraps: true,
    cell: (entry) => <Category entry={entry} selection={selection} />,
  },
  {
    heading: 'Detalle',
    wraps: true,
    cell: (entry) => (
      <RowDetails
        title={entry.title || `la entrada ${entry.position + 1}`}
        notes={entry.notes}
        errors={entry.problems.map(({ message }) => message)}
        changes={
          entry.verdict === 'changed'
            ? entry.changes.map((change) => ({
                field: change.field,
                text: changeText(change, selection.categoryOf(entry)),
              }))
            : []
        }
        isChosen={(field) => selection.overwrites(entry, field)}
        onOverwrite={
          canOverwrite ? (field, isChosen) => selection.overwrite([entry], field, isChosen) : undefined
        }
      />
    ),
  },
]

const ROWS = 50

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

interface EntriesProps {
  entries: readonly NumberedEntry[]
  selection: Selection
}

const Entries = ({ entries, selection }: EntriesProps) => {
  const [verdict, setVerdict] = useState<Verdict | ''>('')
  const [page, setPage] = useState(1)
  const shown = useMemo(() => withVerdict(entries, verdict), [entries, verdict])
  const fresh = shown.filter(isNew)
  const canOverwrite = useCan('modify', 'channels')
  return (
    <>
      <ChoiceBar>
        <VerdictFilter
          verdicts={VERDICTS}
          counts={countsOf(entries)}
          verdict={verdict}
          onChange={(next) => {
            setVerdict(next)
            setPage(1)
          }}
        />
        <SelectAll
          label="Importar todos los nuevos que se muestran"
          total={fresh.length}
          count={fresh.filter(selection.isTaken).length}
          onChange={(isTaken) => selection.take(fresh, isTaken)}
        />
      </ChoiceBar>
      {canOverwrite ? (
        <OverwriteAll
          legend="Sobrescribir en los canales ya guardados que se muestran"
          fields={ENTRY_FIELDS.map((field) => {
            const changing = shown.filter((entry) => changesField(entry, field))
            return {
              name: field,
              label: FIELD_NAMES[field],
              total: changing.length,
              count: changing.filter((entry) => selection.overwrites(entry, field)).length,
              onChange: (isChosen) => selection.overwrite(changing, field, isChosen),
            }
          })}
        />
      ) : null}
      <CardTable
        label="Canales de la lista"
        columns={columnsOf(selection, canOverwrite)}
        rows={shown.slice((page - 1) * ROWS, page * ROWS)}
        keyOf={({ position }) => position}
      />
      <Pages page={page} count={Math.ceil(shown.length / ROWS)} onChange={setPage} />
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
      <StepActions back="Otra lista" isBusy={work.isBusy} onBack={onRestart} onClose={onClose}>
        <Button type="submit" variant="contained" disabled={work.isBusy || selection.count === 0}>
          {importLabel(selection.count, 'canal', 'canales')}
        </Button>
      </StepActions>
      <ReportTouched isTouched={selection.isTouched} onTouched={onTouched} />
    </SchemaForm>
  )
}
