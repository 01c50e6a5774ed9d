import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { FieldLabel, type FieldProps, useField } from './field.tsx'

export interface Choice {
  id: string | number
  name: string
}

interface SelectInputProps extends FieldProps {
  choices: readonly Choice[]
  /** What the field holds when nothing is chosen. */
  emptyValue?: '' | null
}

/** Choices out of plain texts. */
export const choicesOf = (values: readonly string[]): Choice[] => values.map((id) => ({ id, name: id }))

/** Choices out of a table of codes and names. */
export const choicesIn = (names: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(names).map(([id, name]) => ({ id, name }))

/** One of a few known values. */
export const SelectInput = (props: SelectInputProps) => {
  const { choices, emptyValue = null, help, disabled } = props
  const { id, name, value, label, required, error, change, blur } = useField(props)
  const chosen = choices.find((choice) => choice.id === value)
  return (
    <TextField
      select
      id={id}
      name={name}
      fullWidth
      label={<FieldLabel required={required}>{label}</FieldLabel>}
      value={chosen?.id ?? ''}
      error={error !== undefined}
      helperText={error ?? help}
      disabled={disabled}
      onChange={({ target }) => {
        const next = choices.find((choice) => String(choice.id) === String(target.value))
        change(next?.id ?? emptyValue)
      }}
      onBlur={blur}
      slotProps={{ select: { SelectDisplayProps: { 'aria-required': required } } }}
    >
      {required ? null : (
        <MenuItem value="">
          <em>Ninguno</em>
        </MenuItem>
      )}
      {choices.map((choice) => (
        <MenuItem key={choice.id} value={choice.id}>
          {choice.name}
        </MenuItem>
      ))}
    </TextField>
  )
}
