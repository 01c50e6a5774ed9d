import { useLocation, useNavigate } from 'ra-core'
import { useEffect, useRef } from 'react'
import type { RecordOf } from '../../api/client.ts'
import type { Me } from '../../api/session/me.ts'
import { canCredit, useOpenCreditDialog } from './CreditDialogProvider.tsx'

const PARAMETER = 'autoTransSale'

/** What the address of a user's form ends with when the sale comes next. */
export const AUTOMATIC_SALE = `?${PARAMETER}=true`

const isAsked = (search: string): boolean => new URLSearchParams(search).get(PARAMETER) === 'true'

/** Takes the sale out of the address once it is over: a reload must not offer it again. */
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

/** Opens the credit dialog where the address asks for it: on a user that was just created. */
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
