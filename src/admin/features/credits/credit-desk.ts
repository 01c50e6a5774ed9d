import { createContext, useContext } from 'react'
import { may } from '../../../domain/access/permissions.ts'
import { allowedTypes } from '../../../domain/credits/rules.ts'
import type { Me } from '../../api/session/me.ts'
import type { UserRecord } from '../../api/user-record.ts'

/** Opens the credit dialog on a user; `isAutomatic` as the end of creating it. */
export type OpenDesk = (user: UserRecord, isAutomatic?: boolean) => void

export const CreditDeskContext = createContext<OpenDesk | undefined>(undefined)

/** The way to the credit dialog; throws where there is no desk around. */
export const useCreditDesk = (): OpenDesk => {
  const open = useContext(CreditDeskContext)
  if (open === undefined) throw new Error('There is no credit desk around')
  return open
}

export const mayCreditSomebody = (me: Me): boolean => may(me, 'create', 'license_transactions')

/** Whether somebody may move credit with a user: never with a demo, nor with oneself. */
export const mayCredit = (me: Me, user: Pick<UserRecord, '_id' | 'role'>): boolean =>
  me._id !== user._id && mayCreditSomebody(me) && allowedTypes(me.role, user.role).length > 0
