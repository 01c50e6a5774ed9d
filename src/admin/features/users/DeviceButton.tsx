import Button from '@mui/material/Button'
import { useRecordContext } from 'ra-core'
import { useState } from 'react'
import type { UserRecord } from '../../api/user-record.ts'
import { DeviceDialog } from './DeviceDialog.tsx'

/** 'Dispositivo': what the user's application is linked to. */
export const DeviceButton = ({ mayUnlink }: { mayUnlink: boolean }) => {
  const user = useRecordContext<UserRecord>()
  const [isOpen, setOpen] = useState(false)
  if (user === undefined) return null
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        Dispositivo
      </Button>
      <DeviceDialog user={user} open={isOpen} mayUnlink={mayUnlink} onClose={() => setOpen(false)} />
    </>
  )
}
