import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type ReactNode, useDeferredValue, useId } from 'react'
import { useRecordContext, useResourceContext, useTranslateLabel } from 'react-admin'
import { dayText } from '../display/dates.ts'
import { DateInput, inWords, toDay } from '../inputs/DateInput.tsx'
import { useFormKit } from '../inputs/form-kit.tsx'

interface FormSectionProps {
  title: string
  /** Below the fold of usual screens: the fields are rendered after the rest has been painted. */
  isBelowFold?: boolean
  children: ReactNode
}

const GRID = {
  display: 'grid',
  gridTemplateColumns: 'repeat(12, minmax(0, 1fr))',
  columnGap: 1.5,
  rowGap: 1,
} as const

/** A 12-column grid for the fields of a section or dialog (`Span`). */
export const FieldGrid = ({ children }: { children: ReactNode }) => <Box sx={GRID}>{children}</Box>

/** A card of fields with a heading, in a 12-column grid (`Span`). */
export const FormSection = ({ title, isBelowFold = false, children }: FormSectionProps) => {
  const heading = useId()
  const isRendered = useDeferredValue(true, !isBelowFold)
  return (
    <Card component="section" aria-labelledby={heading} sx={{ px: 2.25, py: 2, mb: 2, overflow: 'visible' }}>
      <Typography id={heading} variant="h2" sx={{ mb: 1.5 }}>
        {title}
      </Typography>
      <FieldGrid>{isRendered ? children : null}</FieldGrid>
    </Card>
  )
}

interface SpanProps {
  /** Columns out of twelve; on a phone all of them, unless `phone` is given. */
  of: number
  phone?: number
  children: ReactNode
}

export const Span = ({ of, phone = 12, children }: SpanProps) => (
  <Box sx={{ gridColumn: { xs: `span ${phone}`, sm: `span ${of}` }, minWidth: 0 }}>{children}</Box>
)

const StoredDate = () => {
  const id = useId()
  const resource = useResourceContext()
  const record = useRecordContext()
  const label = useTranslateLabel()({ source: 'dateCreate', resource })
  const day = toDay(record?.dateCreate)
  return (
    <TextField
      id={id}
      fullWidth
      label={label}
      value={dayText(day)}
      helperText={day === '' ? undefined : inWords(day)}
      slotProps={{ htmlInput: { readOnly: true } }}
      sx={{ '& .MuiOutlinedInput-root': { bgcolor: 'action.hover' } }}
    />
  )
}

const InUpdates = ({ children }: { children: ReactNode }) =>
  useFormKit().mode === 'edit' ? <Span of={4}>{children}</Span> : null

/** The creation date in update mode, read-only. */
export const CreationDate = () => (
  <InUpdates>
    <StoredDate />
  </InUpdates>
)

/** The creation date in update mode, of entities whose input has it (rule K5). */
export const CreationDateInput = () => (
  <InUpdates>
    <DateInput source="dateCreate" as="instant" />
  </InUpdates>
)
