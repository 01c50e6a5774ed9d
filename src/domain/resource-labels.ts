import type { z } from 'zod'
import { auditEventOutput } from './audit/endpoints.ts'
import { episodeEntity } from './contents/episode.ts'
import { transactionOutput } from './credits/endpoints.ts'
import { daySumsOutput } from './credits/totals.ts'
import { ENTITIES } from './entities.ts'
import { jobRunOutput, switchSchema } from './jobs/endpoints.ts'
import { keyOutput, keySchema } from './keys/key.ts'
import { messageOutput } from './outbox/outbox.ts'
import { webhookSchema } from './outbox/webhook.ts'
import { type EntityName, entryOf, RESOURCES, type Resource } from './registry.ts'
import { apkFileOutput } from './settings/apk.ts'
import { channelSettingsSchema } from './settings/channel-settings.ts'
import { logoOutput } from './settings/logo.ts'
import { settingsSchema } from './settings/settings.ts'
import { activityOutput } from './support/activity.ts'
import { historyOutput } from './support/history.ts'
import { listedGroupOutput, listedIssueOutput, repairOutput } from './support/issue-endpoints.ts'
import { userBulkChanges } from './users/bulk.ts'
import { userNoticeInput } from './users/endpoints.ts'
import { profileRowOutput, profileSchema } from './users/profile.ts'
import { newUserSchema, userOutput } from './users/user.ts'
import { schemaLabels } from './validation/schema-labels.ts'
import { editedViewSchema } from './views/view.ts'

/** The schemas with the fields of a resource; of different labels for a field, the first one is used. */
const OTHER_SCHEMAS: Readonly<Record<Exclude<Resource, EntityName>, readonly z.ZodObject[]>> = {
  users: [newUserSchema, userOutput, userBulkChanges, userNoticeInput],
  activitys: [activityOutput],
  histories: [historyOutput],
  issues: [listedIssueOutput, listedGroupOutput, repairOutput],
  license_transactions: [transactionOutput, daySumsOutput],
  audit: [auditEventOutput],
  outbox: [messageOutput],
  jobs: [jobRunOutput, switchSchema],
  keys: [keySchema, keyOutput],
  reconciliation: [],
  quality: [],
  profiles: [profileSchema, profileRowOutput, editedViewSchema],
  settings: [settingsSchema, channelSettingsSchema, apkFileOutput, logoOutput, webhookSchema],
}

const SCHEMAS: Readonly<Record<string, readonly z.ZodObject[]>> = {
  ...OTHER_SCHEMAS,
  ...Object.fromEntries(
    [...ENTITIES, episodeEntity].map(({ resource, schemas }) => [resource, [schemas.new, schemas.record]]),
  ),
}

const resourceLabels = RESOURCES.map((resource) => {
  const { one, many } = entryOf(resource).name
  return [resource, { name: `${one} |||| ${many}`, fields: schemaLabels(...(SCHEMAS[resource] ?? [])) }]
})

type ResourceLabels = Readonly<Record<Resource, { name: string; fields: Readonly<Record<string, string>> }>>

/**
 * React-Admin translations: names of resources (`singular |||| plural`) and labels of their fields. The build of the
 * admin contains their value instead of this module, since the first list loads no schema (vite.config.ts).
 */
export const resources: ResourceLabels = Object.fromEntries(resourceLabels)
