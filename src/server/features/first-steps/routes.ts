import { sql } from 'drizzle-orm'
import type { Role } from '../../../domain/access/permissions.ts'
import { PRICE_SETTINGS } from '../../../domain/credits/transaction.ts'
import { ALL_DONE, FIRST_STEPS_ENDPOINTS as API, type FirstSteps } from '../../../domain/home/first-steps.ts'
import type { JobName } from '../../../domain/jobs/job.ts'
import type { Settings } from '../../../domain/settings/settings.ts'
import { MEDIA_RESOURCES } from '../../../domain/support/media-types.ts'
import { tableOf } from '../../platform/database/collection.ts'
import { installation } from '../../platform/database/schema/settings.ts'
import { jobRuns } from '../../platform/database/schema/tasks.ts'
import { profiles, users } from '../../platform/database/schema/users.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { operation } from '../../platform/http/operation.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'

/** What a new installation still needs (rule W27). */
export const firstStepsRoute = (app: App, context: Context): void => {
  app.route({
    ...operation(API.read),
    config: { access: { role: 'sa' } },
    handler: async ({ currentUser }) => readFirstSteps(context, await readSettings(context.db, currentUser)),
  })
}

const BACKUP: JobName = 'backup'

const userExists = (...roles: Role[]) => sql`exists (
  select from ${profiles} join ${users} on ${users.profile} = ${profiles._id} and ${users.deletedAt} is null
  where ${profiles.isSystem} and ${profiles.name} in (${sql.join(roles, sql`, `)}))`

const CONTENTS = MEDIA_RESOURCES.map((resource) => sql`exists (select from ${tableOf(resource)})`)

const readFirstSteps = async ({ db, config }: Context, settings: Readonly<Settings>): Promise<FirstSteps> => {
  const { rows } = await db.execute<
    Record<'demo' | 'resellers' | 'customers' | 'contents' | 'backup', boolean>
  >(sql`
    select exists (select from ${installation} where ${installation.isDemo}) as demo,
      ${userExists('agent', 'superagent')} as resellers,
      ${userExists('app')} as customers,
      ${sql.join(CONTENTS, sql` or `)} as contents,
      exists (select from ${jobRuns} where ${jobRuns.kind} = ${BACKUP} and ${jobRuns.state} = 'done') as backup`)
  const [found] = rows
  if (found === undefined || found.demo) return ALL_DONE
  const { resellers, customers, contents, backup } = found
  return {
    prices: settings.periods.every((period) => settings[PRICE_SETTINGS[period]] > 0),
    resellers,
    customers,
    contents,
    mail: config.mail !== undefined && settings.mail !== '',
    backup,
  }
}
