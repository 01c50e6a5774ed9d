import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useEvent } from 'react-admin'
import { isReseller } from '../../../domain/access/permissions.ts'
import { licenceText } from '../../../domain/credits/licence.ts'
import { formatCount } from '../../../domain/format/text.ts'
import { type RecordOf, request } from '../../api/http.ts'
import { useCachedMe } from '../../api/me.ts'
import { canCredit, useOpenCreditDialog } from '../../features/credits/CreditDialogProvider.tsx'
import { today } from '../../kit/display/dates.ts'
import { licenceNow } from '../../kit/display/licence.tsx'
import { useSearchText } from '../../kit/inputs/search-text.ts'
import { RecordText } from './RecordText.tsx'
import styles from './SellDialog.module.css'

const TYPING_MS = 150
const SHOWN = 8
/** Requests more than are shown, since some of them cannot be sold to. */
const REQUESTED = String(2 * SHOWN)

interface SellDialogProps {
  open: boolean
  onClose: () => void
}

/** Chooses the customer of a sale: those whose licence expires next, or search results. */
export const SellDialog = ({ open, onClose }: SellDialogProps) => {
  const heading = useId()
  return (
    <Dialog open={open} onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={heading}>
      <DialogTitle id={heading} sx={{ pr: 7 }}>
        Vender a…
      </DialogTitle>
      <IconButton aria-label="Cerrar" onClick={onClose} sx={{ position: 'absolute', right: 10, top: 10 }}>
        <CloseIcon />
      </IconButton>
      <DialogContent sx={{ pt: 0, pb: 2 }}>
        <Search onClose={onClose} />
      </DialogContent>
    </Dialog>
  )
}

const customerQuery = (words: string): URLSearchParams =>
  new URLSearchParams(
    words === ''
      ? { dateBeging: today(), demo: 'false', sort: 'dateExpire', order: 'asc', limit: REQUESTED }
      : { search: words, limit: REQUESTED },
  )

const TEXTS = {
  expiring: { heading: 'Vencen pronto', none: 'A nadie le vence la licencia pronto.' },
  search: { heading: 'Encontrados', none: 'No hay a quién vender con esos datos.' },
}

/** The customers who match the typed text; until they arrive, the previous ones, with `isCurrent` false. */
const useCustomers = () => {
  const me = useCachedMe()
  const { typed, words, search } = useSearchText(TYPING_MS)
  const { data, isPlaceholderData, error, refetch } = useQuery({
    queryKey: ['users', 'to sell to', words],
    queryFn: async ({ signal }) =>
      (await request('GET /api/users', { query: customerQuery(words), signal })).map((user) => ({
        ...user,
        id: user._id,
      })),
    placeholderData: (before) => before,
  })
  return {
    words,
    customers: data?.filter((user) => me !== undefined && canCredit(me, user)).slice(0, SHOWN),
    isCurrent: data !== undefined && !isPlaceholderData && words === typed,
    error,
    refetch,
    search,
  }
}

const Search = ({ onClose }: Pick<SellDialogProps, 'onClose'>) => {
  const id = useId()
  const sell = useOpenCreditDialog()
  const { words, customers, isCurrent, error, refetch, search } = useCustomers()
  const [active, setActive] = useState(0)
  // Enter may precede the response: the highlighted customer is chosen once it arrives.
  const [isWaiting, setWaiting] = useState(false)
  const type = (text: string): void => {
    search(text)
    setActive(0)
    setWaiting(false)
  }
  const choose = useEvent((user: RecordOf<'users'> | undefined): void => {
    if (user === undefined) return
    onClose()
    sell(user)
  })
  const highlighted = customers?.[active]
  useEffect(() => {
    if (!isWaiting || !isCurrent) return
    setWaiting(false)
    choose(highlighted)
  }, [isWaiting, isCurrent, highlighted, choose])
  const onKeyDown = (event: KeyboardEvent): void => {
    const last = (customers?.length ?? 0) - 1
    if (event.key === 'Enter') isCurrent ? choose(highlighted) : setWaiting(true)
    else if (event.key === 'ArrowDown') setActive(Math.min(last, active + 1))
    else if (event.key === 'ArrowUp') setActive(Math.max(0, active - 1))
    else return
    event.preventDefault()
  }
  return (
    <>
      <TextField
        autoFocus
        fullWidth
        label="Nombre, usuario, teléfono o correo"
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        slotProps={{
          htmlInput: {
            type: 'search',
            enterKeyHint: 'go',
            role: 'combobox',
            'aria-expanded': (customers?.length ?? 0) > 0,
            'aria-controls': `${id}list`,
            'aria-autocomplete': 'list',
            'aria-activedescendant': highlighted === undefined ? undefined : `${id}${active}`,
          },
        }}
      />
      <Box sx={{ minHeight: SHOWN * 52 + 28, mt: 1 }}>
        <Typography sx={{ fontSize: 12, color: 'text.secondary', mb: 0.5 }} aria-live="polite">
          {TEXTS[words === '' ? 'expiring' : 'search'][customers?.length === 0 ? 'none' : 'heading']}
        </Typography>
        {error === null ? null : (
          <Box role="alert">
            <Typography sx={{ mb: 1 }}>{error.message}</Typography>
            <Button variant="outlined" onClick={() => refetch()}>
              Reintentar
            </Button>
          </Box>
        )}
        {customers === undefined && error === null ? (
          <Skeleton variant="rounded" height={SHOWN * 52} />
        ) : null}
        <div role="listbox" id={`${id}list`} aria-label="Clientes">
          {customers?.map((user, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus.
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option.
            <div
              key={user.id}
              id={`${id}${index}`}
              role="option"
              aria-selected={index === active}
              className={styles.customer}
              onPointerEnter={() => setActive(index)}
              onClick={() => choose(user)}
            >
              <RecordText
                name={user.fullName}
                detail={[user.name, user.celPhone].filter((text) => text !== '').join(' · ')}
              />
              <small>{creditText(user)}</small>
            </div>
          ))}
        </div>
      </Box>
    </>
  )
}

const creditText = ({ role, creditToResell, dateExpire }: RecordOf<'users'>): string => {
  if (isReseller(role)) return `Balance: ${formatCount(creditToResell)}`
  return licenceText(licenceNow(dateExpire))
}
