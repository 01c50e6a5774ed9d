import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useRecordContext } from 'ra-core'
import { type ReactNode, useId } from 'react'
import { isReseller, isSubscriber } from '../../../domain/access/roles.ts'
import { formatCount } from '../../../domain/format/numbers.ts'
import { platformLabel } from '../../../domain/users/platforms.ts'
import { editedUserSchema } from '../../../domain/users/user.ts'
import {
  mayChangeProfile,
  mayRemove,
  READ_ONLY_MESSAGES,
  readOnlyReason,
  userScreens,
} from '../../../domain/users/visibility.ts'
import type { RecordOf } from '../../api/client.ts'
import { useMe } from '../../api/session/identity.ts'
import type { Me } from '../../api/session/me.ts'
import { dayText, momentText } from '../../kit/display/dates.ts'
import { CatalogueEdit } from '../../kit/form/CatalogueEdit.tsx'
import { DeleteButton } from '../../kit/form/DeleteButton.tsx'
import { BarSpace, CancelButton, FormBar, SaveButton, UnsavedCount } from '../../kit/form/FormBar.tsx'
import { WithAside } from '../../kit/form/FormSection.tsx'
import { AutomaticSale, useEndAutomaticSale } from '../credits/AutomaticSale.tsx'
import { CreditButton, CreditDialogProvider } from '../credits/CreditDialogProvider.tsx'
import { useCredited } from '../credits/use-credited.ts'
import { actorOf, usePersonOf } from './authority.ts'
import { CreditCell } from './CreditCell.tsx'
import { DeviceButton } from './DeviceDialog.tsx'
import { type Choice, usePlatforms, useProfiles } from './lookups.ts'
import { UserForm } from './UserForm.tsx'
import { UserHistoryButtons } from './UserHistoryLinks.tsx'

/** What the record does not carry: the password, empty while it stays as it is. */
const NOT_CARRIED = { password: '' }

const deletePrompt = ({ fullName }: Record<string, unknown>): string => `Seguro de eliminar ${fullName}`

/** The choices, with what the record holds now: it shows even where it could not be given again. */
const withCurrent = (choices: readonly Choice[], current: Choice): readonly Choice[] =>
  choices.some(({ id }) => id === current.id) ? choices : [current, ...choices]

interface Standing {
  me: Me
  user: RecordOf<'users'>
}

const useStanding = ({ me, user }: Standing) => {
  const caller = actorOf(me)
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
      <DeviceButton canUnlink={reason === undefined} />
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
  const user = useRecordContext<RecordOf<'users'>>()
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

type Fact = readonly [term: string, value: ReactNode]

/** What is known of a user and nobody writes; credit and expiry only where the role has them. */
const factsOf = (user: RecordOf<'users'>): Fact[] => [
  ['Registro', momentText(user.dateCreate)],
  ...(isSubscriber(user.role)
    ? ([
        ['Vence', momentText(user.dateExpire) || 'Sin licencia'],
        ['Crédito', <CreditCell key="credit" user={user} />],
      ] as const)
    : []),
  ...(isReseller(user.role)
    ? ([['Balance de créditos', <CreditCell key="credit" user={user} />]] as const)
    : []),
  ['Último acceso', momentText(user.lastLogin) || 'Nunca'],
  ['Visitas', formatCount(user.views)],
  ['Creado por', user.userCreate || '—'],
  ['Modificado por', user.userUpdate || '—'],
  ['Modificación', dayText(user.dateUpdate)],
]

/** The facts of a user, beside its form. */
const UserFacts = () => {
  const user = useRecordContext<RecordOf<'users'>>()
  return user === undefined ? null : <FactsOf record={user} />
}

const FactsOf = ({ record }: { record: RecordOf<'users'> }) => {
  const user = useCredited(record)
  const heading = useId()
  return (
    <Card component="section" aria-labelledby={heading} sx={{ px: 2.25, py: 2, mb: 2 }}>
      <Typography id={heading} variant="h2" sx={{ mb: 1 }}>
        Ficha
      </Typography>
      <Box component="dl" sx={{ m: 0, fontSize: 13 }}>
        {factsOf(user).map(([term, value]) => (
          <Box key={term} sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, py: 0.5 }}>
            <Box component="dt" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
              {term}
            </Box>
            <Box component="dd" sx={{ m: 0, textAlign: 'right', overflowWrap: 'anywhere' }}>
              {value}
            </Box>
          </Box>
        ))}
      </Box>
    </Card>
  )
}
