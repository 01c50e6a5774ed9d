import TextField from '@mui/material/TextField'
import { useRecordContext, useResourceContext, useTranslateLabel } from 'ra-core'
import { useId } from 'react'
import { dayText } from '../display/dates.ts'
import { DateInput } from '../inputs/DateInput.tsx'
import { dayOfWire, inWords } from '../inputs/DayField.tsx'
import { useFormKit, useHasField } from '../inputs/form-kit.tsx'
import { Span } from './FormSection.tsx'

const SOURCE = 'dateCreate'

const StoredDate = () => {
  const id = useId()
  const resource = useResourceContext()
  const record = useRecordContext()
  const label = useTranslateLabel()({ source: SOURCE, resource })
  const day = dayOfWire(record?.dateCreate)
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

/** When a record came in, in update mode: to be edited where its schema has it, else to be read. */
export const CreationDateInput = () => {
  const { mode } = useFormKit()
  const isEditable = useHasField(SOURCE)
  if (mode !== 'edit') return null
  return <Span of={4}>{isEditable ? <DateInput source={SOURCE} as="instant" /> : <StoredDate />}</Span>
}
