import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useRecordContext } from 'ra-core'
import { Suspense, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { PROFILE_MESSAGES, profileSchema } from '../../../domain/users/profile.ts'
import { isSaProfile, profileError } from '../../../domain/users/profile-rules.ts'
import { lazy } from '../../api/connection.ts'
import type { RecordOf } from '../../api/http.ts'
import { type Me, useMe } from '../../api/me.ts'
import { CatalogueEdit } from '../../kit/form/CatalogueForm.tsx'
import { BarSpace, CancelButton, FormBar, SaveButton, UnsavedCount } from '../../kit/form/FormBar.tsx'
import { FormSection, Span } from '../../kit/form/FormSection.tsx'
import { TextInput } from '../../kit/inputs/inputs.tsx'
import { PermissionsInput } from './PermissionsInput.tsx'

/** Edits the routes and flags that a profile grants. */
export const PermissionEdit = () => (
  <CatalogueEdit title="Permisos del perfil" schema={profileSchema} bar={<PermissionBar />}>
    <PermissionForm />
  </CatalogueEdit>
)

const PermissionBar = () => {
  const profile = useRecordContext<RecordOf<'profiles'>>()
  const { data: me } = useMe()
  const isLocked = profile !== undefined && me !== undefined && profileError(me, profile) !== undefined
  return (
    <FormBar>
      {profile === undefined ? null : <PreviewButton profile={profile} />}
      <BarSpace />
      <UnsavedCount />
      <CancelButton />
      {isLocked ? null : <SaveButton />}
    </FormBar>
  )
}

const ProfilePreview = lazy(async () => ({ default: (await import('./ProfilePreview.tsx')).ProfilePreview }))

/** 'Ver como este perfil': previews the permissions in the form, saved or not. */
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

/** What restricts changes of the profile by the current user. */
const noteOn = (profile: RecordOf<'profiles'>, me: Me): string | undefined => {
  const error = profileError(me, profile)
  if (error !== undefined) return error
  if (isSaProfile(profile)) return SA_HAS_ALL
  return me.profile === profile._id ? OWN : undefined
}

const PermissionForm = () => {
  const profile = useRecordContext<RecordOf<'profiles'>>()
  const { data: me } = useMe()
  if (profile === undefined || me === undefined) return null
  const note = noteOn(profile, me)
  const isLocked = profileError(me, profile) !== undefined
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
            disabled={profile.isSystem || isLocked}
            {...(profile.isSystem ? { help: PROFILE_MESSAGES.systemName } : {})}
          />
        </Span>
      </FormSection>
      <PermissionsInput profile={profile} me={me} />
    </>
  )
}
