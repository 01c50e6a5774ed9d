import Alert from '@mui/material/Alert'
import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import { useState } from 'react'
import { type Identifier, useListContext, useRefresh } from 'react-admin'
import {
  OUTBOX_KINDS,
  OUTBOX_MESSAGES,
  OUTBOX_REASONS,
  OUTBOX_STATES,
  outcomeText,
} from '../../../domain/outbox/outbox.ts'
import { type RowOf, request } from '../../api/http.ts'
import { useCachedMe, useCan } from '../../api/me.ts'
import { formPathOf, headingOf } from '../../api/paths.ts'
import { momentText } from '../../kit/display/dates.ts'
import { CatalogueList } from '../../kit/list/CatalogueList.tsx'
import { type Column, TitleLink } from '../../kit/list/columns.tsx'
import { DaysFilter, type FilterOption, pastPresets, SelectFilter } from '../../kit/list/filters.tsx'
import { MessageDialog } from './MessageDialog.tsx'
import { ResendButton, receiverText, StateTag } from './messages.tsx'

type Row = RowOf<'outbox'>

/** The mails and webhooks that were sent or wait to be sent (Enviados). */
export const OutboxList = () => {
  const [shown, setShown] = useState<Identifier>()
  const [isOpen, setOpen] = useState(false)
  const canResend = useCan('modify', 'outbox')
  const show = ({ id }: { id: Identifier }): void => {
    setShown(id)
    setOpen(true)
  }
  const columns: readonly (Column<Row> | false)[] = [
    {
      source: 'date',
      firstOrder: 'DESC',
      onPhone: 'line',
      render: (message) => (
        <Link
          component="button"
          type="button"
          onClick={(event) => {
            event.stopPropagation()
            show(message)
          }}
          sx={{ py: '3px', fontSize: 'inherit', minHeight: { xs: 44, sm: 24 } }}
        >
          {momentText(message.date)}
        </Link>
      ),
    },
    { source: 'kind', isHidden: true, disableSort: true, render: ({ kind }) => OUTBOX_KINDS[kind] },
    { source: 'reason', disableSort: true, onPhone: 'line', render: ({ reason }) => OUTBOX_REASONS[reason] },
    {
      source: 'name',
      disableSort: true,
      onPhone: 'title',
      clip: 160,
      render: (message) => <Receiver message={message} />,
    },
    { source: 'recipient', disableSort: true, clip: 170 },
    {
      source: 'state',
      disableSort: true,
      onPhone: 'beside',
      render: ({ state }) => <StateTag state={state} />,
    },
    { source: 'attempt', isHidden: true, disableSort: true, align: 'right' },
    {
      source: 'nextAttempt',
      isHidden: true,
      disableSort: true,
      render: ({ nextAttempt }) => momentText(nextAttempt),
    },
    { source: 'answer', disableSort: true, clip: 180, render: outcomeText },
    canResend && {
      source: 'actions',
      label: 'Acciones',
      disableSort: true,
      onPhone: 'action',
      render: (message) => <Resend message={message} />,
    },
  ]
  return (
    <CatalogueList
      title={headingOf('outbox')}
      onOpen={show}
      filters={<Filters />}
      above={
        <>
          <MailOff />
          {shown === undefined ? null : (
            <OpenedMessage key={shown} id={shown} open={isOpen} onClose={() => setOpen(false)} />
          )}
        </>
      }
      columns={columns}
    />
  )
}

const MailOff = () => {
  const me = useCachedMe()
  if (me?.isMailOn !== false) return null
  return (
    <Alert severity="info" sx={{ mb: 2 }}>
      {OUTBOX_MESSAGES.mailOff}
    </Alert>
  )
}

const Receiver = ({ message }: { message: Row }) => {
  const canOpen = useCan('edit', 'users')
  const { user, recipient } = message
  const text = receiverText(message)
  // The address of a deleted user is erased.
  if (!canOpen || user === null || recipient === '') return text
  return <TitleLink to={formPathOf('users', user)}>{text}</TitleLink>
}

const resend = ({ _id }: Pick<Row, '_id'>) => request('POST /api/outbox/:id/resend', { params: { id: _id } })

const Resend = ({ message }: { message: Row }) => {
  const refresh = useRefresh()
  const isMailOn = useCachedMe()?.isMailOn === true
  if (message.kind === 'mail' && !isMailOn) return null
  return <ResendButton message={message} send={resend} onSent={refresh} />
}

interface OpenedMessageProps {
  id: Identifier
  open: boolean
  onClose: () => void
}

/** Keeps the opened row, which a refetch may remove from the list. */
const OpenedMessage = ({ id, ...dialog }: OpenedMessageProps) => {
  const { data } = useListContext<Row>()
  const [opened] = useState(() => data?.find((row) => row.id === id))
  const message = data?.find((row) => row.id === id) ?? opened
  return message === undefined ? null : <MessageDialog message={message} {...dialog} />
}

const toOptions = (names: Readonly<Record<string, string>>): FilterOption[] =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

const KINDS = toOptions(OUTBOX_KINDS)
const REASONS = toOptions(OUTBOX_REASONS)
const STATES = toOptions(OUTBOX_STATES)

/** Shows that the list is filtered by a user or a webhook, and removes the filter. */
const OneReceiver = () => {
  const { filterValues, setFilters, data } = useListContext<Row>()
  const { user, webhook, ...others } = filterValues
  if (user === undefined && webhook === undefined) return null
  const match = data?.find((row) => row.user === user || row.webhook === webhook)
  return (
    <Chip
      label={`Solo a ${match ? receiverText(match) : 'un destinatario'}`}
      onDelete={() => setFilters(others)}
      sx={{ maxWidth: { xs: '100%', sm: 320 }, height: { xs: 44, sm: 36 } }}
    />
  )
}

const Filters = () => (
  <>
    <DaysFilter label="Fecha" from="dateBeging" to="dateFinish" presets={pastPresets()} />
    <SelectFilter source="kind" label="Tipo" options={KINDS} />
    <SelectFilter source="reason" label="Motivo" options={REASONS} />
    <SelectFilter source="state" label="Estado" options={STATES} />
    <OneReceiver />
  </>
)
