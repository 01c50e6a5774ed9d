import Autocomplete from '@mui/material/Autocomplete'
import Chip from '@mui/material/Chip'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useResourceContext } from 'react-admin'
import { entryOf, isResource } from '../../../domain/registry.ts'
import { useRecordChoices } from '../../kit/inputs/ReferenceInput.tsx'
import type { BulkEntity, MoreChangesProps } from '../../kit/list/selection.tsx'

/** The bulk actions of an entity with categories, which are added and removed besides its switches. */
export const withCategories = (entity: BulkEntity): BulkEntity => ({
  ...entity,
  MoreChanges: CategoryChanges,
})

const CategoryChanges = ({ onChange }: MoreChangesProps) => {
  const [added, setAdded] = useState<string[]>([])
  const [taken, setTaken] = useState<string[]>([])
  const change = (toAdd: string[], toTake: string[]): void => {
    setAdded(toAdd)
    setTaken(toTake)
    onChange({
      ...(toAdd.length > 0 && { addCategories: toAdd }),
      ...(toTake.length > 0 && { takeCategories: toTake }),
    })
  }
  return (
    <>
      <CategoriesField
        label="Agregar categorías"
        chosen={added}
        without={taken}
        onChange={(ids) => change(ids, taken)}
      />
      <CategoriesField
        label="Quitar categorías"
        chosen={taken}
        without={added}
        onChange={(ids) => change(added, ids)}
      />
    </>
  )
}

interface CategoriesFieldProps {
  label: string
  chosen: string[]
  /** Values chosen in the other field. */
  without: readonly string[]
  onChange: (ids: string[]) => void
}

const CategoriesField = ({ label, chosen, without, onChange }: CategoriesFieldProps) => {
  const resource = useResourceContext() ?? ''
  const reference = isResource(resource) ? entryOf(resource).references?.categories : undefined
  const { byId, choices, isSearching, startSearch, search } = useRecordChoices({
    resource: 'categories',
    filter: reference?.type === undefined ? {} : { type: reference.type },
    ids: chosen,
  })
  const nameOf = (id: string): string => byId.get(id)?.name ?? '…'
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      filterSelectedOptions
      options={choices.map(({ id }) => id).filter((id) => !without.includes(id))}
      filterOptions={(all) => all}
      getOptionLabel={nameOf}
      loading={isSearching}
      value={chosen}
      onChange={(_, ids) => onChange(ids)}
      onFocus={startSearch}
      onInputChange={(_, text, reason) => search(reason === 'input' ? text : '')}
      noOptionsText="No hay categorías"
      loadingText="Buscando…"
      openText="Abrir"
      closeText="Cerrar"
      clearText="Quitar todas"
      renderValue={(ids, getItemProps) =>
        ids.map((each, index) => {
          const { key, ...item } = getItemProps({ index })
          return <Chip key={key} size="small" label={nameOf(each)} {...item} />
        })
      }
      renderInput={(params) => <TextField {...params} label={label} />}
    />
  )
}
