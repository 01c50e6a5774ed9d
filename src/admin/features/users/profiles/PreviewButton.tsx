import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { lazy } from '../../../api/lazy.ts'
import type { ProfileRecord } from './profile-record.ts'

const ProfilePreview = lazy(async () => ({ default: (await import('./ProfilePreview.tsx')).ProfilePreview }))

/** 'Ver como este perfil': what the permissions on screen give, saved or not. */
export const PreviewButton = ({ profile }: { profile: ProfileRecord }) => {
  const { getValues } = useFormContext()
  const [shown, setShown] = useState<ProfileRecord>()
  const [isOpen, setOpen] = useState(false)
  const show = (): void => {
    setShown({ ...profile, ...getValues() })
    setOpen(true)
  }
  return (
    <>
      <Button variant="outlined" onClick={show}>
        Ver como este perfil
      </Button>
      {shown === undefined ? null : (
        <Suspense>
          <ProfilePreview profile={shown} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
