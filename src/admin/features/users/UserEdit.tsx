import ExpandMore from '@mui/icons-material/ExpandMore'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { type ReactNode, Suspense, useDeferredValue, useId, useState } from 'react'
import { useParams, useRecordContext } from 'react-admin'
import { isReseller, isSubscriber } from '../../../domain/access/permissions.ts'
import { formatCount } from '../../../domain/format/text.ts'
import { platformLabel } from '../../../domain/settings/platforms.ts'
import { editedUserSchema } from '../../../domain/users/user.ts'
import {
  canChangeProfile,
  canRemove,
  READ_ONLY_MESSAGES,
  readOnlyReason,
  userScreens,
} from '../../../domain/users/visibility.ts'
import { lazy } from '../../api/connection.ts'
import type { RecordOf } from '../../api/http.ts'
import { type Me, useMe } from '../../api/me.ts'
import { dayText, momentText } from '../../kit/display/dates.ts'
import { LicenceMoment } from '../../kit/display/licence.tsx'
import { CatalogueEdit, type Fields as Values } from '../../kit/form/CatalogueForm.tsx'
import {
  BarSpace,
  CancelButton,
  DeleteButton,
  FormBar,
  SaveButton,
  UnsavedCount,
  useErrorCount,
  useUnsavedCount,
} from '../../kit/form/FormBar.tsx'
import { WithAside } from '../../kit/form/WithAside.tsx'
import {
  AutomaticSale,
  CreditButton,
  CreditDialogProvider,
  useCredited,
  useEndAutomaticSale,
} from '../credits/CreditDialogProvider.tsx'
import { Purchases } from '../credits/Purchases.tsx'
import { NoticeButton } from '../user-notices/NoticeLinks.tsx'
import { CredentialsAlert, useCredentials } from './Credentials.tsx'
import { CreditCell } from './CreditCell.tsx'
import { CustomerCard } from './CustomerCard.tsx'
import { DeviceButton } from './DeviceDialog.tsx'
import { type Choice, toActor, usePerson, usePlatforms, useProfiles } from './lookups.ts'
import { SessionsButton } from './SessionsDialog.tsx'
import { UserForm } from './UserForm.tsx'
import { UserHistoryButtons } from './UserLinks.tsx'

/** The password is not part of the record; empty while unchanged. */
const EMPTY_PASSWORD = { password: '' }

/** The registry declares no reference, as the audit log has the profile's name instead of its id. */
const COMPARISON = { references: { profile: 'profiles' } } as const

const deletePrompt = ({ fullName }: Record<string, unknown>): string => `Seguro de eliminar ${fullName}`

/** The choices including the current one, which is shown even if it could not be chosen again. */
const withCurrent = (choices: readonly Choice[], current: Choice): readonly Choice[] =>
  choices.some(({ id }) => id === current.id) ? choices : [current, ...choices]

interface PartProps {
  me: Me
  user: RecordOf<'users'>
}

const useAuthority = ({ me, user }: PartProps) => {
  const actor = toActor(me)
  const person = usePerson(me, user)
  return { reason: readOnlyReason(actor, person), removable: canRemove(actor, person) }
}

const ResetFactors = lazy(async () => ({
  default: (await import('../security/ResetFactors.tsx')).ResetFactors,
}))

