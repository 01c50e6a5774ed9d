import Chip from '@mui/material/Chip'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Suspense, useState } from 'react'
import { useListContext } from 'react-admin'
import { isAdmin, isSubscriber, profileLabel } from '../../../domain/access/permissions.ts'
import { dayAfter } from '../../../domain/format/dates.ts'
import { platformLabel } from '../../../domain/settings/platforms.ts'
import { USER_MESSAGES } from '../../../domain/users/user-messages.ts'
import {
  canMeet,
  canRemoveDemos,
  canToggle,
  DISABLE_NOTE,
  toggleAllPrompt,
  togglePrompt,
  userScreens,
} from '../../../domain/users/visibility.ts'
import { lazy } from '../../api/connection.ts'
import { filterQuery } from '../../api/data-provider.ts'
import type { RecordOf } from '../../api/http.ts'
import { type Me, useCachedMe, useMe } from '../../api/me.ts'
import { headingOf } from '../../api/paths.ts'
import { dayText, today } from '../../kit/display/dates.ts'
import { ToggleSwitch } from '../../kit/display/display.tsx'
import { LicenceDay, LicenceState } from '../../kit/display/licence.tsx'
import { CatalogueList } from '../../kit/list/CatalogueList.tsx'
import { type Column, dayColumn, linkColumn, ONE_LINE } from '../../kit/list/columns.tsx'
import { DaysFilter, type DaysPreset, PHONE, SelectFilter, useIsNarrow } from '../../kit/list/filters.tsx'
import type { BulkAction, BulkEntity, ByDialog, QuickChange } from '../../kit/list/selection.tsx'
import { DropDownAction, DropDownLink } from '../../kit/page/DropDown.tsx'
import { BalanceBadge } from '../credits/BalanceBadge.tsx'
import { Compensation, useCompensates } from '../credits/Compensation.tsx'
import {
  CreditButton,
  CreditDialogProvider,
  canCredit,
  canSellCredit,
  useOpenCreditDialog,
} from '../credits/CreditDialogProvider.tsx'
import { REMIND_ACTION, ReminderEntry, RowReminder, useOffersNotices } from '../user-notices/reminders.tsx'
import { CreditCell } from './CreditCell.tsx'
import { ExpiringChips, type OnAct, SELL_ACTION, type SelectedUsers } from './expiring.tsx'
import { type Choice, type ProfileChoice, toActor, toPerson, usePlatforms, useProfiles } from './lookups.ts'
import { RemoveDemos } from './RemoveDemos.tsx'
import {
  activityUrl,
  historyUrl,
  NewDemo,
  UserActivityLink,
  UserHistoryLink,
  useSeesHistory,
} from './UserLinks.tsx'
import styles from './UserList.module.css'
import { UserToggleProvider, useConfirmToggle } from './UserToggle.tsx'

const Quiet = ({ children }: { children: string }) => <span className={styles.quiet}>{children || '—'}</span>

const bulkPrompt =
  (status: 'enable' | 'disable'): QuickChange['prompt'] =>
  (count, one) =>
    one === undefined
      ? toggleAllPrompt(status, count)
      : togglePrompt({ status: status === 'enable' ? 'disable' : 'enable', fullName: String(one.fullName) })

const BULK: BulkEntity = {
  quick: [
    { label: 'Activar', changes: { status: 'enable' }, prompt: bulkPrompt('enable') },
    {
      label: 'Desactivar',
      changes: { status: 'disable' },
      isDangerous: true,
      prompt: bulkPrompt('disable'),
      note: DISABLE_NOTE,
    },
  ],
  ChangesDialog: lazy(() => import('./UserChangesDialog.tsx')),
  actions: [SELL_ACTION],
  deleteNote: 'Los usuarios eliminados no se pueden recuperar.',
}

const BULK_WITH_REMINDERS: BulkEntity = { ...BULK, actions: [SELL_ACTION, REMIND_ACTION] }

const NO_PROFILES: readonly ProfileChoice[] = []

