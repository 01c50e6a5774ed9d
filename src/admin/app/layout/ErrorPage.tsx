import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Navigate, useResetErrorBoundaryOnLocationChange } from 'react-admin'
import { ApiError } from '../../api/http.ts'
import { pathOf } from '../../api/paths.ts'
import { PageTitle } from '../../kit/page/Page.tsx'
import { redirectState } from '../public/redirects.ts'

interface ErrorPageProps {
  error: Error
  resetErrorBoundary: (...args: unknown[]) => void
}

/** A module failed to load although the server responds, for example after an update of the product. */
const isMissingPart = (error: Error): boolean =>
  /dynamically imported module|importing a module script/i.test(error.message)

const BROKEN =
  'No se pudo mostrar la página. Si acaba de guardar, revise si los datos quedaron guardados antes de repetirlo.'

// Internal errors are in English, for developers; users get an instruction. What they did may have succeeded.
const errorText = (error: Error): string => {
  if (isMissingPart(error)) return 'No se pudo mostrar la página. Es posible que haya una versión nueva.'
  return error instanceof ApiError ? error.message : BROKEN
}

export const ErrorPage = ({ error, resetErrorBoundary }: ErrorPageProps) => {
  useResetErrorBoundaryOnLocationChange(resetErrorBoundary)
  return (
    <Stack role="alert" spacing={2} sx={{ maxWidth: 560, mx: 'auto', mt: 8, textAlign: 'center' }}>
      <PageTitle title="Algo salió mal" />
      <Typography color="text.secondary">{errorText(error)}</Typography>
      <Stack direction="row" spacing={1} sx={{ justifyContent: 'center' }}>
        <Button variant="outlined" onClick={() => window.history.back()}>
          Atras
        </Button>
        {isMissingPart(error) ? (
          <Button variant="contained" onClick={() => window.location.reload()}>
            Recargar la aplicación
          </Button>
        ) : (
          <Button variant="contained" onClick={resetErrorBoundary}>
            Intentar de nuevo
          </Button>
        )}
      </Stack>
    </Stack>
  )
}

/** Redirects unknown paths to the home page, which says why (rule A6). */
export const NotFound = () => <Navigate to={pathOf('home')} state={redirectState('unknown')} replace />
