import { useLocation, useNavigate } from 'ra-core'
import { useEffect, useRef } from 'react'
import type { RecordOf } from '../../api/http.ts'
import type { Me } from '../../api/me.ts'
import { canCredit, useOpenCreditDialog } from './CreditDialogProvider.tsx'

const PARAMETER = 'autoTransSale'

/** The query of a user's form that opens the sale. */
export const AUTOMATIC_SALE = `?${PARAMETER}=true`

const isAsked = (search: string): boolean => new URLSearchParams(search).get(PARAMETER) === 'true'

/** Removes the query once the sale is over: a reload must not offer it again. */
export const useEndAutomaticSale = (): (() => void) => {
  const { search } = useLocation()
  const navigate = useNavigate()
  return () => {
    if (!isAsked(search)) return
    const query = new URLSearchParams(search)
    query.delete(PARAMETER)
    navigate({ search: query.toString() }, { replace: true })
  }
}

/** Opens the credit dialog on a user that was just created. */
export const AutomaticSale = ({ me, user }: { me: Me; user: RecordOf<'users'> }) => {
  const { search } = useLocation()
  const open = useOpenCreditDialog()
  const isDone = useRef(false)
  const isOffered = isAsked(search) && canCredit(me, user)
  useEffect(() => {
    if (!isOffered || isDone.current) return
    isDone.current = true
    open(user, true)
  }, [isOffered, open, user])
  return null
}
