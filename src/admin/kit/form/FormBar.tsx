import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useFormKit } from '../inputs/form-kit.ts'
import { useErrorCount, useUnsavedCount } from './form-state.ts'

const toMend = (count: number): string =>
  count === 1 ? 'Hay 1 campo por corregir.' : `Hay ${count} campos por corregir.`

/** The form's general message area: always there, so that what comes into it is read out. */
export const FormMessages = () => {
  const kit = useFormKit()
  const errors = useErrorCount()
  const message = kit.message ?? (errors > 0 ? kit.incomplete : undefined)
  return (
    <Box role="alert" data-testid="form-message" sx={{ width: 1, order: -2, '&:empty': { display: 'none' } }}>
      {message ? (
        <Alert severity="error" role="presentation" sx={{ py: 0, mb: errors > 0 ? 0.5 : 0 }}>
          {message}
        </Alert>
      ) : null}
      {errors > 0 ? (
        <Alert severity="warning" role="presentation" sx={{ py: 0 }}>
          {toMend(errors)}
        </Alert>
      ) : null}
    </Box>
  )
}

// Its line on a phone is kept free: the buttons must not move away from under a finger.
const COUNT = {
  whiteSpace: 'nowrap',
  order: { xs: -1, sm: 0 },
  width: { xs: 1, sm: 'auto' },
  minHeight: { xs: 21, sm: 0 },
} as const

/** How much would be lost by leaving. */
export const UnsavedCount = () => {
  const count = useUnsavedCount()
  return (
    <Typography color="text.secondary" role="status" sx={COUNT}>
      {count === 0 ? '' : count === 1 ? '1 cambio sin guardar' : `${count} cambios sin guardar`}
    </Typography>
  )
}

const BAR = {
  position: 'sticky',
  bottom: 0,
  zIndex: 'appBar',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  mt: 2,
  mx: { xs: -1.5, md: 0 },
  px: { xs: 1.5, md: 2 },
  py: 1.25,
  bgcolor: 'background.paper',
  border: 1,
  borderColor: 'divider',
  borderRadius: { xs: 0, md: '12px 12px 0 0' },
  '@media (max-width: 599.95px)': { '& > .MuiButton-root': { flex: '1 1 auto' } },
} as const

/** The bar that stays in view: messages above, buttons below. */
export const FormBar = ({ children }: { children: ReactNode }) => (
  <Box sx={BAR}>
    <FormMessages />
    {children}
  </Box>
)

/** What parts the buttons of the left from those of the right. */
export const BarSpace = () => <Box sx={{ flex: 1, display: { xs: 'none', sm: 'block' } }} />
