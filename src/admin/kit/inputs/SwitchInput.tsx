import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import { PillSwitch } from '../display/ToggleSwitch.tsx'
import { type FieldProps, useField } from './field.tsx'

interface SwitchInputProps extends FieldProps {
  /** What the field holds when it is on, and when it is off. */
  values?: readonly [on: unknown, off: unknown]
}

/** A yes or no. */
export const SwitchInput = ({ values: [on, off] = [true, false], ...props }: SwitchInputProps) => {
  const { id, name, value, label, error, change, blur, lineId } = useField(props)
  const line = error ?? props.help
  return (
    <>
      <FormControlLabel
        label={label}
        disabled={props.disabled ?? false}
        sx={{ ml: 0, gap: 1 }}
        control={
          <PillSwitch
            id={id}
            name={name}
            checked={value === on}
            onChange={(_, checked) => change(checked ? on : off)}
            onBlur={blur}
            slotProps={{ input: { role: 'switch', 'aria-describedby': line ? lineId : undefined } }}
          />
        }
      />
      {line ? (
        <FormHelperText id={lineId} error={error !== undefined}>
          {line}
        </FormHelperText>
      ) : null}
    </>
  )
}
