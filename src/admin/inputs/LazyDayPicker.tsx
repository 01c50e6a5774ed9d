import TextField from '@mui/material/TextField'
import { lazy, Suspense } from 'react'
import type { DayPickerProps } from './DayPicker.tsx'

const Calendar = lazy(() => import('./DayPicker.tsx'))

/** The calendar, or its place while it loads. */
export const LazyDayPicker = (props: DayPickerProps) => (
  <Suspense fallback={<TextField fullWidth disabled label={props.label} placeholder="mm/dd/aaaa" />}>
    <Calendar {...props} />
  </Suspense>
)
