import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import {
  LinkBase,
  type RaRecord,
  useCloseNotification,
  useCreatePath,
  useLocation,
  useNavigate,
} from 'ra-core'
import { useWatch } from 'react-hook-form'
import { can, isReseller } from '../../../domain/access/permissions.ts'
import type { Period } from '../../../domain/credits/transaction.ts'
import { creationCreditError } from '../../../domain/users/creation.ts'
import { newUserSchema } from '../../../domain/users/user.ts'
import { userScreens } from '../../../domain/users/visibility.ts'
import { type Me, useMe } from '../../api/me.ts'
import { useSettings } from '../../api/settings.ts'
import { CatalogueCreate } from '../../kit/form/CatalogueForm.tsx'
import { BackButton, BarSpace, FormBar, SaveButton, UnsavedCount } from '../../kit/form/FormBar.tsx'
import { Loading, PageHeader } from '../../kit/page/Page.tsx'
import { AUTOMATIC_SALE, canCredit } from '../credits/CreditDialogProvider.tsx'
import { type Choice, type ProfileChoice, usePlatforms, useProfiles } from './lookups.ts'
import { UserForm } from './UserForm.tsx'

const TITLE = 'Crear usuario'

const CreateBar = () => (
  <FormBar>
    <BackButton />
    <BarSpace />
    <UnsavedCount />
    <SaveButton label="Continuar" />
  </FormBar>
)

/** The profile named in the URL: `?profile=demo`. */
const usePresetProfile = (profiles: readonly ProfileChoice[]): string => {
  const { search } = useLocation()
  const asked = new URLSearchParams(search).get('profile')
  return profiles.find(({ name }) => name === asked)?.id ?? ''
}

const canBeSold = (me: Me, { id, role }: RaRecord): boolean =>
  role === 'app' && canCredit(me, { _id: String(id), role })

/** Continues in the form of the new user, where the sale opens by itself for resellers (rule C23). */
const useGoOn = (me: Me): ((user: RaRecord) => void) => {
  const createPath = useCreatePath()
  const navigate = useNavigate()
  return (user) => {
    const path = createPath({ resource: 'users', type: 'edit', id: user.id })
    const sells = isReseller(me.role) && canBeSold(me, user)
    navigate(sells ? `${path}${AUTOMATIC_SALE}` : path, { replace: true })
  }
}

/** Offers the sale in the notification. */
const SellButton = ({ id }: { id: RaRecord['id'] }) => {
  const createPath = useCreatePath()
  const close = useCloseNotification()
  return (
    <Button
      component={LinkBase}
      to={`${createPath({ resource: 'users', type: 'edit', id })}${AUTOMATIC_SALE}`}
      color="inherit"
      size="small"
      onClick={close}
    >
      Vender
    </Button>
  )
}

interface NewUserProps {
  me: Me
  profiles: readonly ProfileChoice[]
  platforms: readonly Choice[]
}

const NewUser = ({ me, profiles, platforms }: NewUserProps) => {
  const { data: settings } = useSettings()
  const assignable = profiles.filter(({ isAssignable }) => isAssignable)
  const profile = usePresetProfile(assignable)
  const goOn = useGoOn(me)
  return (
    <CatalogueCreate
      title={TITLE}
      schema={newUserSchema}
      defaultValues={{ profile }}
      bar={<CreateBar />}
      // Everybody else goes on as in any form.
      {...(isReseller(me.role) ? { onCreated: goOn } : {})}
      savedAction={(user) =>
        !isReseller(me.role) && canBeSold(me, user) ? <SellButton id={user.id} /> : null
      }
    >
      <CreditNotice me={me} profiles={assignable} periods={settings?.periods} />
      <UserForm
        profiles={assignable}
        platforms={platforms}
        shows={{ tvList: userScreens(me.role).editsTvList, platform: true }}
      />
    </CatalogueCreate>
  )
}

export const UserCreate = () => {
  const { data: me } = useMe()
  const profiles = useProfiles()
  const platforms = usePlatforms()
  const error = profiles.error ?? platforms.error
  if (me !== undefined && !can(me, 'create', 'users')) return <Notice severity="info" text={NOT_ALLOWED} />
  if (error) return <Notice severity="error" text={error.message} />
  if (me === undefined || profiles.data === undefined || platforms.data === undefined)
    return (
      <>
        <PageHeader title={TITLE} />
        <Loading />
      </>
    )
  return <NewUser me={me} profiles={profiles.data} platforms={platforms.data} />
}

const NOT_ALLOWED = 'Su perfil no permite crear usuarios.'

const Notice = ({ severity, text }: { severity: 'info' | 'error'; text: string }) => (
  <>
    <PageHeader title={TITLE} />
    <Alert severity={severity}>{text}</Alert>
  </>
)

interface CreditNoticeProps {
  me: Pick<Me, 'role' | 'creditToResell'>
  profiles: readonly ProfileChoice[]
  /** Undefined until the settings are loaded. */
  periods: readonly Period[] | undefined
}

/** The credit that a reseller lacks to create a user of the chosen profile, or of any while none is chosen. */
export const missingCredit = (
  { me, profiles, periods }: CreditNoticeProps,
  chosen: unknown,
): string | undefined => {
  if (periods === undefined) return undefined
  const asked = profiles.filter(({ id }) => chosen === '' || id === chosen)
  const errors = asked.map(({ role }) => creationCreditError(me, role, periods))
  return errors.every((error) => error !== undefined) ? errors[0]?.message : undefined
}

/** Warns early that the credit is not enough; the server decides. */
const CreditNotice = (props: CreditNoticeProps) => {
  const message = missingCredit(props, useWatch({ name: 'profile' }) ?? '')
  return (
    <div role="status">
      {message === undefined ? null : (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {message}
        </Alert>
      )}
    </div>
  )
}
