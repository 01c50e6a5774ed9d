import Button from '@mui/material/Button'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  Suspense,
  type SyntheticEvent,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useLocation, useNavigate } from 'react-admin'
import { can } from '../../../domain/access/permissions.ts'
import { allowedTypes } from '../../../domain/credits/rules.ts'
import type { User } from '../../../domain/users/user.ts'
import { lazy } from '../../api/connection.ts'
import { type RecordOf, request } from '../../api/http.ts'
import { type Me, useCachedMe } from '../../api/me.ts'
import { listQueries } from '../../api/query-client.ts'
import styles from './CreditDialogProvider.module.css'

const CreditDialog = lazy(async () => ({ default: (await import('./CreditDialog.tsx')).CreditDialog }))

/** Opens the credit dialog for a user; `isAutomatic`: following its creation. */
type OpenCreditDialog = (user: RecordOf<'users'>, isAutomatic?: boolean) => void

const CreditDialogContext = createContext<OpenCreditDialog | undefined>(undefined)

/** Throws outside a CreditDialogProvider. */
export const useOpenCreditDialog = (): OpenCreditDialog => {
  const open = useContext(CreditDialogContext)
  if (open === undefined) throw new Error('There is no CreditDialogProvider around')
  return open
}

interface DialogState {
  /** Each opening resets the dialog. */
  number: number
  user: RecordOf<'users'>
  isAutomatic: boolean
}

interface CreditDialogProviderProps {
  children: ReactNode
  onClose?: () => void
}

/**
 * Holds a screen's credit dialog outside its rows and forms: it stays open even if the sale removes its row from the
 * list.
 */
export const CreditDialogProvider = ({ children, onClose }: CreditDialogProviderProps) => {
  const [state, setState] = useState<DialogState>()
  const [isOpen, setOpen] = useState(false)
  const queryClient = useQueryClient()
  const open = useCallback<OpenCreditDialog>(
    (user, isAutomatic = false) => {
      // The balance may have changed since it was read.
      void queryClient.invalidateQueries({ queryKey: ['me'] })
      setState((last) => ({ number: (last?.number ?? 0) + 1, user, isAutomatic }))
      setOpen(true)
    },
    [queryClient],
  )
  const close = (): void => {
    setOpen(false)
    onClose?.()
  }
  return (
    <CreditDialogContext value={open}>
      {children}
      {state === undefined ? null : (
        <Suspense fallback={null}>
          <CreditDialog
            key={state.number}
            open={isOpen}
            user={state.user}
            isAutomatic={state.isAutomatic}
            onClose={close}
          />
        </Suspense>
      )}
    </CreditDialogContext>
  )
}

export const canSellCredit = (me: Me): boolean => can(me, 'create', 'license_transactions')

/** True if any transaction with a user is allowed: none with a demo, nor with oneself. */
export const canCredit = (me: Me, user: Pick<User, '_id' | 'role'>): boolean =>
  me._id !== user._id && canSellCredit(me) && allowedTypes(me.role, user.role).length > 0

/** 'Crédito': opens the credit dialog for a user; hidden if no transaction is allowed. */
export const CreditButton = ({ user, inRow = false }: { user: RecordOf<'users'>; inRow?: boolean }) => {
  const me = useCachedMe()
  const open = useOpenCreditDialog()
  if (me === undefined || !canCredit(me, user)) return null
  const press = (event: SyntheticEvent): void => {
    // Keeps the click from opening the row's form.
    event.stopPropagation()
    open(user)
  }
  return inRow ? (
    <button type="button" className={styles.inRow} aria-label={`Crédito: ${user.fullName}`} onClick={press}>
      Crédito
    </button>
  ) : (
    <Button variant="outlined" className="bar-main" onClick={press}>
      Crédito
    </Button>
  )
}

// Separate from the record's key: a sale must not reset an open form of the user.
const creditedQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', 'credited', id],
    queryFn: async ({ signal }) =>
      creditFields(await request('GET /api/users/:id', { params: { id }, signal })),
  })

/** The fields of a user that transactions change. */
const creditFields = ({ dateExpire, creditAmount, creditToResell, balanceToCredit }: User) => ({
  dateExpire,
  creditAmount,
  creditToResell,
  balanceToCredit,
})

/** A user with its credit after the latest transaction; `isRefetched` always refetches on mount. */
export const useCredited = (user: RecordOf<'users'>, isRefetched = false): RecordOf<'users'> => {
  const { data } = useQuery({
    ...creditedQuery(user.id),
    initialData: () => creditFields(user),
    refetchOnMount: isRefetched ? 'always' : true,
  })
  return { ...user, ...data }
}

const refresh = (queryClient: QueryClient): void => {
  void queryClient.invalidateQueries({ queryKey: ['me'] })
  void queryClient.invalidateQueries({ queryKey: ['license_transactions'] })
  void queryClient.invalidateQueries(listQueries('users'))
  void queryClient.invalidateQueries({ queryKey: ['users', 'getOne'], refetchType: 'none' })
}

export const useRefreshCredit = (): (() => void) => {
  const queryClient = useQueryClient()
  return useCallback(() => refresh(queryClient), [queryClient])
}

const PARAMETER = 'autoTransSale'

/** Query of a user's form that opens the sale. */
export const AUTOMATIC_SALE = `?${PARAMETER}=true`

const isRequested = (search: string): boolean => new URLSearchParams(search).get(PARAMETER) === 'true'

/** Removes the query after the sale, so that a reload doesn't offer it again. */
export const useEndAutomaticSale = (): (() => void) => {
  const { search } = useLocation()
  const navigate = useNavigate()
  return () => {
    if (!isRequested(search)) return
    const query = new URLSearchParams(search)
    query.delete(PARAMETER)
    navigate({ search: query.toString() }, { replace: true })
  }
}

/** Opens the credit dialog if the URL requests it: after a user's creation, or from the search. */
export const AutomaticSale = ({ me, user }: { me: Me; user: RecordOf<'users'> }) => {
  const { search } = useLocation()
  const open = useOpenCreditDialog()
  const isDone = useRef(false)
  const isOffered = isRequested(search) && canCredit(me, user)
  useEffect(() => {
    // A later navigation may offer it again.
    if (isOffered && !isDone.current) open(user, true)
    isDone.current = isOffered
  }, [isOffered, open, user])
  return null
}
