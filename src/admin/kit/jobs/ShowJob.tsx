import Button from '@mui/material/Button'
import { useCloseNotification } from 'react-admin'
import { openJobs } from './shown-jobs.ts'

/** Closes a job's notification and opens the job, or all of them. */
export const ShowJob = ({ id }: { id: string | undefined }) => {
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
