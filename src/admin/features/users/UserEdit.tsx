import Alert from '@mui/material/Alert'
import { useRecordContext } from 'ra-core'
import type { ReactNode } from 'react'
import { platformLabel } from '../../../domain/users/platforms.ts'
import { editedUserSchema } from '../../../domain/users/user.ts'
import {
  mayChangeProfile,
  mayRemove,
  READ_ONLY_MESSAGES,
  readOnlyReason,
  userScreens,
} from '../../../domain/users/visibility.ts'
import { useMe } from '../../api/session/identity.ts'
import type { Me } from '../../api/session/me.ts'
import { callerOf, type UserRecord } from '../../api/user-record.ts'
import { CatalogueEdit } from '../../kit/form/CatalogueEdit.tsx'
import { DeleteButton } from '../../kit/form/DeleteButton.tsx'
import { BarSpace, CancelButton, FormBar, SaveButton, UnsavedCount } from '../../kit/form/FormBar.tsx'
import { WithAside } from '../../kit/form/FormSection.tsx'
import { AutomaticSale, useEndAutomaticSale } from '../credits/AutomaticSale.tsx'
import { CreditButton, CreditDialogProvider } from '../credits/CreditDialogProvider.tsx'
import { DeviceButton } from './DeviceButton.tsx'
import { type Choice, usePlatforms, useProfiles } from './lookups.ts'
import { UserFacts } from './UserFacts.tsx'
import { UserForm } from './UserForm.tsx'
import { UserHistoryButtons } from './UserHistoryLinks.tsx'
import { usePersonOf } from './use-person.ts'

/** What the record does not carry: the password, empty while it stays as it is. */
const NOT_CARRIED = { password: '' }

const deletePrompt = ({ fullName }: Record<string, unknown>): string => `Seguro de eliminar ${fullName}`

/** The choices, with what the record holds now: it shows even where it could not be given again. */
const withCurrent = (choices: readonly Choice[], current: Choice): readonly Choice[] =>
  choices.some(({ id }) => id === current.id) ? choices : [current, ...choices]

interface Standing {
  me: Me
  user: UserRecord
}

const useStanding = ({ me, user }: Standing) => {
  const caller = callerOf(me)
  const person = usePersonOf(me, user)
  return { reason: readOnlyReason(caller, person), removable: mayRemove(caller, person) }
}

const EditBar = (standing: Standing) => {
  const { reason, removable } = useStanding(standing)
  return (
    <FormBar>
      <AutomaticSale {...standing} />
      <CreditButton user={standing.user} />
      <UserHistoryButtons user={standing.user} />
      <DeviceButton mayUnlink={reason === undefined} />
      <BarSpace />
      <UnsavedCount />
      {removable ? <DeleteButton prompt={deletePrompt} /> : null}
      <CancelButton />
      {reason === undefined ? <SaveButton label="Actualizar" /> : null}
    </FormBar>
  )
}

const Fields = ({ me, user }: Standing) => {
  const { reason } = useStanding({ me, user })
  const { data: profiles = [] } = useProfiles()
  const { data: platforms = [] } = usePlatforms()
  const screens = userScreens(me.role)
  const assignable = profiles.filter(({ isAssignable }) => isAssignable)
  return (
    <>
      {reason === undefined ? null : (
        <Alert severity="info" sx={{ mb: 2 }}>
          {READ_ONLY_MESSAGES[reason]}
        </Alert>
      )}
      <WithAside aside={<UserFacts />}>
        <UserForm
          profiles={withCurrent(assignable, { id: user.profile, name: user.profileName })}
          platforms={withCurrent(platforms, { id: user.platform, name: platformLabel(user.platform) })}
          shows={{ tvList: screens.editsTvList, platform: screens.editsPlatform }}
          isProfileFixed={!mayChangeProfile(me.role, user.role)}
          isReadOnly={reason !== undefined}
          isSelf={me._id === user._id}
          passwordHelp="Déjela vacía para no cambiarla."
        />
      </WithAside>
    </>
  )
}

/** The record and who looks at it, once both are known. */
const WithStanding = ({ part: Part }: { part: (standing: Standing) => ReactNode }) => {
  const { data: me } = useMe()
  const user = useRecordContext<UserRecord>()
  return me === undefined || user === undefined ? null : <Part me={me} user={user} />
}

/** Editar usuario. */
export const UserEdit = () => (
  <CreditDialogProvider onClose={useEndAutomaticSale()}>
    <CatalogueEdit
      title="Editar usuario"
      schema={editedUserSchema}
      defaultValues={NOT_CARRIED}
      bar={<WithStanding part={EditBar} />}
    >
      <WithStanding part={Fields} />
    </CatalogueEdit>
  </CreditDialogProvider>
)
