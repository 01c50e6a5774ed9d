import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined'
import Visibility from '@mui/icons-material/VisibilityOutlined'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { FieldLabel, type FieldProps, useField } from './field.tsx'

/** A password that somebody gives to somebody else: hidden until they ask to read it. */
export const PasswordInput = (props: FieldProps) => {
  const { name, value, id, label, required, error, change, blur } = useField(props)
  const [isShown, setShown] = useState(false)
  const toggle = (
    <InputAdornment position="end">
      <IconButton
        edge="end"
        size="small"
        aria-label={isShown ? 'Ocultar la contraseña' : 'Mostrar la contraseña'}
        aria-pressed={isShown}
        disabled={props.disabled}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? <VisibilityOff fontSize="small" /> : <Visibility fontSize="small" />}
      </IconButton>
    </InputAdornment>
  )
  return (
    <TextField
      id={id}
      name={name}
      type={isShown ? 'text' : 'password'}
      fullWidth
      label={<FieldLabel required={required}>{label}</FieldLabel>}
      value={typeof value === 'string' ? value : ''}
      error={error !== undefined}
      helperText={error ?? props.help}
      disabled={props.disabled}
      autoComplete="new-password"
      onChange={(event) => change(event.target.value)}
      onBlur={blur}
      slotProps={{ htmlInput: { 'aria-required': required }, input: { endAdornment: toggle } }}
    />
  )
}
