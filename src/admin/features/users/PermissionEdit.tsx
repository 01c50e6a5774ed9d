import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { Suspense, useMemo, useState } from 'react'
import { LinkBase, useLocation, useNavigate, useRecordContext } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { can, type Principal } from '../../../domain/access/permissions.ts'
import { grantLimit } from '../../../domain/access/selection.ts'
import { PROFILE_MESSAGES, profileSchema } from '../../../domain/users/profile.ts'
import {
  canCreateProfiles,
  isSaProfile,
  newProfileErrors,
  PROFILE_TOGGLES,
  type ProfileToggle,
  profileError,
  toggleError,
} from '../../../domain/users/profile-rules.ts'
import { lazy } from '../../api/connection.ts'
import { type RecordOf, request } from '../../api/http.ts'
import { type Me, useCan, useMe } from '../../api/me.ts'
import { formPathOf, pathOf } from '../../api/paths.ts'
import { useRefreshLists } from '../../api/query-client.ts'
import { NameDialog } from '../../kit/dialogs/NameDialog.tsx'
import { CatalogueEdit } from '../../kit/form/CatalogueForm.tsx'
import {
  BarSpace,
  CancelButton,
  FormBar,
  SaveButton,
  UnsavedCount,
  useUnsavedCount,
} from '../../kit/form/FormBar.tsx'
import { FormSection, Span } from '../../kit/form/FormSection.tsx'
import { SwitchInput, TextInput } from '../../kit/inputs/inputs.tsx'
import { useProfiles } from './lookups.ts'
import { PermissionsInput } from './PermissionsInput.tsx'
import { PERMISSION_PARTS } from './permission-parts.ts'

const COMPARISON = { divided: { routeAccess: PERMISSION_PARTS } }

export const PermissionEdit = () => {
  const { state } = useLocation()
  // True on arrival from the registration of a profile.
  const [isSaved, setSaved] = useState(state?.isSaved === true)
  return (
    <CatalogueEdit
      title="Permisos del perfil"
      schema={profileSchema}
      bar={<PermissionBar isSaved={isSaved} />}
      comparison={COMPARISON}
      onSaved={() => setSaved(true)}
    >
      <PermissionForm />
    </CatalogueEdit>
  )
}

const PermissionBar = ({ isSaved }: { isSaved: boolean }) => {
  const profile = useRecordContext<RecordOf<'profiles'>>()
  const { data: me } = useMe()
  const unsaved = useUnsavedCount()
  const isLocked = profile !== undefined && me !== undefined && profileError(me, profile) !== undefined
  // Not behind '⋯' on a phone once they are the next step.
  const className = isSaved && unsaved === 0 ? 'bar-main' : undefined
  return (
    <FormBar>
      {profile === undefined ? null : <PreviewButton profile={profile} className={className} />}
      {profile === undefined || me === undefined ? null : (
        <>
          <NewUserButton profile={profile} me={me} className={className} />
          <CopyButton profile={profile} me={me} />
        </>
      )}
      <BarSpace />
      <UnsavedCount />
      {isLocked ? null : <SaveButton />}
      <CancelButton isMain />
    </FormBar>
  )
}

const ProfilePreview = lazy(async () => ({ default: (await import('./ProfilePreview.tsx')).ProfilePreview }))

interface OfferProps {
  profile: RecordOf<'profiles'>
  className: string | undefined
}

