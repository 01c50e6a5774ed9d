import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { ENTRY_FIELDS } from '../../../../domain/channels/playlist/entry.ts'
import { formatCount } from '../../../../domain/format/numbers.ts'
import { FIELD_NAMES, type PlacedEntry } from './preview-entries.ts'
import { changesField, isNew, type Selection } from './selection.ts'

interface ChoiceOfAllProps {
  label: string
  total: number
  count: number
  onChange: (isChosen: boolean) => void
}

const ChoiceOfAll = ({ label, total, count, onChange }: ChoiceOfAllProps) => {
  const isEvery = count > 0 && count === total
  return (
    <FormControlLabel
      disabled={total === 0}
      label={label}
      control={
        <Checkbox
          size="small"
          checked={isEvery}
          indeterminate={count > 0 && !isEvery}
          onChange={() => onChange(!isEvery)}
        />
      }
    />
  )
}

interface TakeAllProps {
  /** The entries that are shown, on all their pages. */
  entries: readonly PlacedEntry[]
  selection: Selection
}

/** Takes all new entries that are shown in, or leaves them out. */
export const TakeAll = ({ entries, selection }: TakeAllProps) => {
  const fresh = entries.filter(isNew)
  return (
    <ChoiceOfAll
      label="Importar todos los nuevos que se muestran"
      total={fresh.length}
      count={fresh.filter(selection.isTaken).length}
      onChange={(isTaken) => selection.take(fresh, isTaken)}
    />
  )
}

/** Chooses a field in all stored channels that are shown, one field after the other. */
export const OverwriteAll = ({ entries, selection }: TakeAllProps) => {
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
        <ChoiceOfAll
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