const Users = ({ onAct }: { onAct: OnAct }) => {
  const { data: me } = useMe()
  const { data: profiles = NO_PROFILES } = useProfiles()
  const sees = useSeesHistory()
  const isNarrow = useIsNarrow()
  const confirmToggle = useConfirmToggle()
  const openCredit = useOpenCreditDialog()
  const isPhone = useMediaQuery(PHONE, { noSsr: true })
  const isWide = useMediaQuery('(min-width: 1200px)', { noSsr: true })
  const compensates = useCompensates()
  const removesDemos = me !== undefined && canRemoveDemos(me)
  const reminds = useOffersNotices()
  const sells = me !== undefined && canSellCredit(me)
  const listsPlatform = me !== undefined && userScreens(me.role).listsPlatform
  const columns: readonly (Column<RecordOf<'users'>> | false)[] = [
    isPhone ? { source: 'name', onPhone: 'line' } : linkColumn({ source: 'name', clip: 150 }),
    isPhone ? linkColumn({ source: 'fullName' }) : { source: 'fullName', clip: 157 },
    { source: 'profileName', clip: 110, render: ({ profileName }) => profileLabel(profileName) },
    listsPlatform && { source: 'platform', render: (user) => <Quiet>{platformLabel(user.platform)}</Quiet> },
    dayColumn({ source: 'dateCreate', label: 'Registro' }),
    {
      source: 'dateExpire',
      onPhone: 'line',
      render: (user) => (
        <span style={ONE_LINE}>
          {isSubscriber(user.role) ? <LicenceDay dateExpire={user.dateExpire} /> : '—'}
          {reminds ? <RowReminder user={user} /> : null}
        </span>
      ),
      renderOnPhone: (user) =>
        isSubscriber(user.role) ? <LicenceState dateExpire={user.dateExpire} /> : null,
      menu: (user) => (reminds ? <ReminderEntry user={user} /> : null),
    },
    {
      source: 'licence',
      isHidden: true,
      disableSort: true,
      render: (user) => (isSubscriber(user.role) ? <LicenceState dateExpire={user.dateExpire} /> : '—'),
    },
    {
      source: 'creditAmount',
      align: 'right',
      onPhone: 'line',
      render: (user) =>
        sells ? (
          <span className={styles.offer}>
            <CreditCell user={user} />
            <span>
              <CreditButton user={user} inRow />
            </span>
          </span>
        ) : (
          <CreditCell user={user} />
        ),
      renderOnPhone: (user) => <CreditCell user={user} withUnit />,
    },
    {
      source: 'lastLogin',
      isHidden: true,
      firstOrder: 'DESC',
      render: ({ lastLogin }) => <Quiet>{dayText(lastLogin)}</Quiet>,
    },
    { source: 'email', isHidden: true, clip: 180 },
    { source: 'celPhone', isHidden: true },
    { source: 'userCreate', isHidden: true },
    { source: 'views', isHidden: true, align: 'right', disableSort: true },
    {
      source: 'status',
      render: (user) => <UserStatusSwitch user={user} profiles={profiles} />,
      menu: (user) =>
        maySwitch(me, user, profiles) && (
          <DropDownAction opens="dialog" onChosen={() => confirmToggle(user)}>
            {user.status === 'enable' ? 'Desactivar' : 'Activar'}
          </DropDownAction>
        ),
    },
    sells &&
      isPhone && {
        source: 'sell',
        label: 'Crédito',
        disableSort: true,
        onPhone: 'action',
        render: (user) => <CreditButton user={user} inRow />,
        menu: (user) =>
          canCredit(me, user) && (
            <DropDownAction opens="dialog" onChosen={() => openCredit(user)}>
              Crédito
            </DropDownAction>
          ),
      },
    sees.history && {
      source: 'history',
      label: 'Historial',
      disableSort: true,
      render: (user) => <UserHistoryLink user={user} />,
      menu: (user) => <DropDownLink to={historyUrl(user)}>Historial</DropDownLink>,
    },
    sees.activity && {
      source: 'activity',
      isHidden: true,
      label: 'Actividad',
      disableSort: true,
      render: (user) => <UserActivityLink user={user} />,
      menu: (user) => <DropDownLink to={activityUrl(user)}>Actividad</DropDownLink>,
    },
  ]
  return (
    <CatalogueList
      title={headingOf('user-list')}
      bulk={reminds ? BULK_WITH_REMINDERS : BULK}
      createLabel="Nuevo usuario"
      filters={<UserFilters onAct={onAct} />}
      details={<BalanceBadge />}
      actions={
        <>
          {removesDemos && isWide ? <RemoveDemos /> : null}
          <NewDemo />
        </>
      }
      tools={
        compensates || (removesDemos && !isWide) ? (
          <>
            {compensates ? <FilteredCompensation /> : null}
            {removesDemos && !isWide ? <RemoveDemos /> : null}
          </>
        ) : undefined
      }
      above={isNarrow ? undefined : <ExpiringChips onAct={onAct} />}
      columns={columns}
    />
  )
}

