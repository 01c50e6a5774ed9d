import TextField from '@mui/material/TextField'
import { lazy, Suspense } from 'react'
import type { DayPickerProps } from './DayPicker.tsx'

const Calendar = lazy(() => import('./DayPicker.tsx'))

/** As high as the calendar's field: what stands below must not move when that comes. */
const Place = ({ label, line, error }: DayPickerProps) => (
  <TextField
    fullWidth
    disabled
    label={label}
    placeholder="mm/dd/aaaa"
    error={error !== undefined}
    helperText={error ?? line}
  />
)

/** The calendar, or its place while it loads. */
export const LazyDayPicker = (props: DayPickerProps) => (
  <Suspense fallback={<Place {...props} />}>
    <Calendar {...props} />
  </Suspense>
)
