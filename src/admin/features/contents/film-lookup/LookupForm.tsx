import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { Form } from 'ra-core'
import { useMemo } from 'react'
import { type FieldValues, useFormState } from 'react-hook-form'
import { type LookupQuery, lookupQuerySchema } from '../../../../domain/contents/film-lookup.ts'
import { Span } from '../../../kit/form/FormSection.tsx'
import { FocusFirstError, schemaResolver } from '../../../kit/form/form-errors.tsx'
import { ShapeContext } from '../../../kit/inputs/form-kit.tsx'
import { SelectInput } from '../../../kit/inputs/SelectInput.tsx'
import { TextInput } from '../../../kit/inputs/TextInput.tsx'

interface LookupFormProps {
  /** What kind is looked for at first. */
  type: LookupQuery['type']
  /** What the content's form holds: its title and year are what one looks for most. */
  values: FieldValues
  problem: string | undefined
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

const resolver = schemaResolver(lookupQuerySchema)

// The resolver let it through: it is what the schema says.
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

const Problem = ({ text: problem }: { text: string | undefined }) => (
  <Box role="alert" sx={{ mb: problem ? 1.5 : 0 }}>
    {problem ? (
      <Alert severity="warning" role="presentation">
        {problem}
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

/** What to look for in the film database. */
export const LookupForm = ({ type, values, problem, onLookup, onClose }: LookupFormProps) => {
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
    <ShapeContext value={lookupQuerySchema}>
      <Form
        noValidate
        record={record}
        resolver={resolver}
        shouldFocusError={false}
        disableInvalidFormNotification
        onSubmit={(query: FieldValues) => onLookup(asQuery(query))}
      >
        <DialogContent sx={{ pt: 0 }}>
          <Problem text={problem} />
          <Fields />
        </DialogContent>
        <Actions onClose={onClose} />
        <FocusFirstError />
      </Form>
    </ShapeContext>
  )
}
