import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import type { RaRecord } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Resource } from '../../../../domain/access/resources.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { FieldLabel, type FieldProps, useField, useSecondDrawing } from '../../../kit/inputs/field.tsx'
import { TextInput } from '../../../kit/inputs/TextInput.tsx'
import { resourceOf } from './image-record.ts'
import { useContents } from './use-contents.ts'

const GONE = 'Este contenido ya no existe: elija otro.'

const nameOf = ({ title, number, year }: RaRecord): string =>
  [number, title, year ? `(${year})` : ''].filter(Boolean).join(' ')

/** Finds a content of one kind by its title. */
const Search = ({ resource, ...props }: FieldProps & { resource: Resource }) => {
  const { id, name, value, label, error, change, blur } = useField(props)
  const [typed, setTyped] = useState('')
  const chosenId = typeof value === 'string' ? value : ''
  const { found, chosen, isGone, isSearching } = useContents(resource, typed, chosenId)
  useSecondDrawing(found.map(({ id }) => String(id)))
  const current = chosenId === '' ? null : (chosen ?? { id: chosenId, title: chosenId })
  return (
    <Autocomplete<RaRecord>
      id={id}
      value={current}
      options={found}
      filterOptions={(options) => options}
      getOptionLabel={nameOf}
      getOptionKey={(option) => option.id}
      isOptionEqualToValue={(option, other) => option.id === other.id}
      onChange={(_, option) => change(option === null ? '' : String(option.id))}
      onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
      onBlur={blur}
      loading={isSearching}
      loadingText="Buscando…"
      noOptionsText="Nada coincide."
      clearText="Quitar"
      openText="Abrir"
      closeText="Cerrar"
      renderInput={(params) => (
        <TextField
          {...params}
          name={name}
          label={<FieldLabel required>{label}</FieldLabel>}
          error={error !== undefined}
          helperText={error ?? (isGone ? GONE : 'Escriba parte del título.')}
        />
      )}
    />
  )
}

/** A content of one type is none of another: with the type its content goes. */
const useForgetOther = (source: string, contentType: unknown): void => {
  const { setValue } = useFormContext()
  const known = useRef(contentType)
  useEffect(() => {
    const before = known.current
    known.current = contentType
    if (before !== contentType && typeof before === 'string' && before !== '')
      setValue(source, '', { shouldDirty: true })
  }, [contentType, source, setValue])
}

/** The content that a click opens: searched for by who may see the contents of its type, else its id. */
export const ContentInput = (props: FieldProps) => {
  const contentType: unknown = useWatch({ name: 'content.contentType' })
  useForgetOther(props.source, contentType)
  const resource = resourceOf(contentType)
  const mayList = useMay('list', resource ?? 'movies')
  if (resource === undefined)
    return <TextInput {...props} disabled help="Elija primero el tipo de contenido." />
  return mayList ? (
    <Search key={resource} resource={resource} {...props} />
  ) : (
    <TextInput {...props} help="El identificador del contenido." />
  )
}
