import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { LinkBase, type RaRecord } from 'ra-core'
import type { SyntheticEvent } from 'react'
import { profileDeletionProblem } from '../../../../domain/users/profile-rules.ts'
import { pathOf } from '../../../api/addresses.ts'
import { useMe } from '../../../api/session/identity.ts'
import { Tag } from '../../../kit/display/Tag.tsx'
import { CatalogueList } from '../../../kit/list/CatalogueList.tsx'
import { Column } from '../../../kit/list/Column.tsx'
import { DayColumn } from '../../../kit/list/columns.tsx'
import { RowDelete } from '../../../kit/list/RowDelete.tsx'
import { AddProfile } from './AddProfile.tsx'
import { ProfileSwitch } from './ProfileSwitch.tsx'
import type { ProfileRecord } from './profile-record.ts'

const stop = (event: SyntheticEvent): void => event.stopPropagation()

const Name = ({ name, isSystem }: ProfileRecord) => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
    <strong>{name}</strong>
    {isSystem ? <Tag>Sistema</Tag> : null}
  </Box>
)

const PermissionsLink = ({ id, name }: ProfileRecord) => (
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

const DeleteProfile = (profile: ProfileRecord) => {
  const { data: me } = useMe()
  return (
    <RowDelete prompt={deletePrompt} refusal={() => (me ? profileDeletionProblem(me, profile) : undefined)} />
  )
}

/** The profiles, with their accesses and the way to their permissions. */
export const ProfileList = () => (
  <CatalogueList title="Perfiles" sort={{ field: 'name', order: 'ASC' }} above={<AddProfile />}>
    <Column<ProfileRecord> source="name" onPhone="title" render={Name} />
    <Column<ProfileRecord>
      source="accessWeb"
      render={(profile) => <ProfileSwitch profile={profile} source="accessWeb" />}
    />
    <Column<ProfileRecord>
      source="accessApp"
      render={(profile) => <ProfileSwitch profile={profile} source="accessApp" />}
    />
    <Column<ProfileRecord>
      source="dateValidate"
      render={(profile) => <ProfileSwitch profile={profile} source="dateValidate" />}
    />
    <Column<ProfileRecord>
      source="deviceValidate"
      render={(profile) => <ProfileSwitch profile={profile} source="deviceValidate" />}
    />
    <DayColumn source="dateUpdate" label="Modificado" />
    <Column<ProfileRecord> source="routeAccess" disableSort render={PermissionsLink} />
    <Column<ProfileRecord>
      source="actions"
      label="Acciones"
      disableSort
      render={(profile) => <DeleteProfile {...profile} />}
    />
  </CatalogueList>
)
