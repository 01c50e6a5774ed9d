import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { Verdict } from '../../../../domain/channels/playlist/compare.ts'
import { formatCount } from '../../../../domain/format/numbers.ts'
import { type PlacedEntry, VERDICT_NAMES, VERDICTS, withVerdict } from './preview-entries.ts'

interface VerdictFilterProps {
  entries: readonly PlacedEntry[]
  verdict: Verdict | ''
  onChange: (verdict: Verdict | '') => void
}

/** Which entries of the preview are shown, with how many there are of each. */
export const VerdictFilter = ({ entries, verdict, onChange }: VerdictFilterProps) => (
  <TextField
    select
    label="Mostrar"
    value={verdict}
    onChange={({ target }) => onChange(VERDICTS.find((each) => each === target.value) ?? '')}
    slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    sx={{ minWidth: 200, my: 0 }}
  >
    <MenuItem value="">Todos ({formatCount(entries.length)})</MenuItem>
    {VERDICTS.map((each) => (
      <MenuItem key={each} value={each}>
        {VERDICT_NAMES[each].many} ({formatCount(withVerdict(entries, each).length)})
      </MenuItem>
    ))}
  </TextField>
)
