import Autocomplete from '@mui/material/Autocomplete'
import Chip from '@mui/material/Chip'
import TextField from '@mui/material/TextField'
import { useRecordContext } from 'ra-core'
import { useMemo } from 'react'
import type { CategoryType } from '../../../domain/contents/category-types.ts'
import { FieldLabel, type FieldProps, useExtraRender, useField } from './field.tsx'
import { useRecordChoices } from './use-record-choices.ts'

interface CategoriesInputProps extends FieldProps {
  /** The contents offer the categories of their type. */
  type: CategoryType
}

/** An empty field is as high as one with chips. */
const AS_WITH_CHIPS = { '& .MuiAutocomplete-inputRoot': { minHeight: 42 } }

const asIds = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []

/** The categories of a content, out of the active ones of its type and those that it has. */
export const CategoriesInput = ({ type, ...props }: CategoriesInputProps) => {
  const { id, name, value, label, required, error, change, blur } = useField(props)
  const stored = asIds(useRecordContext()?.[props.source])
  // The same list as long as nothing changes: with another one the Autocomplete forgets what is typed.
  const chosen = useMemo(() => asIds(value), [value])
  const { known, choices, isReading, isSearching, use, look } = useRecordChoices({
    resource: 'categories',
    filter: { type },
    ids: [...new Set([...stored, ...chosen])],
  })
  const nameOf = (choice: string): string => known.get(choice)?.name ?? '…'
  const options = choices.map((choice) => choice.id)
  useExtraRender(options)
  return (
    <Autocomplete
      id={id}
      multiple
      sx={AS_WITH_CHIPS}
      disableCloseOnSelect
      filterSelectedOptions
      options={options}
      filterOptions={(all) => all}
      value={chosen}
      loading={isSearching}
      readOnly={isReading}
      getOptionLabel={nameOf}
      onFocus={use}
      onChange={(_, ids) => change(ids)}
      onInputChange={(_, text, reason) => {
        if (reason !== 'blur') look(reason === 'input' ? text : '')
      }}
      onBlur={blur}
      noOptionsText="No hay categorías"
      loadingText="Buscando…"
      clearText="Quitar todas"
      openText="Abrir"
      closeText="Cerrar"
      // Not before the names are known: chips that grow would move under the finger.
      renderValue={(ids, getItemProps) =>
        isReading
          ? null
          : ids.map((each, index) => {
              const { key, ...item } = getItemProps({ index })
              return <Chip key={key} size="small" label={nameOf(each)} {...item} />
            })
      }
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
