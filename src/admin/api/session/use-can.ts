import { allows } from './allows.ts'
import { useMe } from './identity.ts'

/**
 * Whether who is signed in may do something, out of what is known of the profile: at once, since what appears a moment
 * later moves what somebody is about to press. Actions are those of `allows`.
 */
export const useCan = (action: string, resource: string): boolean => {
  const { data: me } = useMe()
  return me !== undefined && allows(me, action, resource)
}
