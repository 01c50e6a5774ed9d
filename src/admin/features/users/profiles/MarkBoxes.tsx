import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { FLAGS } from '../../../../domain/access/permissions.ts'
import type { Route } from '../../../../domain/access/routes.ts'
import { type Box as BoxName, isOffered, markOf } from '../../../../domain/access/selection.ts'
import { FLAG_LABELS } from './flag-labels.ts'
import type { Permissions } from './use-permissions.ts'

interface MarkBoxesProps {
  /** What the first box says: it selects the routes themselves. */
  label: string
  /** Whose flags the other boxes choose, for who does not see where they stand. */
  of: string
  routes: readonly Route[]
  permissions: Permissions
  isReadOnly: boolean
}

/** The browser's own half-checked state, which no attribute can give; Material UI only draws it. */
const halfChecked = (isHalf: boolean) => (input: HTMLInputElement | null) => {
  if (input !== null) input.indeterminate = isHalf
}

/** Boxes for many routes at once: half checked where some of them are. */
export const MarkBoxes = ({ label, of, routes, permissions, isReadOnly }: MarkBoxesProps) => {
  const { selection, limit, choose } = permissions
  const box = (name: BoxName, text: string, fullName?: string) => {
    const mark = markOf(selection, limit, routes, name)
    return (
      <FormControlLabel
        key={name}
        label={text}
        disabled={isReadOnly || !routes.some((route) => isOffered(limit, route, name))}
        sx={{ mr: 0, ml: '-6px' }}
        control={
          <Checkbox
            size="small"
            checked={mark === 'all'}
            indeterminate={mark === 'some'}
            onChange={() => choose(routes, name, mark !== 'all')}
            slotProps={{ input: { 'aria-label': fullName, ref: halfChecked(mark === 'some') } }}
            sx={{ p: '5px' }}
          />
        }
      />
    )
  }
  return (
    <Box role="group" aria-label={label} sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
      {box('select', label)}
      {FLAGS.map((flag) => box(flag, FLAG_LABELS[flag], `${FLAG_LABELS[flag]}: ${of}`))}
    </Box>
  )
}