/** 'Ver como este perfil': previews the form's permissions, saved or not. */
const PreviewButton = ({ profile, className }: OfferProps) => {
  const { getValues } = useFormContext()
  const [shown, setShown] = useState<RecordOf<'profiles'>>()
  const [isOpen, setOpen] = useState(false)
  const show = (): void => {
    setShown({ ...profile, ...getValues() })
    setOpen(true)
  }
  return (
    <>
      <Button variant="outlined" className={className} onClick={show}>
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

/** Opens the form of a new user with the saved profile chosen, for users who may assign it. */
const NewUserButton = ({ profile, me, className }: OfferProps & { me: Me }) => {
  const unsaved = useUnsavedCount()
  const { data: profiles = [] } = useProfiles()
  const choice = profiles.find(({ id }) => id === profile._id)
  if (!can(me, 'create', 'users') || choice?.isAssignable === false) return null
  return (
    <Button
      component={LinkBase}
      to={`${pathOf('user-create')}?${new URLSearchParams({ profile: profile.name })}`}
      variant="outlined"
      className={className}
      // The form offers the same choices, which are read again after a save.
      disabled={unsaved > 0 || choice?.name !== profile.name}
    >
      Crear usuario con este perfil
    </Button>
  )
}

const NAME = { label: 'Nombre del perfil', missing: PROFILE_MESSAGES.name, maxLength: 100 } as const

/** 'Duplicar': a new profile with the grants of the saved one, for users who may create it (rule W20). */
const CopyButton = ({ profile, me }: { profile: RecordOf<'profiles'>; me: Me }) => {
  const unsaved = useUnsavedCount()
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  const refreshLists = useRefreshLists()
  const { routeAccess, accessWeb, accessApp, dateValidate, deviceValidate, secondFactor } = profile
  const isAllowed =
    can(me, 'create', 'profiles') && canCreateProfiles(me) && newProfileErrors(me, routeAccess).length === 0
  if (!isAllowed) return null
  const save = async (name: string): Promise<string | undefined> => {
    const copied = { routeAccess, accessWeb, accessApp, dateValidate, deviceValidate, secondFactor }
    try {
      const { _id } = await request('POST /api/profiles', { body: { name, ...copied } })
      refreshLists()
      setOpen(false)
      navigate(formPathOf('profiles', _id))
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
    return undefined
  }
  return (
    <>
      <Button variant="outlined" disabled={unsaved > 0} onClick={() => setOpen(true)}>
        Duplicar
      </Button>
      {isOpen ? (
        <NameDialog
          title={`Duplicar ${profile.name}`}
          {...NAME}
          onSave={save}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}

const SA_HAS_ALL = 'El perfil sa tiene siempre todos los permisos.'
const OWN = 'Este es su propio perfil: puede quitarle permisos, pero no agregarle.'

/** Explains restrictions on changing the profile. */
const profileNote = (profile: RecordOf<'profiles'>, me: Me): string | undefined => {
  const error = profileError(me, profile)
  if (error !== undefined) return error
  if (isSaProfile(profile)) return SA_HAS_ALL
  return me.profile === profile._id ? OWN : undefined
}

const PermissionForm = () => {
  const profile = useRecordContext<RecordOf<'profiles'>>()
  const { data: me } = useMe()
  if (profile === undefined || me === undefined) return null
  const note = profileNote(profile, me)
  const isLocked = profileError(me, profile) !== undefined
  return (
    <>
      {note === undefined ? null : (
        <Alert severity="info" sx={{ mb: 2 }}>
          {note}
        </Alert>
      )}
      <FormSection title="Datos">
        <Span of={12}>
          <TextInput
            source="name"
            disabled={profile.isSystem || isLocked}
            {...(profile.isSystem ? { help: PROFILE_MESSAGES.systemName } : {})}
          />
        </Span>
        {PROFILE_TOGGLES.map((toggle) => (
          <Span key={toggle} of={4}>
            <Toggle toggle={toggle} profile={profile} me={me} />
          </Span>
        ))}
      </FormSection>
      <ProfilePermissions profile={profile} me={me} />
    </>
  )
}

interface ToggleProps {
  toggle: ProfileToggle
  profile: RecordOf<'profiles'>
  me: Me
}

/** A toggle of the profile; the note above the form explains why all are disabled. */
const Toggle = ({ toggle, profile, me }: ToggleProps) => {
  const canModify = useCan('modify', 'profiles')
  const error = toggleError({ ...me, profileId: me.profile }, profile, toggle)
  return (
    <SwitchInput
      source={toggle}
      disabled={!canModify || error !== undefined}
      help={profileError(me, profile) === undefined ? (error ?? '') : ''}
    />
  )
}

const SA: Principal = { role: 'sa', routeAccess: [] }

const ProfilePermissions = ({ profile, me }: { profile: RecordOf<'profiles'>; me: Me }) => {
  const { _id, routeAccess } = profile
  const isSa = isSaProfile(profile)
  const canModify = useCan('modify', 'profiles')
  // The profile sa has every permission, whatever is stored.
  const fixed = useMemo(() => (isSa ? grantLimit(SA) : undefined), [isSa])
  const limit = useMemo(
    () => fixed ?? grantLimit(me.profile === _id ? { ...me, routeAccess } : me),
    [fixed, me, _id, routeAccess],
  )
  return (
    <PermissionsInput
      limit={limit}
      fixed={fixed}
      isReadOnly={!canModify || isSa || profileError(me, profile) !== undefined}
      search={useSearchText()}
    />
  )
}

const SEARCH = 'q'

/** The search text, kept in the URL without a history entry per key. */
const useSearchText = (): [text: string, setText: (text: string) => void] => {
  const { search } = useLocation()
  const navigate = useNavigate()
  const [text, setText] = useState(() => new URLSearchParams(search).get(SEARCH) ?? '')
  const change = (next: string): void => {
    setText(next)
    navigate({ search: next === '' ? '' : `?${new URLSearchParams({ [SEARCH]: next })}` }, { replace: true })
  }
  return [text, change]
}
