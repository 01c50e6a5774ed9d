import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { dateParts } from '../../../domain/format/dates.ts'
import { periodInWords } from '../../../domain/format/period-labels.ts'
import { type Me, serviceZone } from '../../api/me.ts'
import { today } from '../../kit/display/dates.ts'

/** By the service's clock, like the figures. */
const greeting = (): string => {
  const { hour } = dateParts(new Date(), serviceZone())
  if (hour >= 5 && hour < 12) return 'Buenos días'
  return hour >= 12 && hour < 19 ? 'Buenas tardes' : 'Buenas noches'
}

const DAY = {
  display: 'inline-block',
  fontSize: 13,
  color: 'text.secondary',
  '&::first-letter': { textTransform: 'uppercase' },
} as const

export const Greeting = ({ me }: { me: Me }) => (
  <div>
    <Typography sx={{ fontSize: 20, fontWeight: 700, lineHeight: 1.3 }}>
      {greeting()}, {me.fullName}
    </Typography>
    <Box component="small" sx={DAY}>
      {periodInWords(today())}
    </Box>
  </div>
)
