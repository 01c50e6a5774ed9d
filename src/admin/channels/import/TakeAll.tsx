import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import type { PreviewTableProps } from './PreviewTable.tsx'
import { isTakeable } from './preview-entries.ts'

/** Takes all entries that are shown in, on all their pages, or leaves them out. */
export const TakeAll = ({ entries, taken, onTake }: Omit<PreviewTableProps, 'fields'>) => {
  const takeable = entries.filter(isTakeable)
  const count = takeable.filter(({ place }) => taken.has(place)).length
  const isEvery = count > 0 && count === takeable.length
  return (
    <FormControlLabel
      disabled={takeable.length === 0}
      label="Importar todos los que se muestran"
      control={
        <Checkbox
          size="small"
          checked={isEvery}
          indeterminate={count > 0 && !isEvery}
          onChange={() => onTake(takeable, !isEvery)}
        />
      }
    />
  )
}
