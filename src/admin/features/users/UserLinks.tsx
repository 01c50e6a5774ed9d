import Button from '@mui/material/Button'
import { type MouseEvent, Suspense, useState } from 'react'
import { LinkBase } from 'react-admin'
import { can, canOpen } from '../../../domain/access/permissions.ts'
import { ROUTES, type Route } from '../../../domain/access/routes.ts'
import { creatableRoles } from '../../../domain/users/creation.ts'
import { userScreens } from '../../../domain/users/visibility.ts'
import { lazy } from '../../api/connection.ts'
import type { RecordOf } from '../../api/http.ts'
import { useMe } from '../../api/me.ts'
import { pathOf } from '../../api/paths.ts'
import { useSettings } from '../../api/settings.ts'
import { CellLink } from '../../kit/list/columns.tsx'

export const DemoDialog = lazy(async () => ({ default: (await import('./DemoDialog.tsx')).DemoDialog }))

const findRoute = (template: string) => ROUTES.find((route) => route.template === template)

const HISTORY = findRoute('user-history')
const ACTIVITY = findRoute('user-activity')

/** Access of the current user to the screens of visits and activity. */
export const useSeesHistory = (): { history: boolean; activity: boolean } => {
  const { data: me } = useMe()
  const opens = (route: Route | undefined): boolean =>
    me !== undefined && route !== undefined && canOpen(me, route)
  const history = me !== undefined && userScreens(me.role).seesHistory && opens(HISTORY)
  return { history, activity: opens(ACTIVITY) }
}

type Person = Pick<RecordOf<'users'>, '_id' | 'name' | 'fullName'>

export const historyUrl = ({ _id, fullName }: Person): string =>
  `${pathOf('user-history', _id)}?${new URLSearchParams({ name: fullName })}`

export const activityUrl = ({ name }: Person): string => pathOf('user-activity', name)

export const UserHistoryLink = ({ user }: { user: RecordOf<'users'> }) => (
  <CellLink to={historyUrl(user)}>Historial</CellLink>
)

export const UserActivityLink = ({ user }: { user: RecordOf<'users'> }) => (
  <CellLink to={activityUrl(user)}>Actividad</CellLink>
)

/** Both links, for the form's bar. */
export const UserHistoryButtons = ({ user }: { user: RecordOf<'users'> }) => {
  const { history, activity } = useSeesHistory()
  return (
    <>
      {history ? (
        <Button component={LinkBase} to={historyUrl(user)} variant="outlined">
          Historial
        </Button>
      ) : null}
      {activity ? (
        <Button component={LinkBase} to={activityUrl(user)} variant="outlined">
          Actividad
        </Button>
      ) : null}
    </>
  )
}

/** True if the current user may create demo users. */
export const useCreatesDemos = (): boolean => {
  const { data: me } = useMe()
  const { data: settings } = useSettings()
  if (me === undefined || settings === undefined || !can(me, 'create', 'users')) return false
  return creatableRoles(me.role, { enableDemo: settings.enableDemo ?? true }).includes('demo')
}

/** Creates a demo user with generated data at once, and shows its credentials. */
export const NewDemo = () => {
  const createsDemos = useCreatesDemos()
  const [isMounted, setMounted] = useState(false)
  const [isOpen, setOpen] = useState(false)
  if (!createsDemos) return null
  const open = ({ detail }: MouseEvent): void => {
    // Ignores the second half of a double click.
    if (detail > 1) return
    setMounted(true)
    setOpen(true)
  }
  return (
    <>
      <Button variant="outlined" aria-haspopup="dialog" onClick={open}>
        Nuevo demo
      </Button>
      {isMounted ? (
        <Suspense fallback={null}>
          <DemoDialog open={isOpen} onClose={() => setOpen(false)} onExited={() => setMounted(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
