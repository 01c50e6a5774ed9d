import { useRecordContext } from 'ra-core'
import { profileRefusal } from '../../../../domain/users/profile-rules.ts'
import { useMe } from '../../../api/session/identity.ts'
import { BarSpace, CancelButton, FormBar, SaveButton, UnsavedCount } from '../../../kit/form/FormBar.tsx'
import { PreviewButton } from './PreviewButton.tsx'
import type { ProfileRecord } from './profile-record.ts'

/** The buttons of the permission editor: Registrar, and Cancelar back to the profiles. */
export const PermissionBar = () => {
  const profile = useRecordContext<ProfileRecord>()
  const { data: me } = useMe()
  const isRefused = profile !== undefined && me !== undefined && profileRefusal(me, profile) !== undefined
  return (
    <FormBar>
      {profile === undefined ? null : <PreviewButton profile={profile} />}
      <BarSpace />
      <UnsavedCount />
      <CancelButton />
      {isRefused ? null : <SaveButton />}
    </FormBar>
  )
}