/** For the users of the list's filters. */
const FilteredCompensation = () => {
  const { filterValues } = useListContext()
  return <Compensation filter={Object.fromEntries(filterQuery(filterValues))} />
}

export const UserList = () => {
  const [acting, setActing] = useState<{ action: BulkAction<ByDialog>; users: SelectedUsers }>()
  return (
    <CreditDialogProvider>
      <UserToggleProvider>
        <Users onAct={(action, users) => setActing({ action, users })} />
      </UserToggleProvider>
      {acting === undefined ? null : (
        <Suspense fallback={null}>
          <acting.action.does.Dialog {...acting.users} onClose={() => setActing(undefined)} />
        </Suspense>
      )}
    </CreditDialogProvider>
  )
}

const YES_NO = [
  { value: 'true', label: 'Sí' },
  { value: 'false', label: 'No' },
]

const LOW_BALANCE = [{ value: 'true', label: 'Bajo' }]

const options = (choices: readonly Choice[] = []) =>
  choices.map(({ id, name }) => ({ value: id, label: name }))

const expiryPresets = (now: string): DaysPreset[] => [
  { label: 'Hoy', days: { from: now, to: now } },
  { label: 'Próximos 7 días', days: { from: now, to: dayAfter(now, 6) } },
  { label: 'Vencidos', days: { to: dayAfter(now, -1) } },
]

const registryPresets = (now: string): DaysPreset[] => [
  { label: 'Hoy', days: { from: now, to: now } },
  { label: 'Últimos 7 días', days: { from: dayAfter(now, -6), to: now } },
  { label: 'Últimos 30 días', days: { from: dayAfter(now, -29), to: now } },
]

/** Shows that demos are left out, which no other filter does, and lists them again. */
const WithoutDemos = () => {
  const { filterValues, setFilters } = useListContext()
  const { demo, ...others } = filterValues
  if (String(demo) !== 'false') return null
  return (
    <Chip
      clickable
      component="button"
      label="Sin demos ✕"
      aria-label="Sin demos: ver también los demos"
      onClick={() => setFilters(others)}
      sx={{ height: 37 }}
    />
  )
}

const UserFilters = ({ onAct }: { onAct: OnAct }) => {
  const { data: me } = useMe()
  const { data: profiles = [] } = useProfiles()
  const { data: platforms } = usePlatforms()
  return (
    <>
      {useIsNarrow() ? <ExpiringChips onAct={onAct} /> : null}
      <DaysFilter label="Vence" from="dateBeging" to="dateFinish" presets={expiryPresets(today())} />
      <DaysFilter label="Registro" from="registerFrom" to="registerTo" presets={registryPresets(today())} />
      <SelectFilter
        source="profile"
        label="Perfil"
        options={profiles
          .filter(({ role }) => me !== undefined && canMeet(me.role, role))
          .map(({ id, name }) => ({ value: id, label: profileLabel(name) }))}
      />
      {me !== undefined && userScreens(me.role).listsPlatform ? (
        <SelectFilter source="platform" label="App" options={options(platforms)} allLabel="Todas" />
      ) : null}
      {me !== undefined && (isAdmin(me.role) || me.role === 'superagent') ? (
        <SelectFilter source="lowBalance" label="Balance" options={LOW_BALANCE} />
      ) : null}
      <SelectFilter source="useTvList" label="Usa Lista de TV" options={YES_NO} />
      <WithoutDemos />
    </>
  )
}

interface UserStatusSwitchProps {
  user: RecordOf<'users'>
  profiles: readonly ProfileChoice[]
}

const UserStatusSwitch = ({ user, profiles }: UserStatusSwitchProps) => {
  const me = useCachedMe()
  const confirmToggle = useConfirmToggle()
  return (
    <span title={me?._id === user._id ? USER_MESSAGES.disableSelf : undefined}>
      <ToggleSwitch
        checked={user.status === 'enable'}
        label={`Activo: ${user.fullName}`}
        disabled={!maySwitch(me, user, profiles)}
        onToggle={() => confirmToggle(user)}
      />
    </span>
  )
}

const maySwitch = (
  me: Me | undefined,
  user: RecordOf<'users'>,
  profiles: readonly ProfileChoice[],
): boolean => me !== undefined && canToggle(toActor(me), toPerson(me, user, profiles))
