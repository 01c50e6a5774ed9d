import Box from '@mui/material/Box'
import type { SortPayload } from 'ra-core'
import { platformLabel } from '../../../domain/users/platforms.ts'
import { userScreens } from '../../../domain/users/visibility.ts'
import { useMe } from '../../api/session/identity.ts'
import type { UserRecord } from '../../api/user-record.ts'
import { dayText, momentText } from '../../kit/display/dates.ts'
import { CatalogueList } from '../../kit/list/CatalogueList.tsx'
import { Column } from '../../kit/list/Column.tsx'
import { DayColumn, LinkColumn } from '../../kit/list/columns.tsx'
import { BalanceBadge } from '../credits/BalanceBadge.tsx'
import { CreditButton, CreditDialogProvider, canSellCredit } from '../credits/CreditDialogProvider.tsx'
import { CreditCell } from './CreditCell.tsx'
import { ExpiringChips } from './ExpiringChips.tsx'
import { NewDemo } from './NewDemo.tsx'
import { RemoveDemos } from './RemoveDemos.tsx'
import { UserFilters } from './UserFilters.tsx'
import { UserActivityLink, UserHistoryLink, useSeesHistory } from './UserHistoryLinks.tsx'
import { UserStatusSwitch } from './UserStatusSwitch.tsx'

const BY_NAME: SortPayload = { field: 'name', order: 'ASC' }
const ON_DEMAND = ['lastLogin', 'email', 'celPhone', 'userCreate', 'activity']

const Quiet = ({ children }: { children: string }) => (
  <Box component="span" sx={{ color: 'text.secondary' }}>
    {children || '—'}
  </Box>
)

const Actions = () => (
  <>
    <RemoveDemos />
    <NewDemo />
  </>
)

const Users = () => {
  const { data: me } = useMe()
  const sees = useSeesHistory()
  const sells = me !== undefined && canSellCredit(me)
  const listsPlatform = me !== undefined && userScreens(me.role).listsPlatform
  return (
    <CatalogueList
      title="CONSULTA DE USUARIOS"
      sort={BY_NAME}
      createLabel="Nuevo usuario"
      filters={<UserFilters />}
      facts={<BalanceBadge />}
      actions={<Actions />}
      above={<ExpiringChips />}
      hiddenColumns={ON_DEMAND}
    >
      <LinkColumn source="name" clip={150} />
      <Column source="fullName" />
      <Column source="profileName" />
      {listsPlatform ? (
        <Column<UserRecord>
          source="platform"
          render={(user) => <Quiet>{platformLabel(user.platform)}</Quiet>}
        />
      ) : null}
      <DayColumn source="dateCreate" label="Registro" />
      <Column<UserRecord>
        source="dateExpire"
        render={({ dateExpire }) => <span title={momentText(dateExpire)}>{dayText(dateExpire) || '—'}</span>}
      />
      <Column<UserRecord> source="creditAmount" align="right" render={(user) => <CreditCell user={user} />} />
      <Column<UserRecord>
        source="lastLogin"
        firstOrder="DESC"
        render={({ lastLogin }) => <Quiet>{dayText(lastLogin)}</Quiet>}
      />
      <Column source="email" />
      <Column source="celPhone" />
      <Column source="userCreate" />
      <Column<UserRecord> source="status" render={(user) => <UserStatusSwitch user={user} />} />
      {sells ? (
        <Column<UserRecord>
          source="sell"
          label="Vender"
          disableSort
          render={(user) => <CreditButton user={user} inRow />}
        />
      ) : null}
      {sees.history ? (
        <Column<UserRecord>
          source="history"
          label="Historial"
          disableSort
          render={(user) => <UserHistoryLink user={user} />}
        />
      ) : null}
      {sees.activity ? (
        <Column<UserRecord>
          source="activity"
          label="Actividad"
          disableSort
          render={(user) => <UserActivityLink user={user} />}
        />
      ) : null}
    </CatalogueList>
  )
}

/** CONSULTA DE USUARIOS. */
export const UserList = () => (
  <CreditDialogProvider>
    <Users />
  </CreditDialogProvider>
)
