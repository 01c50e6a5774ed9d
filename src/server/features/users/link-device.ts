import { eq } from 'drizzle-orm'
import { APP_ACCESS_MESSAGES, deviceKey } from '../../../domain/users/app-access.ts'
import type { Device } from '../../../domain/users/user.ts'
import type { Tx } from '../../platform/database/open.ts'
import { users } from '../../platform/database/schema/users.ts'

/**
 * Links the first device of a user or refreshes its data; returns the refusal of another one (rule P10). Locks the row:
 * of two concurrent first devices one is linked.
 */
export const linkDevice = async (tx: Tx, user: string, device: Device): Promise<string | undefined> => {
  const [stored] = await tx
    .select({ device: users.device })
    .from(users)
    .where(eq(users._id, user))
    .for('no key update')
  const linked = stored?.device ?? null
  if (linked !== null && deviceKey(linked.macAddress) !== deviceKey(device.macAddress))
    return APP_ACCESS_MESSAGES.otherDevice
  await tx.update(users).set({ device }).where(eq(users._id, user))
  return undefined
}
