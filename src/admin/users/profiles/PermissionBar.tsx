import { useRecordContext } from 'ra-core'
import { CancelButton, SaveButton } from '../../forms/buttons.tsx'
import { BarSpace, FormBar, UnsavedCount } from '../../forms/FormBar.tsx'
import { PreviewButton } from './PreviewButton.tsx'
import type { ProfileRecord } from './profile-record.ts'

/** The buttons of the permission editor: Registrar, and Cancelar back to the profiles. */
export const PermissionBar = () => {
  const profile = useRecordContext<ProfileRecord>()
  return (
    <FormBar>
      {profile === undefined ? null : <PreviewButton profile={profile} />}
      <BarSpace />
      <UnsavedCount />
      <CancelButton />
      <SaveButton />
    </FormBar>
  )
}
