import Button from '@mui/material/Button'
import { useCloseNotification } from 'ra-core'
import { openJobs } from '../page/menus.tsx'

/** The button of a message that leads to what it is about. */
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
