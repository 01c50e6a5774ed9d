import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { type ComponentProps, type RefObject, useEffect, useRef } from 'react'
import {
  LinkBase,
  type RaRecord,
  useCloseNotification,
  useCreatePath,
  useLocation,
  useNavigate,
} from 'react-admin'
import { useWatch } from 'react-hook-form'
import { can, isReseller } from '../../../domain/access/permissions.ts'
import { WHOM_TO_ASK } from '../../../domain/access/whom-to-ask.ts'
import { suggestedProfile } from '../../../domain/users/suggestions.ts'
import { newUserSchema } from '../../../domain/users/user.ts'
import { userScreens } from '../../../domain/users/visibility.ts'
import { type Me, useMe } from '../../api/me.ts'
import { useSettings } from '../../api/settings.ts'
import { CatalogueCreate } from '../../kit/form/CatalogueForm.tsx'
import { BackButton, BarSpace, FormBar, SaveButton, UnsavedCount } from '../../kit/form/FormBar.tsx'
import { Loading, PageHeader } from '../../kit/page/Page.tsx'
import { AUTOMATIC_SALE, canCredit, canSellCredit } from '../credits/CreditDialogProvider.tsx'
import { CredentialsAlert, passCredentials, useCredentials } from './Credentials.tsx'
import { type Choice, type ProfileChoice, usePlatforms, useProfiles } from './lookups.ts'
import { type CreationCredit, missingCredit } from './missing-credit.ts'
import { useSuggestedPlatform } from './suggestions.ts'
import { UserForm } from './UserForm.tsx'

const TITLE = 'Crear usuario'

interface CreateBarProps {
  me: Me
  profiles: readonly ProfileChoice[]
  /** Whether the pending submit continues with a sale. */
  sells: RefObject<boolean>
}

const CreateBar = (props: CreateBarProps) => (
  <FormBar>
    <BackButton />
    <BarSpace />
    <UnsavedCount />
    <SaveButton label="Continuar" />
    {/* Resellers always continue with the sale (rule C23). */}
    {isReseller(props.me.role) || !canSellCredit(props.me) ? null : <SellSubmit {...props} />}
  </FormBar>
)

/** Saves and continues with the sale, if allowed with users of the chosen profile. */
const SellSubmit = ({ profiles, sells }: Omit<CreateBarProps, 'me'>) => {
  const button = useRef<HTMLButtonElement>(null)
  const chosen: unknown = useWatch({ name: 'profile' })
  const role = profiles.find(({ id }) => id === chosen)?.role
  useEffect(() => {
    const form = button.current?.form
    // Reset by each submit, so that a failed one has no effect on the next.
    const note = ({ submitter }: SubmitEvent): void => {
      sells.current = submitter !== null && submitter === button.current
    }
    form?.addEventListener('submit', note, true)
    return () => form?.removeEventListener('submit', note, true)
  }, [sells])
  return (
    <Button ref={button} type="submit" variant="outlined" disabled={role !== 'app'}>
      Guardar y vender
    </Button>
  )
}

const canBeSold = (me: Me, { id, role }: RaRecord): boolean =>
  role === 'app' && canCredit(me, { _id: String(id), role })

/** Continues in the new user's form, where the sale opens automatically. */
const useGoToSale = (): ((user: RaRecord) => void) => {
  const createPath = useCreatePath()
  const navigate = useNavigate()
  return ({ id }) =>
    navigate(`${createPath({ resource: 'users', type: 'edit', id })}${AUTOMATIC_SALE}`, { replace: true })
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
  platform: string
}

const NewUser = ({ me, profiles, platforms, platform }: NewUserProps) => {
  const { data: settings } = useSettings()
  const assignable = profiles.filter(({ isAssignable }) => isAssignable)
  // The name of a profile: `?profile=demo`.
  const requested = new URLSearchParams(useLocation().search).get('profile')
  const preset = assignable.find(({ name }) => name === requested)?.id
  const profile = requested === null ? suggestedProfile(assignable) : (preset ?? '')
  const goToSale = useGoToSale()
  const sells = useRef(false)
  const onCreated: ComponentProps<typeof CatalogueCreate>['onCreated'] = (user, { values, goOn }) => {
    passCredentials({ id: String(user.id), name: String(user.name), password: String(values.password) })
    // Resellers sell to each app user that they create (rule C23).
    if (canBeSold(me, user) && (sells.current || isReseller(me.role))) goToSale(user)
    else goOn()
  }
  return (
    <CatalogueCreate
      title={TITLE}
      schema={newUserSchema}
      defaultValues={{ profile, platform }}
      bar={<CreateBar me={me} profiles={assignable} sells={sells} />}
      onCreated={onCreated}
      savedAction={(user) =>
        !isReseller(me.role) && !sells.current && canBeSold(me, user) ? <SellButton id={user.id} /> : null
      }
    >
      <LastCredentials />
      {requested === null || preset !== undefined ? null : (
        <Alert severity="warning" sx={{ mb: 2 }}>
          El perfil {requested} no está entre los que usted puede asignar.
        </Alert>
      )}
      <CreditAlert me={me} profiles={assignable} settings={settings} />
      <UserForm
        profiles={assignable}
        platforms={platforms}
        shows={{ tvList: userScreens(me.role).editsTvList, platform: true }}
      />
    </CatalogueCreate>
  )
}

/** Credentials of the user created before this one (Ctrl+Enter). */
const LastCredentials = () => {
  const [credentials, setCredentials] = useCredentials()
  return <CredentialsAlert credentials={credentials} onClose={() => setCredentials(undefined)} />
}

export const UserCreate = () => {
  const { data: me } = useMe()
  const profiles = useProfiles()
  const platforms = usePlatforms()
  const platform = useSuggestedPlatform(me)
  const error = profiles.error ?? platforms.error
  if (me !== undefined && !can(me, 'create', 'users')) return <PageAlert severity="info" text={NOT_ALLOWED} />
  if (error) return <PageAlert severity="error" text={error.message} />
  const isLoading = profiles.data === undefined || platforms.data === undefined || platform === undefined
  if (me === undefined || isLoading)
    return (
      <>
        <PageHeader title={TITLE} />
        <Loading />
      </>
    )
  return <NewUser me={me} profiles={profiles.data} platforms={platforms.data} platform={platform} />
}

const NOT_ALLOWED = `Su perfil no permite crear usuarios. ${WHOM_TO_ASK}`

const PageAlert = ({ severity, text }: { severity: 'info' | 'error'; text: string }) => (
  <>
    <PageHeader title={TITLE} />
    <Alert severity={severity}>{text}</Alert>
  </>
)

/** Warns early of insufficient credit; the server decides. */
const CreditAlert = (props: CreationCredit) => {
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
