import WhatsAppIcon from '@mui/icons-material/WhatsApp'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useNotify, useStore } from 'react-admin'
import {
  type ChatNotice,
  customerValues,
  fillPlaceholders,
  type NoticeValues,
  USER_NOTICES,
} from '../../../domain/user-notices/notice.ts'
import { internationalDigits, whatsAppUrl } from '../../../domain/user-notices/whatsapp.ts'
import { type RecordOf, request } from '../../api/http.ts'
import { serviceZone, useCachedMe, useCan } from '../../api/me.ts'
import { moneyText, useSettings } from '../../api/settings.ts'
import { today } from '../../kit/display/dates.ts'
import { stopPropagation } from '../../kit/display/display.tsx'
import { DropDownExternalLink } from '../../kit/page/DropDown.tsx'
import styles from './NoticeLinks.module.css'

export type Customer = Pick<
  RecordOf<'users'>,
  '_id' | 'name' | 'fullName' | 'celPhone' | 'dateExpire' | 'role'
>

/** Writes a notice: the URL of a chat with it, or undefined if the customer has none or no number. */
export type NoticeWriter = (
  notice: ChatNotice,
  customer: Customer,
  delivered?: NoticeValues,
) => string | undefined

/** Writes notices to customers; undefined without a country prefix, when there are none (rule N1). */
export const useNoticeWriter = (): NoticeWriter | undefined => {
  const me = useCachedMe()
  const { data: settings } = useSettings()
  return useMemo(() => {
    const prefix = settings?.phonePrefix ?? ''
    if (me === undefined || settings === undefined || prefix === '') return undefined
    const { businessName = '' } = settings
    const price = moneyText(settings.creditPriceMonthly ?? 0)
    const sender = { fullName: me.fullName, now: new Date(), timeZone: serviceZone(), price, businessName }
    return (notice, customer, delivered) => {
      const digits = internationalDigits(customer.celPhone, prefix)
      const text = settings[USER_NOTICES[notice].setting] ?? ''
      // Demos are no customers (rule N3).
      const isOffered = notice !== 'expiry' || (customer.role === 'app' && customer.dateExpire !== null)
      if (digits === undefined || text === '' || !isOffered) return undefined
      return whatsAppUrl(
        digits,
        fillPlaceholders(text, { ...customerValues(customer, sender), ...delivered }),
      )
    }
  }, [me, settings])
}

interface OpenedNotices {
  /** YYYY-MM-DD: the notices of earlier days are forgotten. */
  day: string
  users: string[]
}

const NONE: OpenedNotices = { day: '', users: [] }

/** The customers whose reminder was opened today in this browser. */
export const useOpenedNotices = () => {
  const notify = useNotify()
  const [stored, store] = useStore<OpenedNotices>('notices.opened', NONE)
  const day = today()
  const users = stored.day === day ? stored.users : NONE.users
  const open = async (notice: ChatNotice, { _id }: Pick<Customer, '_id'>): Promise<void> => {
    if (notice === 'expiry') store({ day, users: [...users.filter((each) => each !== _id), _id] })
    try {
      await request('POST /api/users/:id/notices', { params: { id: _id }, body: { notice } })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      notify(`El aviso no se anotó en el registro de auditoría. ${reason}`, { type: 'warning' })
    }
  }
  return { isOpened: ({ _id }: Pick<Customer, '_id'>) => users.includes(_id), open }
}

const NEW_TAB = { target: '_blank', rel: 'noopener noreferrer' } as const

const reminderLabel = ({ fullName }: Customer, isOpened: boolean): string =>
  `Avisar por WhatsApp a ${fullName}${isOpened ? ' (avisado hoy)' : ''}`

interface RowReminderProps {
  user: Customer
  /** As large as a button, for a thumb. */
  isButton?: boolean
}

/** The reminder in a row: an icon, ticked for the day once opened. */
export const RowReminder = ({ user, isButton = false }: RowReminderProps) => {
  const url = useNoticeWriter()?.('expiry', user)
  const { isOpened, open } = useOpenedNotices()
  if (url === undefined) return null
  const name = reminderLabel(user, isOpened(user))
  return (
    <a
      {...NEW_TAB}
      className={styles.reminder}
      href={url}
      aria-label={name}
      title={name}
      data-opened={isOpened(user) ? '' : undefined}
      data-button={isButton ? '' : undefined}
      onClick={(event) => {
        stopPropagation(event)
        void open('expiry', user)
      }}
    >
      <WhatsAppIcon sx={{ fontSize: isButton ? 20 : 16 }} />
    </a>
  )
}

/** The reminder in the menu of a card. */
export const ReminderEntry = ({ user }: { user: Customer }) => {
  const { isOpened, open } = useOpenedNotices()
  const url = useNoticeWriter()?.('expiry', user)
  return url === undefined ? null : (
    <DropDownExternalLink
      href={url}
      name={reminderLabel(user, isOpened(user))}
      onOpened={() => open('expiry', user)}
    >
      Avisar por WhatsApp
    </DropDownExternalLink>
  )
}

interface NoticeButtonProps {
  notice: ChatNotice
  user: Customer
  delivered?: NoticeValues
  variant?: 'outlined' | 'contained'
  children?: ReactNode
}

export const NoticeButton = ({
  notice,
  user,
  delivered,
  variant = 'outlined',
  children,
}: NoticeButtonProps) => {
  const url = useNoticeWriter()?.(notice, user, delivered)
  const { open } = useOpenedNotices()
  return url === undefined ? null : (
    <Button
      {...NEW_TAB}
      component="a"
      href={url}
      variant={variant}
      startIcon={<WhatsAppIcon />}
      onClick={() => open(notice, user)}
    >
      {children ?? 'Avisar por WhatsApp'}
    </Button>
  )
}

interface NoticeToProps extends Omit<NoticeButtonProps, 'user'> {
  id: string
}

/** Query key of the user whom a notice is for. */
export const addresseeKey = (id: string) => ['addressees', id] as const

/** A notice to a user given by id; nothing without permission to read the user. */
export const NoticeTo = ({ id, ...notice }: NoticeToProps) => {
  const isOn = useNoticeWriter() !== undefined
  const canRead = useCan('read', 'users')
  // Not React-Admin's query: its result would replace the record of a form with unsaved changes.
  const { data: user } = useQuery({
    queryKey: addresseeKey(id),
    queryFn: ({ signal }) => request('GET /api/users/:id', { params: { id }, signal }),
    enabled: isOn && canRead,
    retry: false,
  })
  return user === undefined ? null : <NoticeButton user={user} {...notice} />
}
