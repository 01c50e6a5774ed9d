import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useRecordContext } from 'ra-core'
import { Suspense, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { PROFILE_MESSAGES, profileSchema } from '../../../domain/users/profile.ts'
import { isSaProfile, profileRefusal } from '../../../domain/users/profile-rules.ts'
import type { RecordOf } from '../../api/client.ts'
import { lazy } from '../../api/lazy.ts'
import { useMe } from '../../api/session/identity.ts'
import type { Me } from '../../api/session/me.ts'
import { CatalogueEdit } from '../../kit/form/CatalogueEdit.tsx'
import { BarSpace, CancelButton, FormBar, SaveButton, UnsavedCount } from '../../kit/form/FormBar.tsx'
import { FormSection, Span } from '../../kit/form/FormSection.tsx'
import { TextInput } from '../../kit/inputs/TextInput.tsx'
import { PermissionsInput } from './PermissionsInput.tsx'

/** Edits the routes and flags that a profile grants. */
export const PermissionEdit = () => (
  <CatalogueEdit title="Permisos del perfil" schema={profileSchema} bar={<PermissionBar />}>
    <PermissionForm />
  </CatalogueEdit>
)

/** The buttons of the permission editor: Registrar, and Cancelar back to the profiles. */
const PermissionBar = () => {
  const profile = useRecordContext<RecordOf<'profiles'>>()
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

const ProfilePreview = lazy(async () => ({ default: (await import('./ProfilePreview.tsx')).ProfilePreview }))

/** 'Ver como este perfil': what the permissions on screen give, saved or not. */
const PreviewButton = ({ profile }: { profile: RecordOf<'profiles'> }) => {
  const { getValues } = useFormContext()
  const [shown, setShown] = useState<RecordOf<'profiles'>>()
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

const SA_HAS_ALL = 'El perfil sa tiene siempre todos los permisos.'
const OWN = 'Este es su propio perfil: puede quitarle permisos, pero no agregarle.'

/** What restricts the changes of a profile, for who is signed in. */
const noteOn = (profile: RecordOf<'profiles'>, me: Me): string | undefined => {
  const refusal = profileRefusal(me, profile)
  if (refusal !== undefined) return refusal
  if (isSaProfile(profile)) return SA_HAS_ALL
  return me.profile === profile._id ? OWN : undefined
}

/** The name of the profile, and its permissions. */
const PermissionForm = () => {
  const profile = useRecordContext<RecordOf<'profiles'>>()
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
