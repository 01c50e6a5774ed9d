import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import { FieldLabel, type FieldProps, useField } from './field.tsx'
import type { Choice } from './SelectInput.tsx'

interface ChecksInputProps extends FieldProps {
  choices: readonly Choice[]
  /** The narrowest column, in pixels. */
  columnWidth?: number
}

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const LEGEND = { fontSize: 12, fontWeight: 600, color: 'text.secondary', p: 0, mb: 0.5 } as const

/** Any of some known values, all of them in sight. */
export const ChecksInput = (props: ChecksInputProps) => {
  const { choices, columnWidth = 130, help, disabled = false } = props
  const { name, value, label, required, error, change, blur, lineId } = useField(props)
  const chosen = asList(value)
  const line = error ?? help
  const toggle = (id: Choice['id'], isChosen: boolean): void => {
    const without = chosen.filter((each) => each !== id)
    change(isChosen ? [...without, id] : without)
  }
  return (
    <Box
      component="fieldset"
      aria-describedby={line ? lineId : undefined}
      sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}
    >
      <Box component="legend" sx={{ ...LEGEND, ...(error ? { color: 'error.main' } : {}) }}>
        <FieldLabel required={required}>{label}</FieldLabel>
      </Box>
      <Box sx={{ display: 'grid', gridTemplateColumns: `repeat(auto-fill, minmax(${columnWidth}px, 1fr))` }}>
        {choices.map((choice) => (
          <FormControlLabel
            key={choice.id}
            label={choice.name}
            disabled={disabled}
            sx={{ mr: 1, ml: '-6px' }}
            control={
              <Checkbox
                name={name}
                value={choice.id}
                size="small"
                checked={chosen.includes(choice.id)}
                onChange={(_, isChosen) => toggle(choice.id, isChosen)}
                onBlur={blur}
                slotProps={{ input: { 'aria-invalid': error !== undefined } }}
                sx={{ p: '5px' }}
              />
            }
          />
        ))}
      </Box>
      {line ? (
        <FormHelperText id={lineId} error={error !== undefined}>
          {line}
        </FormHelperText>
      ) : null}
    </Box>
  )
}
