import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { FieldLabel, type FieldProps, useExtraRender, useField } from './field.tsx'

interface SuggestInputProps extends FieldProps {
  suggestions: readonly string[]
  /** Called when somebody comes to the field, and with what is typed there: for suggestions that are searched. */
  onUsed?: () => void
  onTyped?: (text: string) => void
}

/** A text that may be one of the usual ones, or any other. */
export const SuggestInput = ({ suggestions, onUsed, onTyped, ...props }: SuggestInputProps) => {
  const { id, name, value, label, required, error, change, blur } = useField(props)
  const typed = typeof value === 'string' ? value : ''
  // What is offered follows what is typed.
  useExtraRender([typed, ...suggestions])
  return (
    <Autocomplete
      id={id}
      freeSolo
      options={suggestions}
      inputValue={typed}
      onInputChange={(_, text) => {
        change(text)
        onTyped?.(text)
      }}
      onFocus={onUsed}
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
