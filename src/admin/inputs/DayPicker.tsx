import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns'
import { DatePicker } from '@mui/x-date-pickers/DatePicker'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import { esES } from '@mui/x-date-pickers/locales'
import { es } from 'date-fns/locale/es'
import type { ReactNode } from 'react'
import { FIRST_DATE, LAST_DATE } from '../../domain/validation/dates.ts'
import { dateOfDay } from './days.ts'

export interface DayPickerProps {
  id?: string
  name: string
  label: ReactNode
  value: Date | null
  onChange: (value: Date | null) => void
  onBlur?: () => void
  error?: string | undefined
  /** The line below when nothing is wrong: the day in words. */
  line?: string | undefined
  required?: boolean
  disabled?: boolean
}

const TEXTS = esES.components.MuiLocalizationProvider.defaultProps.localeText

const CALENDAR = { 'aria-label': 'Calendario' }

/** The calendar: loaded when a screen first shows a date, since it is the heaviest of all inputs. */
const DayPicker = (props: DayPickerProps) => {
  const { id, name, label, value, onChange, onBlur, error, line, required, disabled = false } = props
  return (
    <LocalizationProvider dateAdapter={AdapterDateFns} adapterLocale={es} localeText={TEXTS}>
      <DatePicker
        enableAccessibleFieldDOMStructure={false}
        format="MM/dd/yyyy"
        label={label}
        value={value}
        onChange={onChange}
        disabled={disabled}
        minDate={dateOfDay(FIRST_DATE) ?? undefined}
        maxDate={dateOfDay(LAST_DATE) ?? undefined}
        slotProps={{
          textField: {
            id,
            name,
            fullWidth: true,
            onBlur,
            error: error !== undefined,
            helperText: error ?? line,
            placeholder: 'mm/dd/aaaa',
            slotProps: { htmlInput: { 'aria-required': required } },
          },
          popper: CALENDAR,
          // On a phone the paper is the dialog: its own label, instead of the toolbar's text.
          mobilePaper: { ...CALENDAR, 'aria-labelledby': undefined },
          desktopPaper: { sx: { border: 1, borderColor: 'divider' } },
          actionBar: { actions: ['today', 'clear'] },
        }}
      />
    </LocalizationProvider>
  )
}

export default DayPicker
