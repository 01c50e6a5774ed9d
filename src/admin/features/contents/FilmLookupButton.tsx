import SearchIcon from '@mui/icons-material/Search'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import CircularProgress from '@mui/material/CircularProgress'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import Typography from '@mui/material/Typography'
import { useEffect, useId, useMemo, useState } from 'react'
import { useResourceContext, useTranslateLabel } from 'react-admin'
import { type FieldValues, useFormContext, useFormState } from 'react-hook-form'
import {
  type FoundFilm,
  LOOKUP_MESSAGES,
  type LookupQuery,
  lookupQuerySchema,
} from '../../../domain/contents/film-lookup.ts'
import { isSameValue } from '../../../domain/validation/same-value.ts'
import { useFailureMessage } from '../../api/connection.ts'
import { filterQuery } from '../../api/data-provider.ts'
import { ApiError, request } from '../../api/http.ts'
import { useCachedMe } from '../../api/me.ts'
import { dayText } from '../../kit/display/dates.ts'
import { Span } from '../../kit/form/FormSection.tsx'
import { type FormSchema, SchemaForm, useFormKit } from '../../kit/inputs/form-kit.tsx'
import { SelectInput, TextInput } from '../../kit/inputs/inputs.tsx'

/** A value of the film database, with the form's value. */
interface LookupField {
  source: string
  found: unknown
  current: unknown
  /** The form's field is empty. */
  isFree: boolean
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Values of the film database that are valid for the form's fields and differ from them. */
export const lookupFields = (film: FoundFilm, values: FieldValues, { shape }: FormSchema): LookupField[] =>
  Object.entries(film)
    .filter(([source, found]) => source in values && !isEmpty(found))
    .filter(([source, found]) => shape[source]?.safeParse(found).success === true)
    .filter(([source, found]) => !isSameValue(found, values[source]))
    .map(([source, found]) => ({
      source,
      found,
      current: values[source],
      isFree: isEmpty(values[source]),
    }))

/** Lists separated by commas, days as DD/MM/YYYY. */
const readableText = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(', ')
  const text = String(value ?? '')
  return /^\d{4}-\d{2}-\d{2}/.test(text) ? dayText(text) : text
}

interface LookupFormProps {
  /** The preselected kind. */
  type: LookupQuery['type']
  /** The content form's values: title and year prefill the search. */
  values: FieldValues
  error: string | undefined
  onLookup: (query: LookupQuery) => Promise<void>
  onClose: () => void
}

const TYPES = [
  { id: 'movie', name: 'Película' },
  { id: 'series', name: 'Serie' },
  { id: 'episode', name: 'Episodio' },
]

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

// Already validated by the resolver.
const asQuery = (values: FieldValues): LookupQuery => values as LookupQuery

const Actions = ({ onClose }: { onClose: () => void }) => {
  const { isSubmitting } = useFormState()
  return (
    <DialogActions sx={{ px: 3, pb: 2 }}>
      <Button variant="outlined" onClick={onClose}>
        Cancelar
      </Button>
      <Button
        type="submit"
        variant="contained"
        aria-busy={isSubmitting}
        startIcon={isSubmitting ? <CircularProgress size={16} color="inherit" /> : undefined}
      >
        Buscar
      </Button>
    </DialogActions>
  )
}

const ErrorMessage = ({ text: error }: { text: string | undefined }) => (
  <Box role="alert" sx={{ mb: error ? 1.5 : 0 }}>
    {error ? (
      <Alert severity="warning" role="presentation">
        {error}
      </Alert>
    ) : null}
  </Box>
)

const Fields = () => (
  <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(12, minmax(0, 1fr))', gap: 1.5 }}>
    <Span of={12}>
      <TextInput source="title" label="Título" autoFocus />
    </Span>
    <Span of={5}>
      <TextInput source="imdbId" label="Código IMDb" placeholder="tt1234567" />
    </Span>
    <Span of={3} phone={6}>
      <TextInput source="year" label="Año" />
    </Span>
    <Span of={4} phone={6}>
      <SelectInput source="type" label="Tipo" choices={TYPES} emptyValue="" />
    </Span>
  </Box>
)

