import CheckIcon from '@mui/icons-material/Check'
import WhatsAppIcon from '@mui/icons-material/WhatsApp'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { licenceText } from '../../../domain/credits/licence.ts'
import { formatCount } from '../../../domain/format/text.ts'
import { request } from '../../api/http.ts'
import { licenceNow } from '../../kit/display/licence.tsx'
import type { ActionDialogProps, SelectedRecords } from '../../kit/list/selection.tsx'
import { type Customer, useNoticeWriter, useOpenedNotices } from './NoticeLinks.tsx'

/** Customers shown at a time, and most ids of a request. */
const PAGE_SIZE = 50
const MAX_IDS = 100

/**
 * Query of a page of the selected customers (from 0), next to expire first; a selection by ids is sorted within each
 * hundred.
 */
const customersQuery = (selected: SelectedRecords, part: number): URLSearchParams => {
  const order = { sort: 'dateExpire', order: 'asc', limit: String(PAGE_SIZE) }
  if (!('ids' in selected))
    return new URLSearchParams({ ...selected.filter, ...order, page: String(part + 1) })
  const first = Math.floor((part * PAGE_SIZE) / MAX_IDS) * MAX_IDS
  const ids = selected.ids.slice(first, first + MAX_IDS).join(',')
  return new URLSearchParams({ ids, ...order, page: String((part * PAGE_SIZE - first) / PAGE_SIZE + 1) })
}

/**
 * 'Avisar a los N': opens the reminders of the selected customers one by one, in fifties; those opened today are
 * ticked.
 */
const RemindersDialog = ({ selected, count, onClose }: ActionDialogProps) => {
  const heading = useId()
  const write = useNoticeWriter()
  const { isOpened, open } = useOpenedNotices()
  const [part, setPart] = useState(0)
  const parts = Math.ceil(count / PAGE_SIZE)
  const { data: users, error } = useQuery({
    queryKey: ['users', 'reminded', selected, part],
    queryFn: ({ signal }) => request('GET /api/users', { query: customersQuery(selected, part), signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const entries = users?.map((user) => ({ user, url: write?.('expiry', user), isOpened: isOpened(user) }))
  const waiting = entries?.filter((each) => each.url !== undefined && !each.isOpened)
  const [next] = waiting ?? []
  const close = (): void => onClose(waiting?.length === 0 && part === parts - 1)
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={close} aria-labelledby={heading}>
      <DialogTitle id={heading}>Avisar por WhatsApp</DialogTitle>
      <DialogContent>
        <Typography color="text.secondary" sx={{ mb: 1 }}>
          Cada aviso se abre en WhatsApp, ya escrito; usted lo envía.
        </Typography>
        {error === null ? null : <Alert severity="error">{error.message}</Alert>}
        {entries === undefined && error === null ? <Skeleton variant="rounded" height={200} /> : null}
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {entries?.map(({ user, url, isOpened }) => (
            <Entry
              key={user._id}
              user={user}
              url={url}
              isOpened={isOpened}
              onOpened={() => open('expiry', user)}
            />
          ))}
        </Box>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap', gap: 1 }}>
        <Box role="status" sx={{ flex: '1 1 100%', color: 'text.secondary', fontSize: 13 }}>
          {entries === undefined
            ? ''
            : progressText(entries.filter((each) => each.isOpened).length, entries.length)}
          {parts > 1 && entries !== undefined ? ` · ${partText(part, entries.length, count)}` : ''}
        </Box>
        <Button variant="outlined" onClick={close}>
          Cerrar
        </Button>
        {part > 0 ? <Button onClick={() => setPart(part - 1)}>Los {PAGE_SIZE} anteriores</Button> : null}
        {part < parts - 1 ? (
          <Button variant="outlined" onClick={() => setPart(part + 1)}>
            Los siguientes {Math.min(PAGE_SIZE, count - (part + 1) * PAGE_SIZE)}
          </Button>
        ) : null}
        {next === undefined ? null : (
          <Button
            component="a"
            href={next.url ?? ''}
            target="_blank"
            rel="noopener noreferrer"
            variant="contained"
            startIcon={<WhatsAppIcon />}
            onClick={() => open('expiry', next.user)}
          >
            Avisar a {next.user.fullName}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

const progressText = (opened: number, all: number): string =>
  `${opened} de ${all} ${opened === 1 ? 'avisado' : 'avisados'} hoy`

const partText = (part: number, shown: number, all: number): string =>
  `${formatCount(part * PAGE_SIZE + 1)}–${formatCount(part * PAGE_SIZE + shown)} de ${formatCount(all)}`

interface EntryProps {
  user: Customer
  url: string | undefined
  isOpened: boolean
  onOpened: () => void
}

const ENTRY = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  minHeight: 52,
  borderTop: 1,
  borderColor: 'divider',
  '&:first-of-type': { borderTop: 0 },
} as const

const Entry = ({ user, url, isOpened, onOpened }: EntryProps) => (
  <Box component="li" sx={ENTRY}>
    <Box sx={{ flex: 1, minWidth: 0, display: 'grid' }}>
      <Box
        component="b"
        translate="no"
        sx={{ fontWeight: 600, overflow: 'hidden', textOverflow: 'ellipsis' }}
      >
        {user.fullName}
      </Box>
      <Box component="small" sx={{ color: 'text.secondary', fontSize: 12 }}>
        {licenceText(licenceNow(user.dateExpire))}
        {' · '}
        {user.celPhone || 'Sin celular'}
      </Box>
    </Box>
    {url === undefined ? (
      <Typography color="text.secondary" sx={{ fontSize: 13 }}>
        {user.role === 'demo' ? 'Es un demo' : 'No se puede avisar'}
      </Typography>
    ) : (
      <Button
        component="a"
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        size="small"
        variant="outlined"
        startIcon={isOpened ? <CheckIcon /> : undefined}
        aria-label={`${isOpened ? 'Avisado hoy; abrir otra vez' : 'Abrir'}: ${user.fullName}`}
        onClick={onOpened}
      >
        {isOpened ? 'Avisado' : 'Abrir'}
      </Button>
    )}
  </Box>
)

export default RemindersDialog
