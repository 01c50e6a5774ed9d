import Autocomplete from '@mui/material/Autocomplete'
import Chip from '@mui/material/Chip'
import TextField from '@mui/material/TextField'
import { useGetList } from 'ra-core'
import type { CategoryType } from '../../domain/contents/category-types.ts'
import { FieldLabel } from './FieldLabel.tsx'
import { type FieldProps, useField } from './field.ts'

interface CategoriesInputProps extends FieldProps {
  /** The contents offer the categories of their type. */
  type: CategoryType
}

const MOST = 100

/** An empty field is as high as one with chips. */
const AS_WITH_CHIPS = { '& .MuiAutocomplete-inputRoot': { minHeight: 42 } }

const asIds = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []

/** The categories of a content, out of those of its type. */
export const CategoriesInput = ({ type, ...props }: CategoriesInputProps) => {
  const { id, name, value, label, required, error, change, blur } = useField(props)
  const { data, isPending } = useGetList('categories', {
    pagination: { page: 1, perPage: MOST },
    sort: { field: 'name', order: 'ASC' },
    filter: { type },
  })
  const names = new Map(data?.map((category) => [String(category.id), String(category.name)]))
  return (
    <Autocomplete
      id={id}
      multiple
      sx={AS_WITH_CHIPS}
      disableCloseOnSelect
      filterSelectedOptions
      options={[...names.keys()]}
      value={asIds(value)}
      loading={isPending}
      readOnly={isPending}
      getOptionLabel={(option) => names.get(option) ?? '…'}
      onChange={(_, ids) => change(ids)}
      onBlur={blur}
      noOptionsText="No hay categorías"
      loadingText="Cargando…"
      clearText="Quitar todas"
      openText="Abrir"
      closeText="Cerrar"
      // Not before the names are known: chips that grow would move under the finger.
      renderValue={(ids, getItemProps) =>
        isPending
          ? null
          : ids.map((each, index) => {
              const { key, ...item } = getItemProps({ index })
              return <Chip key={key} size="small" label={names.get(each) ?? '…'} {...item} />
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