const LookupForm = ({ type, values, error, onLookup, onClose }: LookupFormProps) => {
  const record = useMemo(
    () => ({
      title: text(values.title),
      imdbId: text(values.imdbId),
      year: text(values.year),
      type,
    }),
    [type, values],
  )
  return (
    <SchemaForm schema={lookupQuerySchema} record={record} onSubmit={(query) => onLookup(asQuery(query))}>
      <DialogContent sx={{ pt: 0 }}>
        <ErrorMessage text={error} />
        <Fields />
      </DialogContent>
      <Actions onClose={onClose} />
    </SchemaForm>
  )
}

interface FoundFilmFormProps {
  film: FoundFilm
  values: FieldValues
  onFill: (selected: Readonly<Record<string, unknown>>) => void
  onAgain: () => void
}

interface FieldChoiceProps {
  field: LookupField
  label: string
  checked: boolean
  onToggle: () => void
}

const CLAMP = {
  display: '-webkit-box',
  WebkitLineClamp: 3,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
} as const

const FIELD = {
  display: { sm: 'grid' },
  gridTemplateColumns: '200px minmax(0, 1fr)',
  alignItems: 'start',
  borderBottom: 1,
  borderColor: 'divider',
} as const

const FieldChoice = ({ field, label, checked, onToggle }: FieldChoiceProps) => (
  <Box sx={FIELD}>
    <FormControlLabel
      control={<Checkbox size="small" name={field.source} checked={checked} onChange={onToggle} />}
      label={field.isFree ? label : `Reemplazar ${label}`}
      slotProps={{ typography: { sx: { fontWeight: 600 } } }}
    />
    <Box sx={{ pl: { xs: 4, sm: 0 }, pt: { sm: '9px' }, pb: 0.5 }}>
      <Box sx={CLAMP}>{readableText(field.found)}</Box>
      {field.isFree ? null : (
        <Typography color="text.secondary" sx={{ ...CLAMP, fontSize: 12 }}>
          Ahora: {readableText(field.current)}
        </Typography>
      )}
    </Box>
  </Box>
)

/** The selected fields; initially the empty ones. */
const useSelectedFields = (fields: readonly LookupField[]) => {
  const [selected, setSelected] = useState<ReadonlySet<string>>(
    () => new Set(fields.filter(({ isFree }) => isFree).map(({ source }) => source)),
  )
  const toggle = (source: string): void => {
    const next = new Set(selected)
    if (!next.delete(source)) next.add(source)
    setSelected(next)
  }
  const values = () =>
    Object.fromEntries(
      fields.filter(({ source }) => selected.has(source)).map(({ source, found }) => [source, found]),
    )
  return { selected, toggle, values }
}

/** The found film: fills empty fields, and others if selected. */
const FoundFilmForm = ({ film, values: held, onFill, onAgain }: FoundFilmFormProps) => {
  const resource = useResourceContext()
  const translate = useTranslateLabel()
  const { schema } = useFormKit()
  const fields = lookupFields(film, held, schema)
  const { selected, toggle, values } = useSelectedFields(fields)
  return (
    <>
      <DialogContent sx={{ pt: 0 }}>
        <Typography sx={{ fontWeight: 700, mb: 1 }}>
          {film.title} {film.year === undefined ? '' : `(${film.year})`}
        </Typography>
        {fields.length === 0 ? <Typography>El formulario ya tiene estos datos.</Typography> : null}
        {fields.map((field) => (
          <FieldChoice
            key={field.source}
            field={field}
            label={String(translate({ source: field.source, resource }))}
            checked={selected.has(field.source)}
            onToggle={() => toggle(field.source)}
          />
        ))}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="outlined" onClick={onAgain}>
          Buscar otra
        </Button>
        <Button variant="contained" autoFocus onClick={() => onFill(values())}>
          Usar estos datos
        </Button>
      </DialogActions>
    </>
  )
}