/** 'Segundo factor' of others, for sa (rule P16). */
const FactorsButton = ({ me, user }: PartProps) => {
  const [isOpen, setOpen] = useState(false)
  if (me.role !== 'sa' || me._id === user._id || isSubscriber(user.role)) return null
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        Segundo factor
      </Button>
      {isOpen ? (
        <Suspense>
          <ResetFactors user={user} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

const EditBar = (props: PartProps) => {
  const { reason, removable } = useAuthority(props)
  return (
    <FormBar>
      <AutomaticSale {...props} />
      <UserHistoryButtons user={props.user} />
      <DeviceButton canUnlink={reason === undefined} />
      {reason === undefined && props.me._id !== props.user._id ? <SessionsButton user={props.user} /> : null}
      <FactorsButton {...props} />
      <CreditButton user={props.user} />
      <NoticeButton notice="expiry" user={props.user} />
      <BarSpace />
      <UnsavedCount />
      {reason === undefined ? <SaveButton label="Actualizar" /> : null}
      {removable ? <DeleteButton prompt={deletePrompt} /> : null}
      <CancelButton />
    </FormBar>
  )
}

const Fields = ({ me, user }: PartProps) => {
  const { reason } = useAuthority({ me, user })
  const { data: profiles = [] } = useProfiles()
  const { data: platforms = [] } = usePlatforms()
  const screens = userScreens(me.role)
  const assignable = profiles.filter(({ isAssignable }) => isAssignable)
  const isCustomer = isSubscriber(user.role) || isReseller(user.role)
  return (
    <>
      {reason === undefined ? null : (
        <Alert severity="info" sx={{ mb: 2 }}>
          {READ_ONLY_MESSAGES[reason]}
        </Alert>
      )}
      {isCustomer ? <CustomerCard me={me} user={user} isReadOnly={reason !== undefined} /> : null}
      <WithAside
        aside={<UserDetails />}
        lead={isCustomer ? <TimelineSection me={me} user={user} /> : undefined}
      >
        <FoldOnPhone isFoldable={isCustomer} label={reason === undefined ? 'Editar datos' : 'Ver datos'}>
          <UserForm
            profiles={withCurrent(assignable, { id: user.profile, name: user.profileName })}
            platforms={withCurrent(platforms, { id: user.platform, name: platformLabel(user.platform) })}
            shows={{ tvList: screens.editsTvList, platform: screens.editsPlatform }}
            isProfileFixed={!canChangeProfile(me.role, user.role)}
            isReadOnly={reason !== undefined}
            isSelf={me._id === user._id}
            passwordHelp="Déjela vacía para no cambiarla."
          />
        </FoldOnPhone>
      </WithAside>
    </>
  )
}

const Timeline = lazy(async () => ({ default: (await import('./Timeline.tsx')).Timeline }))

/** As high as the events that follow. */
const LoadingTimeline = () => (
  <Skeleton variant="rounded" height={440} role="progressbar" aria-label="Cargando" />
)

/** Rendered, loaded and read after the form has been painted. */
const TimelineSection = (props: PartProps) => {
  const heading = useId()
  const isRendered = useDeferredValue(true, false)
  return (
    <Card component="section" aria-labelledby={heading} sx={{ px: 2.25, py: 2, mb: 2 }}>
      <Typography id={heading} variant="h2" sx={{ mb: 1.25 }}>
        Últimos eventos
      </Typography>
      <Suspense fallback={<LoadingTimeline />}>
        {isRendered ? <Timeline {...props} /> : <LoadingTimeline />}
      </Suspense>
    </Card>
  )
}

interface FoldOnPhoneProps {
  isFoldable: boolean
  label: string
  children: ReactNode
}

/** On a phone the form below a card is folded until it is opened, or has changes or errors. */
const FoldOnPhone = ({ isFoldable, label, children }: FoldOnPhoneProps) => {
  const id = useId()
  const unsaved = useUnsavedCount()
  const errors = useErrorCount()
  const [chosen, choose] = useState<boolean>()
  // Errors open it, and so do changes until it is folded; it stays open when they are gone.
  if (chosen !== true && (errors > 0 || (chosen === undefined && unsaved > 0))) choose(true)
  const isOpen = !isFoldable || chosen === true
  return (
    <>
      {isFoldable ? (
        <Button
          fullWidth
          variant="outlined"
          aria-expanded={isOpen}
          aria-controls={id}
          endIcon={<ExpandMore sx={{ transform: isOpen ? 'rotate(180deg)' : 'none' }} />}
          onClick={() => choose(!isOpen)}
          sx={{ display: { sm: 'none' }, justifyContent: 'space-between', minHeight: 44, mb: 2 }}
        >
          {label}
        </Button>
      ) : null}
      <Box id={id} sx={{ display: { xs: isOpen ? 'block' : 'none', sm: 'block' } }}>
        {children}
      </Box>
    </>
  )
}

/** Renders a part once the record and the current user are loaded. */
const WithRecord = ({ part: Part }: { part: (props: PartProps) => ReactNode }) => {
  const { data: me } = useMe()
  const user = useRecordContext<RecordOf<'users'>>()
  return me === undefined || user === undefined ? null : <Part me={me} user={user} />
}

export const UserEdit = () => {
  const { id } = useParams()
  const [credentials, setCredentials] = useCredentials(id)
  const onSaved = ({ _id, name }: Values, _before: unknown, { password }: Values): void => {
    if (typeof password === 'string' && password !== '')
      setCredentials({ id: String(_id), name: String(name), password })
  }
  return (
    <CreditDialogProvider onClose={useEndAutomaticSale()}>
      <CatalogueEdit
        title="Editar usuario"
        schema={editedUserSchema}
        defaultValues={EMPTY_PASSWORD}
        bar={<WithRecord part={EditBar} />}
        comparison={COMPARISON}
        onSaved={onSaved}
      >
        <CredentialsAlert credentials={credentials} onClose={() => setCredentials(undefined)} />
        <WithRecord part={Fields} />
      </CatalogueEdit>
    </CreditDialogProvider>
  )
}

type Fact = readonly [term: string, value: ReactNode]

/** The read-only fields of a user; credit and expiry only if the role has them. */
const userDetails = (user: RecordOf<'users'>): Fact[] => [
  ['Registro', momentText(user.dateCreate)],
  ...(isSubscriber(user.role)
    ? ([
        ['Vence', <LicenceMoment key="expiry" dateExpire={user.dateExpire} />],
        ['Meses restantes', <CreditCell key="credit" user={user} />],
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

const UserDetails = () => {
  const user = useRecordContext<RecordOf<'users'>>()
  return user === undefined ? null : (
    <>
      <UserFacts record={user} />
      <Purchases user={user} />
    </>
  )
}

const UserFacts = ({ record }: { record: RecordOf<'users'> }) => {
  const user = useCredited(record)
  const heading = useId()
  return (
    <Card component="section" aria-labelledby={heading} sx={{ px: 2.25, py: 2, mb: 2 }}>
      <Typography id={heading} variant="h2" sx={{ mb: 1 }}>
        Ficha
      </Typography>
      <Box component="dl" sx={{ m: 0, fontSize: 13 }}>
        {userDetails(user).map(([term, value]) => (
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
