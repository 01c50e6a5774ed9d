import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import ChangeIcon from '@mui/icons-material/EditOutlined'
import ReplyIcon from '@mui/icons-material/ForumOutlined'
import AccessIcon from '@mui/icons-material/LoginOutlined'
import MailIcon from '@mui/icons-material/MailOutlined'
import SaleIcon from '@mui/icons-material/PaymentsOutlined'
import VisitIcon from '@mui/icons-material/PlayCircleOutlined'
import ReportIcon from '@mui/icons-material/ReportProblemOutlined'
import NoteIcon from '@mui/icons-material/StickyNote2Outlined'
import NoticeIcon from '@mui/icons-material/WhatsApp'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ElementType, type ReactNode, useEffect, useRef, useState } from 'react'
import { LinkBase, useNotify } from 'react-admin'
import { can, canOpen } from '../../../domain/access/permissions.ts'
import { ROUTES } from '../../../domain/access/routes.ts'
import { AUDIT_ACTIONS } from '../../../domain/audit/audit-event.ts'
import { fieldLabel } from '../../../domain/field-labels.ts'
import { formatReference } from '../../../domain/format/text.ts'
import { MAIL_REASONS, OUTBOX_STATES } from '../../../domain/outbox/outbox-states.ts'
import { ISSUE_TYPE_NAMES, issueStatusName } from '../../../domain/support/issue.ts'
import type { TimelineEvent } from '../../../domain/timeline/endpoints.ts'
import {
  MAX_TIMELINE_EVENTS,
  TIMELINE_EVENTS,
  TIMELINE_KINDS,
  type TimelineKind,
} from '../../../domain/timeline/timeline.ts'
import { canDeleteNote, hasNotes, MAX_NOTE } from '../../../domain/users/note.ts'
import { userScreens } from '../../../domain/users/visibility.ts'
import { dropDraft, saveDraft, takeDraft } from '../../api/draft.ts'
import { ApiError, onWritten, type RecordOf, request } from '../../api/http.ts'
import type { Me } from '../../api/me.ts'
import { pathOf } from '../../api/paths.ts'
import { moneyText } from '../../api/settings.ts'
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx'
import { momentText } from '../../kit/display/dates.ts'
import { RetryAlert } from '../../kit/page/RetryAlert.tsx'
import { useShortcut } from '../../kit/page/shortcuts.ts'
import { creditsText } from '../credits/Purchases.tsx'
import { historyUrl } from './UserLinks.tsx'

interface TimelineProps {
  me: Me
  user: RecordOf<'users'>
}

const timelineKey = (id: string) => ['timeline', id] as const

