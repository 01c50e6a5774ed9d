import { type ChatNotice, USER_NOTICES } from '../../../domain/user-notices/notice.ts'
import { recordChange } from '../../platform/audit/audit-log.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { findUser } from '../../platform/auth/scope.ts'
import type { Context } from '../../platform/http/context.ts'

/** Records that a notice to a user in scope was opened (rule N4); throws NotFound for others. */
export const recordUserNotice = async (
  { db, now }: Context,
  currentUser: CurrentUser,
  id: string,
  notice: ChatNotice,
): Promise<void> => {
  const { user } = await findUser(db, currentUser, id)
  await recordChange(db, currentUser, now(), {
    action: 'notify',
    resource: 'users',
    record: user,
    after: { notice: USER_NOTICES[notice].title },
  })
}
