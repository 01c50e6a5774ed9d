import { formatCount } from '../../../../domain/format/text.ts'
import type { ListedGroup, Sender } from '../../../../domain/support/issue-endpoints.ts'
import { useCan } from '../../../api/me.ts'
import { formPathOf } from '../../../api/paths.ts'
import { InlineLink } from '../../../kit/list/columns.tsx'

/** The name of who sent a report, linked to its form for users who may open it. */
export const SenderName = ({ sender: { _id, name, fullName } }: { sender: Sender }) => {
  const canOpen = useCan('edit', 'users')
  const shown = fullName || name
  return canOpen ? (
    <InlineLink to={formPathOf('users', _id)} title={shown}>
      {shown}
    </InlineLink>
  ) : (
    shown
  )
}

/** How many customers sent the reports of a group, and the names of the latest that the user may read. */
export const SenderNames = ({ group: { senderCount, senders = [] } }: { group: ListedGroup }) => {
  const isWhole = senders.length === senderCount
  return (
    <>
      {senderCount === 1 && isWhole ? null : formatCount(senderCount)}
      {senderCount > 1 && senders.length > 0 ? ': ' : null}
      {senders.map((sender, index) => (
        <span key={sender._id}>
          {index === 0 ? null : ', '}
          <SenderName sender={sender} />
        </span>
      ))}
      {senders.length > 0 && !isWhole ? '…' : null}
    </>
  )
}
