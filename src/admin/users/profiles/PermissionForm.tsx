import Alert from '@mui/material/Alert'
import { useRecordContext } from 'ra-core'
import { PROFILE_MESSAGES } from '../../../domain/users/profile.ts'
import { isSaProfile, mayEditProfile } from '../../../domain/users/profile-rules.ts'
import { FormSection, Span } from '../../forms/FormSection.tsx'
import { TextInput } from '../../inputs/TextInput.tsx'
import { useMe } from '../../session/identity.ts'
import { PermissionsInput } from './PermissionsInput.tsx'
import type { ProfileRecord } from './profile-record.ts'

const SA_HAS_ALL = 'El perfil sa tiene siempre todos los permisos.'

/** The name of the profile, and its permissions. */
export const PermissionForm = () => {
  const profile = useRecordContext<ProfileRecord>()
  const { data: me } = useMe()
  if (profile === undefined || me === undefined) return null
  const isClosed = !mayEditProfile(me, profile)
  return (
    <>
      {isSaProfile(profile) ? (
        <Alert severity="info" sx={{ mb: 2 }}>
          {isClosed ? PROFILE_MESSAGES.saProfile : SA_HAS_ALL}
        </Alert>
      ) : null}
      <FormSection title="Datos">
        <Span of={6}>
          <TextInput
            source="name"
            disabled={profile.isSystem}
            {...(profile.isSystem ? { help: PROFILE_MESSAGES.systemName } : {})}
          />
        </Span>
      </FormSection>
      <PermissionsInput profile={profile} me={me} />
    </>
  )
}
