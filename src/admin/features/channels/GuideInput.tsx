import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useRecordContext } from 'ra-core'
import { FieldLabel, type FieldProps, useExtraRender, useField } from '../../kit/inputs/inputs.tsx'
import { type RecordChoice, useRecordChoices } from '../../kit/inputs/ReferenceInput.tsx'

interface GuideInputProps extends FieldProps {
  /** What goes with the guide when it is taken away. */
  onRemoved?: () => void
}

const isId = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** The guide in which a channel's programmes stand: an active one, or the one that the channel has. */
export const GuideInput = ({ onRemoved, ...props }: GuideInputProps) => {
  const { id, name, value, label, required, error, change, blur } = useField(props)
  const stored: unknown = useRecordContext()?.[props.source]
  const chosen = isId(value) ? value : undefined
  const { known, choices, isReading, isSearching, use, look } = useRecordChoices({
    resource: 'guides',
    ids: [...new Set([stored, chosen].filter(isId))],
  })
  useExtraRender(choices.map((choice) => choice.id))
  const current: RecordChoice | null =
    chosen === undefined || isReading
      ? null
      : (known.get(chosen) ?? { id: chosen, name: '…', isInactive: false })
  return (
    <Autocomplete<RecordChoice>
      id={id}
      value={current}
      options={choices}
      filterOptions={(all) => all}
      getOptionLabel={(choice) => choice.name}
      getOptionKey={(choice) => choice.id}
      isOptionEqualToValue={(choice, other) => choice.id === other.id}
      onFocus={use}
      onChange={(_, choice) => {
        change(choice?.id ?? null)
        if (choice === null) onRemoved?.()
      }}
      onInputChange={(_, text, reason) => look(reason === 'input' ? text : '')}
      onBlur={blur}
      disabled={props.disabled ?? false}
      readOnly={isReading}
      loading={isSearching}
      loadingText="Buscando…"
      noOptionsText="No hay guías"
      clearText="Quitar"
      openText="Abrir"
      closeText="Cerrar"
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
