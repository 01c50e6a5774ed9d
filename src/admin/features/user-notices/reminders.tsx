import { type ComponentProps, Suspense } from 'react'
import { formatCount } from '../../../domain/format/text.ts'
import { lazy } from '../../api/connection.ts'
import { useSettings } from '../../api/settings.ts'
import type { BulkAction, ByDialog } from '../../kit/list/selection.tsx'

export const REMIND_ACTION: BulkAction<ByDialog> = {
  needs: { action: 'read', resource: 'users' },
  label: (count) => (count === 1 ? 'Avisar' : `Avisar a los ${formatCount(count)}`),
  does: { Dialog: lazy(() => import('./RemindersDialog.tsx')) },
}

/** Without a country prefix there are no notices (rule N1). */
export const useOffersNotices = (): boolean => (useSettings().data?.phonePrefix ?? '') !== ''

const loadNoticeLinks = () => import('./NoticeLinks.tsx')
const LazyRowReminder = lazy(async () => ({ default: (await loadNoticeLinks()).RowReminder }))
const LazyReminderEntry = lazy(async () => ({ default: (await loadNoticeLinks()).ReminderEntry }))

const PLACE = { display: 'inline-block', width: 28, height: 16, verticalAlign: 'middle' }

/** The reminder in a row of the list. Loaded after the list, with its place reserved. */
export const RowReminder = (props: ComponentProps<typeof LazyRowReminder>) => (
  <Suspense fallback={<span style={PLACE} />}>
    <LazyRowReminder {...props} />
  </Suspense>
)

/** The reminder in the menu of a card. */
export const ReminderEntry = (props: ComponentProps<typeof LazyReminderEntry>) => (
  <Suspense fallback={null}>
    <LazyReminderEntry {...props} />
  </Suspense>
)
