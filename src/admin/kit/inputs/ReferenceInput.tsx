import Autocomplete, { type AutocompleteRenderInputParams } from '@mui/material/Autocomplete'
import Chip from '@mui/material/Chip'
import TextField from '@mui/material/TextField'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type RaRecord, useGetList, useGetMany, useRecordContext, useResourceContext } from 'react-admin'
import { searchForm } from '../../../domain/format/text.ts'
import { entryOf, isResource, type Reference, type Resource } from '../../../domain/registry.ts'
import { useIsList } from './form-kit.tsx'
import { FieldLabel, type FieldProps, useExtraRender, useField } from './inputs.tsx'
import { useSearchText } from './search-text.ts'

interface ReferenceInputProps extends FieldProps {
  /** Shown if no record matches. */
  emptyText?: string
  /** Called when the only reference is removed. */
  onRemoved?: () => void
}

/** Gives an empty list the height of one with chips. */
const AS_WITH_CHIPS = { '& .MuiAutocomplete-inputRoot': { minHeight: 42 } }

const asIds = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string' && id !== '')

/**
 * A reference field, or several references if its schema is a list: offers the active records of the type declared in
 * the registry, and the stored ones. React-admin's ReferenceInput would not offer an inactive record again after its
 * removal.
 */
export const ReferenceInput = ({ emptyText, onRemoved, ...props }: ReferenceInputProps) => {
  const field = useField(props)
  const { id, value, change, blur } = field
  const { to, type } = useReference(props.source)
  const isList = useIsList(props.source)
  const stored = asIds(useRecordContext()?.[props.source])
  // Memoised: with a new array the Autocomplete drops the typed text.
  const selected = useMemo(() => asIds(value), [value])
  const { byId, choices, isReading, isSearching, startSearch, search } = useRecordChoices({
    resource: to,
    filter: type === undefined ? {} : { type },
    ids: [...new Set([...stored, ...selected])],
  })
  const nameOf = (choice: string): string => byId.get(choice)?.name ?? '…'
  const options = choices.map((choice) => choice.id)
  useExtraRender(options)
  const names = entryOf(to).name
  const shared = {
    id,
    options,
    filterOptions: (all: string[]) => all,
    getOptionLabel: nameOf,
    loading: isSearching,
    readOnly: isReading,
    disabled: props.disabled ?? false,
    onFocus: startSearch,
    onInputChange: (_: unknown, text: string, reason: string) => search(reason === 'input' ? text : ''),
    onBlur: blur,
    noOptionsText: emptyText ?? `No hay ${names.many}`,
    loadingText: 'Buscando…',
    openText: 'Abrir',
    closeText: 'Cerrar',
    renderInput: renderTextField(field, props.help),
  }
  if (!isList)
    return (
      <Autocomplete
        {...shared}
        value={isReading ? null : (selected[0] ?? null)}
        clearText="Quitar"
        onChange={(_, choice) => {
          change(choice)
          if (choice === null) onRemoved?.()
        }}
      />
    )
  return (
    <Autocomplete
      {...shared}
      multiple
      sx={AS_WITH_CHIPS}
      disableCloseOnSelect
      filterSelectedOptions
      value={selected}
      clearText={`Quitar ${names.article === 'una' ? 'todas' : 'todos'}`}
      onChange={(_, ids) => change(ids)}
      // Only with names: growing chips would move under the pointer.
      renderValue={(ids, getItemProps) =>
        isReading
          ? null
          : ids.map((each, index) => {
              const { key, ...item } = getItemProps({ index })
              return <Chip key={key} size="small" label={nameOf(each)} {...item} />
            })
      }
    />
  )
}

const renderTextField =
  ({ name, label, required, error }: ReturnType<typeof useField>, help: string | undefined) =>
  (params: AutocompleteRenderInputParams) => (
    <TextField
      {...params}
      name={name}
      label={<FieldLabel required={required}>{label}</FieldLabel>}
      error={error !== undefined}
      helperText={error ?? help}
      slotProps={{ htmlInput: { ...params.inputProps, 'aria-required': required } }}
    />
  )

const useReference = (source: string): Reference => {
  const resource = useResourceContext() ?? ''
  const reference = isResource(resource) ? entryOf(resource).references?.[source] : undefined
  if (reference === undefined) throw new Error(`The registry declares no reference ${resource}.${source}`)
  return reference
}

interface SuggestInputProps extends FieldProps {
  suggestions: readonly string[]
  /** For searched suggestions: called on focus, and with the typed text. */
  onFocus?: () => void
  onTyped?: (text: string) => void
}

/** A text field with suggestions; accepts any other text. */
export const SuggestInput = ({ suggestions, onFocus, onTyped, ...props }: SuggestInputProps) => {
  const field = useField(props)
  const { id, value, change, blur } = field
  const typed = typeof value === 'string' ? value : ''
  // The suggestions depend on the typed text.
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
      onFocus={onFocus}
      onBlur={blur}
      disabled={props.disabled ?? false}
      clearText="Quitar"
      renderInput={renderTextField(field, props.help)}
    />
  )
}

/** Most choices shown initially; typing finds more. */
const MAX_CHOICES = 25

interface RecordChoice {
  id: string
  name: string
}

const asChoice = ({ id, name, title }: RaRecord): RecordChoice => ({
  id: String(id),
  name: String(name ?? title ?? ''),
})

const fits =
  (text: string) =>
  ({ name }: RecordChoice): boolean =>
    searchForm(text)
      .split(' ')
      .every((word) => searchForm(name).includes(word))

interface ChoicesQuery {
  resource: Resource
  filter?: Readonly<Record<string, unknown>>
  /** Ids selected now or when the form was opened: still offered even if inactive. */
  ids: readonly string[]
}

/** The active records of a resource that match the typed text on the server, and the selected ones. */
export const useRecordChoices = ({ resource, filter, ids }: ChoicesQuery) => {
  const [isUsed, setUsed] = useState(false)
  const { typed, words, search } = useSearchText()
  const matches = useGetList<RaRecord>(
    resource,
    {
      filter: { ...filter, status: true, ...(words === '' ? {} : { q: words }) },
      pagination: { page: 1, perPage: MAX_CHOICES },
      sort: { field: 'name', order: 'ASC' },
    },
    { enabled: isUsed, placeholderData: keepPreviousData },
  )
  const selected = useGetMany<RaRecord>(resource, { ids: [...ids] }, { enabled: ids.length > 0 })
  // Deleted records leave gaps.
  const selectedChoices = (selected.data ?? []).filter((record) => record !== undefined).map(asChoice)
  // Until the server responds, earlier results are filtered by the typed text.
  const offered = (matches.data ?? []).map(asChoice)
  const byId = new Map([...offered, ...selectedChoices].map((choice) => [choice.id, choice]))
  return {
    /** All choices whose names are loaded, by id. */
    byId,
    choices: [...byId.values()].filter(fits(typed)),
    /** The names of the selected records are loading. */
    isReading: ids.length > 0 && selected.isPending,
    isSearching: matches.isFetching,
    /** Call on focus: nothing is searched before. */
    startSearch: () => setUsed(true),
    search,
  }
}
