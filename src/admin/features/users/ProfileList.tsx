import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  Form,
  LinkBase,
  type RaRecord,
  useDataProvider,
  useListContext,
  useNotify,
  useResourceContext,
  useTranslateLabel,
} from 'react-admin'
import { type FieldValues, useFormState } from 'react-hook-form'
import { systemProfileLabel } from '../../../domain/access/permissions.ts'
import { profileSchema } from '../../../domain/users/profile.ts'
import {
  canCreateProfiles,
  type ProfileToggle,
  profileDeletionError,
  toggleError,
} from '../../../domain/users/profile-rules.ts'
import { ApiError, type FieldErrors, type RecordOf } from '../../api/http.ts'
import { useCan, useMe } from '../../api/me.ts'
import { pathOf } from '../../api/paths.ts'
import { useRefreshLists } from '../../api/query-client.ts'
import { stopPropagation, Tag, ToggleSwitch } from '../../kit/display/display.tsx'
import { SchemaContext, schemaResolver } from '../../kit/inputs/form-kit.tsx'
import { TextInput } from '../../kit/inputs/inputs.tsx'
import { CatalogueList } from '../../kit/list/CatalogueList.tsx'
import { type Column, dayColumn } from '../../kit/list/columns.tsx'
import { RowDelete } from '../../kit/list/RowDelete.tsx'
import type { BulkEntity } from '../../kit/list/selection.tsx'
import { useToggle } from '../../kit/list/table-state.ts'
import { SAVED, SAVED_FOR_MS } from '../../kit/page/Page.tsx'

// Users who can open this list can read profiles: its rows are complete records.
type Row = RecordOf<'profiles'>

// Long names wrap where the switches need the width.
const NAME = {
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 0.5,
  maxWidth: { sm: 158, xl: 'none' },
} as const

const Name = ({ name, isSystem }: Row) => (
  <Box component="span" sx={NAME}>
    <strong>{name}</strong>
    {isSystem ? (
      <>
        ·
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {systemProfileLabel(name)}
        </Box>
        <Tag>Sistema</Tag>
      </>
    ) : null}
  </Box>
)

const PermissionsLink = ({ id, name }: Row) => (
  <Link
    component={LinkBase}
    to={pathOf('profile-permissions', id)}
    aria-label={`Permisos: ${name}`}
    onClick={stopPropagation}
    sx={{ display: 'inline-flex', alignItems: 'center', minHeight: { xs: 44, sm: 24 } }}
  >
    Permisos
  </Link>
)

const deletePrompt = ({ name }: RaRecord): string => `Seguro de eliminar ${name}`

const DeleteProfile = (profile: Row) => {
  const { data: me } = useMe()
  return (
    <RowDelete prompt={deletePrompt} blockedBy={() => (me ? profileDeletionError(me, profile) : undefined)} />
  )
}

const DELETION: BulkEntity = {
  offers: ['delete'],
  deleteNote: 'Los perfiles eliminados no se pueden recuperar.',
}

const COLUMNS: readonly Column<Row>[] = [
  { source: 'name', onPhone: 'title', render: Name },
  {
    source: 'accessWeb',
    onPhone: 'row',
    render: (profile) => <ProfileSwitch profile={profile} source="accessWeb" />,
  },
  {
    source: 'accessApp',
    onPhone: 'row',
    render: (profile) => <ProfileSwitch profile={profile} source="accessApp" />,
  },
  {
    source: 'dateValidate',
    onPhone: 'row',
    render: (profile) => <ProfileSwitch profile={profile} source="dateValidate" />,
  },
  {
    source: 'deviceValidate',
    onPhone: 'row',
    render: (profile) => <ProfileSwitch profile={profile} source="deviceValidate" />,
  },
  {
    source: 'secondFactor',
    label: 'Segundo factor',
    onPhone: 'row',
    render: (profile) => <ProfileSwitch profile={profile} source="secondFactor" />,
  },
  dayColumn({ source: 'dateUpdate', label: 'Modificado' }),
  { source: 'routeAccess', disableSort: true, onPhone: 'row', render: PermissionsLink },
  {
    source: 'actions',
    label: 'Acciones',
    disableSort: true,
    onPhone: 'action',
    render: (profile) => <DeleteProfile {...profile} />,
  },
]

/** The profiles with their toggles, and links to their permissions. */
export const ProfileList = () => (
  <CatalogueList title="Perfiles" bulk={DELETION} above={<AddProfile />} columns={COLUMNS} />
)

// On a phone the five switches are stacked: touch targets must not overlap.
const SWITCH_CELL = { display: 'inline-flex', alignItems: 'center', minHeight: { xs: 48, sm: 0 } }

/** One of the five switches of a row; a disabled one explains why in its tooltip. */
const ProfileSwitch = ({ profile, source }: { profile: Row; source: ProfileToggle }) => {
  const resource = useResourceContext() ?? ''
  const { data: me } = useMe()
  const canModify = useCan('modify', resource)
  const toggle = useToggle(source)
  const label = useTranslateLabel()({ source, resource })
  const error = me === undefined ? undefined : toggleError({ ...me, profileId: me.profile }, profile, source)
  return (
    <Box component="span" title={error} sx={SWITCH_CELL}>
      <ToggleSwitch
        checked={profile[source]}
        label={`${typeof label === 'string' ? label : source}: ${profile.name}`}
        disabled={!canModify || me === undefined || error !== undefined}
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

/** Adds a profile by name; its permissions are chosen afterwards. */
const AddProfile = () => {
  const { resource } = useListContext()
  const { data: me } = useMe()
  const canRegister = useCan('register', resource)
  const [added, setAdded] = useState(0)
  const add = useAddProfile(() => setAdded((count) => count + 1))
  if (!canRegister || me === undefined || !canCreateProfiles(me)) return null
  return (
    <Card component="section" aria-label="Agregar perfil" sx={{ px: 2.25, py: 1.5, mb: 2 }}>
      <SchemaContext value={NAME_SCHEMA}>
        {/* Keyed, so that the form resets after each profile. */}
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
      </SchemaContext>
    </Card>
  )
}

/** Creates a profile exactly once, despite double clicks; returns the errors of its name. */
const useAddProfile = (onAdded: () => void) => {
  const { resource, refetch } = useListContext()
  const dataProvider = useDataProvider()
  const notify = useNotify()
  const refreshLists = useRefreshLists()
  const queryClient = useQueryClient()
  const isBusy = useRef(false)
  return async ({ name }: FieldValues): Promise<FieldErrors | undefined> => {
    if (isBusy.current) return undefined
    isBusy.current = true
    try {
      await dataProvider.create(resource, { data: { name } })
      notify(SAVED, { type: 'success', autoHideDuration: SAVED_FOR_MS })
      // A pending first read may lack the new profile.
      await queryClient.cancelQueries({ queryKey: [resource, 'getList'] })
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