/** The events of a kind, or of all; read again after each write, which may be one. */
const useTimeline = (id: string, kind: TimelineKind | '', limit: number) => {
  const queryClient = useQueryClient()
  useEffect(
    () => onWritten(() => void queryClient.invalidateQueries({ queryKey: timelineKey(id) })),
    [queryClient, id],
  )
  return useQuery({
    queryKey: [...timelineKey(id), kind, limit],
    queryFn: ({ signal }) =>
      request('GET /api/users/:id/timeline', {
        params: { id },
        query: new URLSearchParams({ limit: String(limit), ...(kind !== '' && { kind }) }),
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

/** What happened to a user lately, with the notes of the staff (rules U29, U30). */
export const Timeline = ({ me, user }: TimelineProps) => {
  const [kind, setKind] = useState<TimelineKind | ''>('')
  const [limit, setLimit] = useState(TIMELINE_EVENTS)
  const { data, error, isPlaceholderData, refetch } = useTimeline(user._id, kind, limit)
  const list = useRef<HTMLUListElement>(null)
  const canWrite = can(me, 'update', 'users') && me._id !== user._id && hasNotes(user.role)
  const choose = (chosen: TimelineKind | ''): void => {
    setKind(chosen)
    setLimit(TIMELINE_EVENTS)
  }
  const kinds = data?.kinds ?? []
  return (
    <>
      {canWrite ? <NewNote me={me} user={user} /> : null}
      {error === null ? null : <RetryAlert message={error.message} onRetry={() => refetch()} />}
      {data === undefined && error === null ? (
        <Skeleton variant="rounded" height={380} role="progressbar" aria-label="Cargando" />
      ) : null}
      {kinds.length > 1 ? (
        <TextField
          select
          size="small"
          fullWidth
          value={kind}
          onChange={({ target }) => choose(kinds.find((each) => each === target.value) ?? '')}
          slotProps={{ select: { displayEmpty: true, SelectDisplayProps: { 'aria-label': 'Mostrar' } } }}
          sx={{ m: 0, mb: 0.5 }}
        >
          <MenuItem value="">Todo</MenuItem>
          {kinds.map((each) => (
            <MenuItem key={each} value={each}>
              {TIMELINE_KINDS[each]}
            </MenuItem>
          ))}
        </TextField>
      ) : null}
      {data?.events.length === 0 ? (
        <Box sx={{ py: 1, color: 'text.secondary' }}>Todavía no hay nada.</Box>
      ) : null}
      <Box
        component="ul"
        ref={list}
        tabIndex={-1}
        aria-label="Eventos"
        sx={{
          m: 0,
          p: 0,
          outline: 0,
          listStyle: 'none',
          opacity: isPlaceholderData ? 0.6 : 1,
        }}
      >
        {data?.events.map((event) => (
          <EventRow key={event._id} event={event}>
            {event.kind === 'note' && canWrite && canDeleteNote(me, event) ? (
              <DeleteNote user={user._id} note={event._id} />
            ) : null}
          </EventRow>
        ))}
      </Box>
      {/* Not below the events of another kind: it would move from under a click when its own arrive. */}
      {isPlaceholderData ? null : (
        <More
          path={kind === '' ? undefined : listPath(me, user, kind)}
          isLong={(data?.events.length ?? 0) === limit && limit < MAX_TIMELINE_EVENTS}
          label={kind === '' ? 'Ver más' : 'Ver todo'}
          onMore={() => {
            setLimit(MAX_TIMELINE_EVENTS)
            // The button goes.
            list.current?.focus()
          }}
        />
      )}
    </>
  )
}

const opens = (me: Me, template: string): boolean => {
  const route = ROUTES.find((each) => each.template === template)
  return route !== undefined && canOpen(me, route)
}

const filtered = (template: string, filter: Readonly<Record<string, string>>): string =>
  `${pathOf(template)}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`

/** The list of all events of a kind about a user, if there is one that the current user may open. */
const listPath = (me: Me, user: RecordOf<'users'>, kind: TimelineKind): string | undefined => {
  const { _id } = user
  switch (kind) {
    case 'sale':
      return opens(me, 'credit-list') ? filtered('credit-list', { userLicensed: _id }) : undefined
    case 'change':
      return opens(me, 'audit') ? filtered('audit', { resource: 'users', record: _id }) : undefined
    case 'access':
      return opens(me, 'audit')
        ? `${filtered('audit', { resource: 'users', record: _id })}&view=access`
        : undefined
    case 'notice':
      return opens(me, 'audit')
        ? filtered('audit', { resource: 'users', record: _id, action: 'notify' })
        : undefined
    case 'visit':
      return userScreens(me.role).seesHistory && opens(me, 'user-history') ? historyUrl(user) : undefined
    case 'mail':
      return opens(me, 'outbox') ? filtered('outbox', { user: _id }) : undefined
    default:
      return undefined
  }
}

interface MoreProps {
  path: string | undefined
  isLong: boolean
  label: string
  onMore: () => void
}

/** Leads to the list of the kind; kinds without one, and all together, are continued in place. */
const More = ({ path, isLong, label, onMore }: MoreProps) => {
  if (path !== undefined)
    return (
      <Button component={LinkBase} to={path} size="small" sx={{ mt: 0.5, minHeight: { xs: 44, sm: 30 } }}>
        {label}
      </Button>
    )
  return isLong ? (
    <Button size="small" onClick={onMore} sx={{ mt: 0.5, minHeight: { xs: 44, sm: 30 } }}>
      {label}
    </Button>
  ) : null
}

const ICONS: Readonly<Record<TimelineKind, ElementType>> = {
  sale: SaleIcon,
  change: ChangeIcon,
  access: AccessIcon,
  visit: VisitIcon,
  report: ReportIcon,
  reply: ReplyIcon,
  notice: NoticeIcon,
  mail: MailIcon,
  note: NoteIcon,
}

interface EventText {
  text: string
  /** After the time. */
  by?: string
}

/** Webhooks, which have further reasons, are no events of users. */
const MAILS: Readonly<Record<string, string>> = MAIL_REASONS

const joined = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join(' · ')

const eventText = (event: TimelineEvent): EventText => {
  switch (event.kind) {
    case 'sale':
      return {
        text: joined(event.typeDescrition, creditsText(event), moneyText(event.total)),
        by: joined(formatReference(event.reference), event.userCreatedName),
      }
    case 'change': {
      const fields = event.fields.map((field) => fieldLabel('users', field)).join(', ')
      const isEdit = event.action === 'update' && fields !== ''
      return {
        text: isEdit ? `${AUDIT_ACTIONS.update}: ${fields}` : AUDIT_ACTIONS[event.action],
        by: event.userName,
      }
    }
    case 'access':
      return { text: AUDIT_ACTIONS[event.action], by: event.address }
    case 'visit':
      return { text: joined(event.title, event.episode) }
    case 'report':
      return {
        text: joined(ISSUE_TYPE_NAMES[event.issueType], event.title),
        by: issueStatusName(event.status),
      }
    case 'reply':
      return { text: event.text, by: joined(event.userName, event.title) }
    case 'notice':
      return { text: event.notice, by: event.userName }
    case 'mail':
      return { text: MAILS[event.reason] ?? '', by: OUTBOX_STATES[event.state] }
    case 'note':
      return { text: event.text, by: event.userName }
  }
}

/** `children`: at its end. */
const EventRow = ({ event, children }: { event: TimelineEvent; children: ReactNode }) => {
  const Icon = ICONS[event.kind]
  const { text, by = '' } = eventText(event)
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'flex-start',
        gap: 1,
        py: 0.75,
        fontSize: 13,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Icon
        titleAccess={TIMELINE_KINDS[event.kind]}
        sx={{ fontSize: 17, mt: '1px', color: 'text.secondary' }}
      />
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box sx={{ whiteSpace: 'pre-line' }}>{text}</Box>
        <Box sx={{ color: 'text.secondary', fontSize: 12, fontVariantNumeric: 'tabular-nums' }}>
          {joined(momentText(event.date), by)}
        </Box>
      </Box>
      {children}
    </Box>
  )
}

/** Prefers the field's message to the general one: it says what is wrong with the note. */
const errorText = (error: unknown): string => {
  const field = error instanceof ApiError ? error.body.errors?.text : undefined
  const message = typeof field === 'object' ? field.message : field
  if (typeof message === 'string') return message
  return error instanceof Error ? error.message : String(error)
}

/** A field for a note; its text is kept in this tab until it is saved. */
const NewNote = ({ me, user }: TimelineProps) => {
  const draft = `note:${user._id}`
  const [text, setText] = useState(() => String(takeDraft(draft, me._id)?.values.text ?? ''))
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const unsaved = useRef(text)
  unsaved.current = text
  useEffect(() => {
    const keep = (): void => {
      if (unsaved.current.trim() !== '')
        saveDraft(draft, { userId: me._id, values: { text: unsaved.current } })
    }
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [draft, me._id])
  const write = async (): Promise<void> => {
    if (isBusy || text.trim() === '') return
    setBusy(true)
    setError(undefined)
    try {
      await request('POST /api/users/:id/notes', { params: { id: user._id }, body: { text: text.trim() } })
      setText((now) => (now === text ? '' : now))
      dropDraft(draft)
    } catch (failure) {
      setError(errorText(failure))
    } finally {
      setBusy(false)
    }
  }
  // In its field, Ctrl+Enter writes the note instead of saving the form.
  useShortcut('saveAndNew', isFocused ? () => void write() : undefined)
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, mb: 1.25 }}>
      <TextField
        placeholder="Nueva nota"
        size="small"
        fullWidth
        multiline
        maxRows={6}
        sx={{ m: 0, '& .MuiInputBase-root': { minHeight: { xs: 44, sm: 37 } } }}
        value={text}
        error={error !== undefined || text.length > MAX_NOTE}
        helperText={error ?? (text.length > MAX_NOTE ? `${text.length} / ${MAX_NOTE}` : undefined)}
        onChange={({ target }) => {
          setText(target.value)
          setError(undefined)
        }}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        slotProps={{ htmlInput: { 'aria-label': 'Nueva nota' } }}
      />
      <Button
        variant="outlined"
        loading={isBusy}
        disabled={text.trim() === ''}
        onClick={write}
        sx={{ flex: 'none', minHeight: { xs: 44, sm: 37 } }}
      >
        Anotar
      </Button>
    </Box>
  )
}

const DeleteNote = ({ user, note }: { user: string; note: string }) => {
  const notify = useNotify()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const remove = async (): Promise<void> => {
    setBusy(true)
    try {
      await request('DELETE /api/users/:id/notes/:note', { params: { id: user, note } })
    } catch (error) {
      notify(errorText(error), { type: 'error' })
    } finally {
      setAsking(false)
      setBusy(false)
    }
  }
  return (
    <>
      <IconButton
        aria-label="Eliminar la nota"
        onClick={() => setAsking(true)}
        sx={{ flex: 'none', p: 0, width: { xs: 44, sm: 26 }, height: { xs: 44, sm: 26 } }}
      >
        <DeleteIcon sx={{ fontSize: 17 }} />
      </IconButton>
      <ConfirmDialog
        open={isAsking}
        title="¿Eliminar la nota?"
        confirmLabel="Eliminar"
        danger
        busy={isBusy}
        onConfirm={remove}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
