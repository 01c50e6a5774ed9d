import Link from '@mui/material/Link'
import { LinkBase } from 'ra-core'
import type { SyntheticEvent } from 'react'
import { mayOpen } from '../../domain/access/permissions.ts'
import { ROUTES } from '../../domain/access/routes.ts'
import { userScreens } from '../../domain/users/visibility.ts'
import { useScreens } from '../layout/screens.ts'
import { useMe } from '../session/identity.ts'
import type { UserRecord } from './user-record.ts'

const HISTORY = ROUTES.find(({ template }) => template === 'user-history')

const stop = (event: SyntheticEvent): void => event.stopPropagation()

/** Whether the person may see what users watched, where this build has that screen. */
export const useSeesHistory = (): boolean => {
  const screens = useScreens()
  const { data: me } = useMe()
  if (me === undefined || HISTORY === undefined || !screens.has(HISTORY.template)) return false
  return userScreens(me.role).seesHistory && mayOpen(me, HISTORY)
}

/** The way from a user to its visits. */
export const UserHistoryLink = ({ user }: { user: UserRecord }) => (
  <Link
    component={LinkBase}
    to={HISTORY?.path.replace(':id', encodeURIComponent(user._id)) ?? ''}
    onClick={stop}
  >
    Historial
  </Link>
)
