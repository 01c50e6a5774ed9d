import Autocomplete from '@mui/material/Autocomplete'
import Chip from '@mui/material/Chip'
import TextField from '@mui/material/TextField'
import { keepPreviousData } from '@tanstack/react-query'
import { type RaRecord, useDebouncedEvent, useGetList, useGetMany, useRecordContext } from 'ra-core'
import { useMemo, useState } from 'react'
import type { CategoryType } from '../../../domain/contents/category.ts'
import { fold } from '../../../domain/format/text.ts'
import type { Resource } from '../../../domain/registry.ts'
import { FieldLabel, type FieldProps, useExtraRender, useField } from './inputs.tsx'

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

const TYPING_MS = 250
/** Shown at once: more are found by typing. */
const MOST = 25

export interface RecordChoice {
  id: string
  name: string
  /** Off: offered only where it was chosen before. */
  isInactive: boolean
}

const asChoice = ({ id, name, title, status }: RaRecord): RecordChoice => ({
  id: String(id),
  name: String(name ?? title ?? ''),
  isInactive: status === false,
})

const fits =
  (text: string) =>
  ({ name }: RecordChoice): boolean =>
    fold(text)
      .split(' ')
      .every((word) => fold(name).includes(word))

interface Wanted {
  resource: Resource
  filter?: Readonly<Record<string, unknown>>
  /** Ids that are chosen, or were when the form was opened: they stay on offer whatever became of them. */
  ids: readonly string[]
}

/** The active records of a resource that the typed text finds on the server, and those that were chosen already. */
export const useRecordChoices = ({ resource, filter, ids }: Wanted) => {
  const [isUsed, setUsed] = useState(false)
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const searchSoon = useDebouncedEvent((text: string) => setSearch(text.trim()), TYPING_MS)
  const found = useGetList<RaRecord>(
    resource,
    {
      filter: { ...filter, status: true, ...(search === '' ? {} : { q: search }) },
      pagination: { page: 1, perPage: MOST },
      sort: { field: 'name', order: 'ASC' },
    },
    { enabled: isUsed, placeholderData: keepPreviousData },
  )
  const chosen = useGetMany<RaRecord>(resource, { ids: [...ids] }, { enabled: ids.length > 0 })
  // A record that was deleted since leaves a gap.
  const own = (chosen.data ?? []).filter((record) => record !== undefined).map(asChoice)
  // What was found for fewer letters stays, as far as it still fits, until the server answers.
  const offered = (found.data ?? []).map(asChoice)
  const known = new Map([...offered, ...own].map((choice) => [choice.id, choice]))
  return {
    /** Every choice whose name is known, by its id. */
    known,
    choices: [...known.values()].filter(fits(typed)),
    /** The names of what is chosen are still being read. */
    isReading: ids.length > 0 && chosen.isPending,
    isSearching: found.isFetching,
    /** Called when somebody comes to the field: nothing is searched before. */
    use: () => setUsed(true),
    look: (text: string) => {
      setTyped(text)
      searchSoon(text)
    },
  }
}
