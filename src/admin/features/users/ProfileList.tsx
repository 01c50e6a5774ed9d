import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import {
  Form,
  LinkBase,
  type RaRecord,
  useDataProvider,
  useListContext,
  useNotify,
  useResourceContext,
  useTranslateLabel,
} from 'ra-core'
import { type SyntheticEvent, useRef, useState } from 'react'
import { type FieldValues, useFormState } from 'react-hook-form'
import { profileSchema } from '../../../domain/users/profile.ts'
import {
  mayCreateProfiles,
  type ProfileToggle,
  profileDeletionProblem,
  toggleProblem,
} from '../../../domain/users/profile-rules.ts'
import { pathOf } from '../../api/addresses.ts'
import { ApiError, type FieldErrors } from '../../api/api-error.ts'
import type { RecordOf } from '../../api/client.ts'
import { useMe } from '../../api/session/identity.ts'
import { useMay } from '../../api/session/use-may.ts'
import { useRefreshLists } from '../../api/use-refresh-lists.ts'
import { Tag } from '../../kit/display/Tag.tsx'
import { ToggleSwitch } from '../../kit/display/ToggleSwitch.tsx'
import { schemaResolver } from '../../kit/form/form-errors.tsx'
import { ShapeContext } from '../../kit/inputs/form-kit.tsx'
import { TextInput } from '../../kit/inputs/TextInput.tsx'
import { CatalogueList } from '../../kit/list/CatalogueList.tsx'
import { Column } from '../../kit/list/Column.tsx'
import { DayColumn } from '../../kit/list/columns.tsx'
import { RowDelete } from '../../kit/list/RowDelete.tsx'
import { useToggle } from '../../kit/list/use-toggle.ts'
import { SAVED, SAVED_FOR_MS } from '../../kit/page/saved.ts'

const stop = (event: SyntheticEvent): void => event.stopPropagation()

const Name = ({ name, isSystem }: RecordOf<'profiles'>) => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
    <strong>{name}</strong>
    {isSystem ? <Tag>Sistema</Tag> : null}
  </Box>
)

const PermissionsLink = ({ id, name }: RecordOf<'profiles'>) => (
  <Link
    component={LinkBase}
    to={pathOf('profile-permissions', id)}
    aria-label={`Permisos: ${name}`}
    onClick={stop}
    sx={{ display: 'inline-flex', alignItems: 'center', minHeight: { xs: 44, sm: 24 } }}
  >
    Permisos
  </Link>
)

const deletePrompt = ({ name }: RaRecord): string => `Seguro de eliminar ${name}`

const DeleteProfile = (profile: RecordOf<'profiles'>) => {
  const { data: me } = useMe()
  return (
    <RowDelete prompt={deletePrompt} refusal={() => (me ? profileDeletionProblem(me, profile) : undefined)} />
  )
}

/** The profiles, with their accesses and the way to their permissions. */
export const ProfileList = () => (
  <CatalogueList title="Perfiles" sort={{ field: 'name', order: 'ASC' }} above={<AddProfile />}>
    <Column<RecordOf<'profiles'>> source="name" onPhone="title" render={Name} />
    <Column<RecordOf<'profiles'>>
      source="accessWeb"
      render={(profile) => <ProfileSwitch profile={profile} source="accessWeb" />}
    />
    <Column<RecordOf<'profiles'>>
      source="accessApp"
      render={(profile) => <ProfileSwitch profile={profile} source="accessApp" />}
    />
    <Column<RecordOf<'profiles'>>
      source="dateValidate"
      render={(profile) => <ProfileSwitch profile={profile} source="dateValidate" />}
    />
    <Column<RecordOf<'profiles'>>
      source="deviceValidate"
      render={(profile) => <ProfileSwitch profile={profile} source="deviceValidate" />}
    />
    <DayColumn source="dateUpdate" label="Modificado" />
    <Column<RecordOf<'profiles'>> source="routeAccess" disableSort render={PermissionsLink} />
    <Column<RecordOf<'profiles'>>
      source="actions"
      label="Acciones"
      disableSort
      render={(profile) => <DeleteProfile {...profile} />}
    />
  </CatalogueList>
)

// Four of them stand one above the other on a phone: a finger must not meet two.
const SWITCH_PLACE = { display: 'inline-flex', alignItems: 'center', minHeight: { xs: 48, sm: 0 } }

/** One of the four switches of a profile's row; where it may not be switched it says why. */
const ProfileSwitch = ({ profile, source }: { profile: RecordOf<'profiles'>; source: ProfileToggle }) => {
  const resource = useResourceContext() ?? ''
  const { data: me } = useMe()
  const mayModify = useMay('modify', resource)
  const toggle = useToggle(source)
  const label = useTranslateLabel()({ source, resource })
  const problem =
    me === undefined ? undefined : toggleProblem({ ...me, profileId: me.profile }, profile, source)
  return (
    <Box component="span" title={problem} sx={SWITCH_PLACE}>
      <ToggleSwitch
        checked={profile[source]}
        label={`${typeof label === 'string' ? label : source}: ${profile.name}`}
        disabled={!mayModify || me === undefined || problem !== undefined}
        onToggle={(value) => toggle(profile, value)}
      />
    </Box>
  )
}

const NAME_SCHEMA = profileSchema.pick({ name: true })
const resolver = schemaResolver(NAME_SCHEMA)
const EMPTY = { name: '' }

const Register = () => {
  const { isSubmitting } = useFormState()
  return (
    <Button type="submit" variant="contained" loading={isSubmitting} sx={{ mt: '29px', flexShrink: 0 }}>
      Registrar
    </Button>
  )
}

/** Adds a profile by its name; what it may do is chosen afterwards. */
const AddProfile = () => {
  const { resource } = useListContext()
  const { data: me } = useMe()
  const mayRegister = useMay('register', resource)
  const [added, setAdded] = useState(0)
  const add = useAddProfile(() => setAdded((count) => count + 1))
  if (!mayRegister || me === undefined || !mayCreateProfiles(me)) return null
  return (
    <Card component="section" aria-label="Agregar perfil" sx={{ px: 2.25, py: 1.5, mb: 2 }}>
      <ShapeContext value={NAME_SCHEMA}>
        {/* A new form for the next name, at hand at once. */}
        <Form
          key={added}
          noValidate
          record={EMPTY}
          resolver={resolver}
          onSubmit={add}
          disableInvalidFormNotification
        >
          <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, maxWidth: 480 }}>
            <TextInput source="name" autoFocus={added > 0} />
            <Register />
          </Box>
        </Form>
      </ShapeContext>
    </Card>
  )
}

/** Stores a new profile, once however often it is asked; gives what stands against its name. */
const useAddProfile = (onAdded: () => void) => {
  const { resource, refetch } = useListContext()
  const dataProvider = useDataProvider()
  const notify = useNotify()
  const refreshLists = useRefreshLists()
  const isBusy = useRef(false)
  return async ({ name }: FieldValues): Promise<FieldErrors | undefined> => {
    if (isBusy.current) return undefined
    isBusy.current = true
    try {
      await dataProvider.create(resource, { data: { name } })
      notify(SAVED, { type: 'success', autoHideDuration: SAVED_FOR_MS })
      refreshLists()
      refetch()
      onAdded()
    } catch (error) {
      if (error instanceof ApiError && error.body.errors !== undefined) return error.body.errors
      notify(error instanceof Error ? error.message : String(error), { type: 'error' })
    } finally {
      isBusy.current = false
    }
    return undefined
  }
}