const FAILED = 'No se pudo consultar la base de películas. Intente más tarde.'

interface FilmLookupDialogProps {
  type: LookupQuery['type']
  open: boolean
  onClose: () => void
}

/** Searches the film database; while the dialog is open, the form's message area shows its error too (rule K24). */
const useLookup = () => {
  const { setMessage } = useFormKit()
  const [film, setFilm] = useState<FoundFilm>()
  const [error, setError] = useFailureMessage()
  useEffect(() => {
    if (error === undefined) return
    setMessage(error)
    return () => setMessage(undefined)
  }, [error, setMessage])
  const look = async (query: LookupQuery): Promise<void> => {
    setError(undefined)
    try {
      setFilm(await request('GET /api/lookups/film', { query: filterQuery({ ...query }) }))
    } catch (error) {
      setError(error instanceof ApiError ? error.message : FAILED)
    }
  }
  return { film, error, look, again: () => setFilm(undefined) }
}

type LookupProps = Pick<FilmLookupDialogProps, 'type' | 'onClose'>

const Lookup = ({ type, onClose }: LookupProps) => {
  const { getValues, setValue, formState } = useFormContext()
  const { mode, linkOpener } = useFormKit()
  const { film, error, look, again } = useLookup()
  const [values] = useState(() => getValues())
  if (film === undefined)
    return <LookupForm type={type} values={values} error={error} onLookup={look} onClose={onClose} />
  const fill = (selected: Readonly<Record<string, unknown>>): void => {
    for (const [source, value] of Object.entries(selected))
      setValue(source, value, { shouldDirty: true, shouldValidate: formState.submitCount > 0 })
    onClose()
    // The remaining step for a new film is its first link.
    if (mode === 'create' && isEmpty(getValues('content'))) linkOpener.current?.('new')
  }
  return <FoundFilmForm film={film} values={values} onFill={fill} onAgain={again} />
}

const FilmLookupDialog = ({ type, open, onClose }: FilmLookupDialogProps) => {
  const heading = useId()
  return (
    <Dialog open={open} onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={heading}>
      <DialogTitle id={heading}>Buscar en la base de películas</DialogTitle>
      <Lookup type={type} onClose={onClose} />
    </Dialog>
  )
}

const NO_KEY = {
  sa: `${LOOKUP_MESSAGES.noKey} Defina la variable OMDB_API_KEY y reinicie el servidor; la clave se pide en omdbapi.com.`,
  other: `${LOOKUP_MESSAGES.noKey} Pida que la active a quien administra el servidor.`,
}

const UNAVAILABLE = {
  '&[aria-disabled="true"], &[aria-disabled="true"]:hover': {
    color: 'text.disabled',
    borderColor: 'divider',
    bgcolor: 'transparent',
    cursor: 'default',
  },
} as const

/** Opens the search in the film database; `type` is preselected. Without a key it only says why (rule K24). */
export const FilmLookupButton = ({ type = 'movie' }: { type?: LookupQuery['type'] }) => {
  const me = useCachedMe()
  const { setMessage } = useFormKit()
  const [isOpen, setOpen] = useState(false)
  const reasonId = useId()
  // Undefined with older backends, which may have a key.
  const reason = me?.isFilmLookupOn === false ? NO_KEY[me.role === 'sa' ? 'sa' : 'other'] : undefined
  return (
    <>
      {/* Not `disabled`: keyboards and screen readers reach the reason. */}
      <Button
        variant="outlined"
        startIcon={<SearchIcon />}
        title={reason}
        aria-disabled={reason !== undefined}
        aria-describedby={reason === undefined ? undefined : reasonId}
        onClick={() => (reason === undefined ? setOpen(true) : setMessage(reason))}
        sx={UNAVAILABLE}
      >
        Buscar en la base de películas
      </Button>
      <span id={reasonId} hidden>
        {reason}
      </span>
      <FilmLookupDialog type={type} open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
