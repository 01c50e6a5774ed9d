import Alert from '@mui/material/Alert'
import { useRecordContext } from 'ra-core'
import { PROFILE_MESSAGES } from '../../../../domain/users/profile.ts'
import { isSaProfile, profileRefusal } from '../../../../domain/users/profile-rules.ts'
import { useMe } from '../../../api/session/identity.ts'
import type { Me } from '../../../api/session/me.ts'
import { FormSection, Span } from '../../../kit/form/FormSection.tsx'
import { TextInput } from '../../../kit/inputs/TextInput.tsx'
import { PermissionsInput } from './PermissionsInput.tsx'
import type { ProfileRecord } from './profile-record.ts'

const SA_HAS_ALL = 'El perfil sa tiene siempre todos los permisos.'
const OWN = 'Este es su propio perfil: puede quitarle permisos, pero no agregarle.'

/** What restricts the changes of a profile, for who is signed in. */
const noteOn = (profile: ProfileRecord, me: Me): string | undefined => {
  const refusal = profileRefusal(me, profile)
  if (refusal !== undefined) return refusal
  if (isSaProfile(profile)) return SA_HAS_ALL
  return me.profile === profile._id ? OWN : undefined
}

/** The name of the profile, and its permissions. */
export const PermissionForm = () => {
  const profile = useRecordContext<ProfileRecord>()
  const { data: me } = useMe()
  if (profile === undefined || me === undefined) return null
  const note = noteOn(profile, me)
  const isRefused = profileRefusal(me, profile) !== undefined
  return (
    <>
      {note === undefined ? null : (
        <Alert severity="info" sx={{ mb: 2 }}>
          {note}
        </Alert>
      )}
      <FormSection title="Datos">
        <Span of={6}>
          <TextInput
            source="name"
            disabled={profile.isSystem || isRefused}
            {...(profile.isSystem ? { help: PROFILE_MESSAGES.systemName } : {})}
          />
        </Span>
      </FormSection>
      <PermissionsInput profile={profile} me={me} />
    </>
  )
}
