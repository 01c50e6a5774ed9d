import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { FieldLabel } from './FieldLabel.tsx'
import { type FieldProps, useField } from './field.ts'
import { useSecondDrawing } from './use-second-drawing.ts'

interface SuggestInputProps extends FieldProps {
  suggestions: readonly string[]
}

/** A text that may be one of the usual ones, or any other. */
export const SuggestInput = ({ suggestions, ...props }: SuggestInputProps) => {
  const { id, name, value, label, required, error, change, blur } = useField(props)
  const typed = typeof value === 'string' ? value : ''
  // What is offered follows what is typed.
  useSecondDrawing([typed])
  return (
    <Autocomplete
      id={id}
      freeSolo
      options={suggestions}
      inputValue={typed}
      onInputChange={(_, text) => change(text)}
      onBlur={blur}
      disabled={props.disabled ?? false}
      clearText="Quitar"
      renderInput={(params) => (
        <TextField
          {...params}
          name={name}
          label={<FieldLabel required={required}>{label}</FieldLabel>}
          error={error !== undefined}
          helperText={error ?? props.help}
        />
      )}
    />
  )
}
