import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'

interface RetryAlertProps {
  message: string
  onRetry: () => void
}

/** What could not be loaded or done, with a button to try it again. */
export const RetryAlert = ({ message, onRetry }: RetryAlertProps) => (
  <Alert
    severity="error"
    action={
      <Button color="inherit" onClick={onRetry}>
        Reintentar
      </Button>
    }
  >
    {message}
  </Alert>
)
