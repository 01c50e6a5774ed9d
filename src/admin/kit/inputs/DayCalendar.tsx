import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns'
import { DateCalendar } from '@mui/x-date-pickers/DateCalendar'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import { esES } from '@mui/x-date-pickers/locales'
import { formatISO, parseISO } from 'date-fns'
import { es } from 'date-fns/locale/es'
import { FIRST_DATE, LAST_DATE } from '../../../domain/format/dates.ts'
import { today } from '../display/dates.ts'

interface DayCalendarProps {
  /** The chosen day, YYYY-MM-DD; '' for none. */
  day: string
  onPick: (day: string) => void
}

const TEXTS = esES.components.MuiLocalizationProvider.defaultProps.localeText

// By default, focused years are only marked by a shade.
const YEARS = {
  '& .MuiYearCalendar-button:focus-visible': {
    outline: '2px solid',
    outlineColor: 'primary.main',
    outlineOffset: '2px',
  },
}

/** A calendar for picking a day. Large: import it lazily. */
export const DayCalendar = ({ day, onPick }: DayCalendarProps) => (
  <LocalizationProvider dateAdapter={AdapterDateFns} adapterLocale={es} localeText={TEXTS}>
    <DateCalendar
      autoFocus
      sx={YEARS}
      value={day === '' ? null : parseISO(day)}
      referenceDate={parseISO(day === '' ? today() : day)}
      minDate={parseISO(FIRST_DATE)}
      maxDate={parseISO(LAST_DATE)}
      onChange={(date, selection) => {
        if (date !== null && selection === 'finish') onPick(formatISO(date, { representation: 'date' }))
      }}
    />
    <DialogActions>
      <Button onClick={() => onPick('')}>Limpiar</Button>
      <Button onClick={() => onPick(today())}>Hoy</Button>
    </DialogActions>
  </LocalizationProvider>
)
