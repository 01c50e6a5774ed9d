import Button from '@mui/material/Button'
import { useCloseNotification } from 'react-admin'
import { openJobs } from './shown-jobs.ts'

/** Closes a job's notification and opens the job. */
export const ShowJob = ({ id }: { id: string }) => {
  const close = useCloseNotification()
  const show = (): void => {
    close()
    openJobs(id)
  }
  return (
    <Button color="inherit" size="small" onClick={show}>
      Ver
    </Button>
  )
}
