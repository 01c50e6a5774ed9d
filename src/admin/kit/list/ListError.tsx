import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useListContext } from 'ra-core'

/** What stands instead of the rows when they could not be read. */
export const ListError = () => {
  const { error, refetch } = useListContext()
  return (
    <Alert
      severity="error"
      sx={{ m: 2 }}
      action={
        <Button color="inherit" onClick={() => refetch()}>
          Intentar de nuevo
        </Button>
      }
    >
      {error instanceof Error ? error.message : 'No se pudo leer la lista.'}
    </Alert>
  )
}
