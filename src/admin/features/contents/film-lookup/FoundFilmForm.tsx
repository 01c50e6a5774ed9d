import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import FormControlLabel from '@mui/material/FormControlLabel'
import Typography from '@mui/material/Typography'
import { useResourceContext, useTranslateLabel } from 'ra-core'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { FoundFilm } from '../../../../domain/contents/film-lookup.ts'
import { useFormKit } from '../../../kit/inputs/form-kit.tsx'
import { type FoundField, foundFields, readable } from './found-fields.ts'

interface FoundFilmFormProps {
  film: FoundFilm
  values: FieldValues
  onFill: (chosen: Readonly<Record<string, unknown>>) => void
  onAgain: () => void
}

interface FieldChoiceProps {
  field: FoundField
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
      <Box sx={CLAMP}>{readable(field.found)}</Box>
      {field.isFree ? null : (
        <Typography color="text.secondary" sx={{ ...CLAMP, fontSize: 12 }}>
          Ahora: {readable(field.current)}
        </Typography>
      )}
    </Box>
  </Box>
)

/** The fields that are ticked: the free ones at first. */
const useChosen = (fields: readonly FoundField[]) => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(fields.filter(({ isFree }) => isFree).map(({ source }) => source)),
  )
  const toggle = (source: string): void => {
    const next = new Set(chosen)
    if (!next.delete(source)) next.add(source)
    setChosen(next)
  }
  const values = () =>
    Object.fromEntries(
      fields.filter(({ source }) => chosen.has(source)).map(({ source, found }) => [source, found]),
    )
  return { chosen, toggle, values }
}

/** The film that was found: free fields are taken over, filled ones only when they are ticked. */
export const FoundFilmForm = ({ film, values: held, onFill, onAgain }: FoundFilmFormProps) => {
  const resource = useResourceContext()
  const translate = useTranslateLabel()
  const { schema } = useFormKit()
  const fields = foundFields(film, held, schema)
  const { chosen, toggle, values } = useChosen(fields)
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
            checked={chosen.has(field.source)}
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
