import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useResetErrorBoundaryOnLocationChange } from 'ra-core'
import { ApiError } from '../providers/api-error.ts'
import { PageTitle } from './PageTitle.tsx'

interface ErrorPageProps {
  error: Error
  resetErrorBoundary: (...args: unknown[]) => void
}

// An error of the code speaks English to developers; the person is told what they can do.
const messageOf = (error: Error): string =>
  error instanceof ApiError ? error.message : 'Ocurrió un error y no se pudo completar la operación.'

/** What stands instead of a page that failed. */
export const ErrorPage = ({ error, resetErrorBoundary }: ErrorPageProps) => {
  useResetErrorBoundaryOnLocationChange(resetErrorBoundary)
  return (
    <Stack role="alert" spacing={2} sx={{ maxWidth: 560, mx: 'auto', mt: 8, textAlign: 'center' }}>
      <PageTitle title="Algo salió mal" />
      <Typography color="text.secondary">{messageOf(error)}</Typography>
      <Stack direction="row" spacing={1} sx={{ justifyContent: 'center' }}>
        <Button variant="outlined" onClick={() => window.history.back()}>
          Atras
        </Button>
        <Button variant="contained" onClick={resetErrorBoundary}>
          Intentar de nuevo
        </Button>
      </Stack>
    </Stack>
  )
}
