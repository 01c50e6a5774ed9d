import { closedFields, standsAbove } from '../../../domain/users/authority.ts'
import { USER_MESSAGES } from '../../../domain/users/user-messages.ts'
import type { Problem } from '../../../domain/validation/problems.ts'
import type { Config } from '../../config.ts'
import type { Caller } from '../../platform/auth/permissions.ts'
import { type FoundUser, personOf } from '../../platform/auth/user-scope.ts'
import { platformsOf } from './platforms.ts'

type Body = Readonly<Record<string, unknown>>
type Rule = [field: string, isBroken: boolean, message: string]

/** The problems of an edit that depend on who edits whom (rules U3, U5, U13). */
export const editProblems = (config: Config, caller: Caller, found: FoundUser, sent: Body): Problem[] => {
  const { user } = found
  const isSelf = caller.id === user._id
  const changes = (field: 'profile' | 'platform') => field in sent && sent[field] !== user[field]
  const isKnown = platformsOf(config).some((platform) => platform === sent.platform)
  const rules: Rule[] = [
    ['status', isSelf && sent.status === 'disable', USER_MESSAGES.disableSelf],
    ['profile', isSelf && changes('profile'), USER_MESSAGES.ownProfile],
    ['password', Boolean(sent.password) && !standsAbove(caller, personOf(found)), USER_MESSAGES.ownPassword],
    ['platform', changes('platform') && isFilled(sent.platform) && !isKnown, USER_MESSAGES.platformUnknown],
    ...closedFields(caller.role).map((field): Rule => [field, field in sent, USER_MESSAGES.notYours]),
  ]
  return rules.filter(([, isBroken]) => isBroken).map(([field, , message]) => ({ field, message }))
}

/** What is no text or blank is the schema's to refuse. */
const isFilled = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''
