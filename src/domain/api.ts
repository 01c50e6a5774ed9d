import type { z } from 'zod'
import type { AUDIT_ENDPOINTS, AuditEvent } from './audit/endpoints.ts'
import type { BACKUP_ENDPOINTS } from './backups/backup.ts'
import type { BATCH_ENDPOINTS } from './batches/batch.ts'
import type { bulkEndpoint, bulkPreviewEndpoint } from './batches/bulk.ts'
import type { GUIDE_CHANNEL_ENDPOINTS } from './channels/channel-guide.ts'
import type { PROPOSAL_ENDPOINTS } from './channels/epg-proposals.ts'
import type { EPISODE_ENDPOINTS, Episode, EpisodeRow } from './contents/episode.ts'
import type { LOOKUP_ENDPOINTS } from './contents/film-lookup.ts'
import type { LinkedResource } from './contents/link-verdict.ts'
import type { MergeableResource, mergeEndpoints } from './contents/merge.ts'
import type { NEWEST_ENDPOINTS } from './contents/newest-contents.ts'
import type { QUALITY_ENDPOINTS } from './contents/quality.ts'
import type { EndpointsByKey } from './contract/endpoint.ts'
import type { SERVICE_ENDPOINTS } from './contract/service.ts'
import type { BULK_SALE_ENDPOINTS } from './credits/bulk-sale.ts'
import type { COMPENSATION_ENDPOINTS } from './credits/compensation.ts'
import type { RECONCILIATION_ENDPOINTS, TRANSACTION_ENDPOINTS, Transaction } from './credits/endpoints.ts'
import type { ENTITIES } from './entities.ts'
import type { FIRST_STEPS_ENDPOINTS } from './home/first-steps.ts'
import type { catalogueImportEndpoints, IMPORT_ENDPOINTS } from './imports/import.ts'
import type { JOB_ENDPOINTS, JobRun } from './jobs/endpoints.ts'
import type { ApiKey, KEY_ENDPOINTS } from './keys/key.ts'
import type { LINK_BASE_ENDPOINTS } from './links/link-bases.ts'
import type { LINK_ENDPOINTS } from './links/link-health.ts'
import type { Message, OUTBOX_ENDPOINTS } from './outbox/outbox.ts'
import type { WEBHOOK_ENDPOINTS } from './outbox/webhook.ts'
import type { PLAYLIST_ENDPOINTS } from './playlists/endpoints.ts'
import type { EntityName } from './registry.ts'
import type { SEARCH_ENDPOINTS } from './search/search.ts'
import type {
  APK_ENDPOINTS,
  LOGO_ENDPOINTS,
  SETTINGS_ENDPOINTS,
  SettingsRecord,
} from './settings/endpoints.ts'
import type { SESSION_ENDPOINTS } from './sign-in/endpoints.ts'
import type { FACTOR_ENDPOINTS } from './sign-in/factor-endpoints.ts'
import type { ACTIVITY_ENDPOINTS, Activity } from './support/activity.ts'
import type { HISTORY_ENDPOINTS, History } from './support/history.ts'
import type { ISSUE_COMMENT_ENDPOINTS } from './support/issue-comment-endpoints.ts'
import type { ISSUE_ENDPOINTS, ListedIssue } from './support/issue-endpoints.ts'
import type { PUBLICATION_ENDPOINTS } from './support/publications.ts'
import type { TIMELINE_ENDPOINTS } from './timeline/endpoints.ts'
import type { USER_BULK_ENDPOINTS } from './users/bulk.ts'
import type { PROFILE_ENDPOINTS, USER_ENDPOINTS } from './users/endpoints.ts'
import type { USER_IMPORT_ENDPOINTS } from './users/import.ts'
import type { NOTE_ENDPOINTS } from './users/note-endpoints.ts'
import type { Profile, ProfileRow } from './users/profile.ts'
import type { User } from './users/user.ts'
import type { VIEW_ENDPOINTS } from './views/view.ts'

// Types only: importing this file loads no schema.

export type CatalogueEntity = (typeof ENTITIES)[number]

/** Fails to compile while ENTITIES lacks an entity; the error names it. */
export const UNLISTED: Record<Exclude<EntityName, CatalogueEntity['resource'] | 'episodes'>, true> = {}

type Values<Table> = Table[keyof Table]

/** Distributes over the union of names: otherwise every endpoint would get the union of all paths. */
type BulkEndpoint<Name> = Name extends EntityName ? ReturnType<typeof bulkEndpoint<Name>> : never

type BulkPreviewEndpoint<Name> = Name extends LinkedResource
  ? ReturnType<typeof bulkPreviewEndpoint<Name>>
  : never

type ImportEndpoints<Name> = Name extends EntityName
  ? Values<ReturnType<typeof catalogueImportEndpoints<Name>>>
  : never

type MergeEndpoint<Name> = Name extends MergeableResource
  ? Values<ReturnType<typeof mergeEndpoints<Name>>>
  : never

type Endpoints =
  | Values<CatalogueEntity['endpoints']>
  | BulkEndpoint<CatalogueEntity['resource'] | 'episodes'>
  | BulkPreviewEndpoint<LinkedResource>
  | Values<typeof ACTIVITY_ENDPOINTS>
  | Values<typeof APK_ENDPOINTS>
  | Values<typeof AUDIT_ENDPOINTS>
  | Values<typeof BATCH_ENDPOINTS>
  | Values<typeof BULK_SALE_ENDPOINTS>
  | Values<typeof COMPENSATION_ENDPOINTS>
  | Values<typeof EPISODE_ENDPOINTS>
  | Values<typeof GUIDE_CHANNEL_ENDPOINTS>
  | Values<typeof HISTORY_ENDPOINTS>
  | ImportEndpoints<CatalogueEntity['resource'] | 'episodes'>
  | Values<typeof IMPORT_ENDPOINTS>
  | Values<typeof ISSUE_COMMENT_ENDPOINTS>
  | Values<typeof ISSUE_ENDPOINTS>
  | Values<typeof JOB_ENDPOINTS>
  | Values<typeof KEY_ENDPOINTS>
  | Values<typeof LOGO_ENDPOINTS>
  | Values<typeof LOOKUP_ENDPOINTS>
  | Values<typeof NEWEST_ENDPOINTS>
  | Values<typeof PUBLICATION_ENDPOINTS>
  | MergeEndpoint<MergeableResource>
  | Values<typeof PLAYLIST_ENDPOINTS>
  | Values<typeof PROPOSAL_ENDPOINTS>
  | Values<typeof PROFILE_ENDPOINTS>
  | Values<typeof SERVICE_ENDPOINTS>
  | Values<typeof FIRST_STEPS_ENDPOINTS>
  | Values<typeof BACKUP_ENDPOINTS>
  | Values<typeof SESSION_ENDPOINTS>
  | Values<typeof FACTOR_ENDPOINTS>
  | Values<typeof QUALITY_ENDPOINTS>
  | Values<typeof RECONCILIATION_ENDPOINTS>
  | Values<typeof SEARCH_ENDPOINTS>
  | Values<typeof SETTINGS_ENDPOINTS>
  | Values<typeof TRANSACTION_ENDPOINTS>
  | Values<typeof USER_BULK_ENDPOINTS>
  | Values<typeof USER_ENDPOINTS>
  | Values<typeof NOTE_ENDPOINTS>
  | Values<typeof TIMELINE_ENDPOINTS>
  | Values<typeof VIEW_ENDPOINTS>
  | Values<typeof LINK_ENDPOINTS>
  | Values<Values<typeof LINK_BASE_ENDPOINTS>>
  | Values<typeof OUTBOX_ENDPOINTS>
  | Values<typeof USER_IMPORT_ENDPOINTS>
  | Values<typeof WEBHOOK_ENDPOINTS>

/** The contract between server and admin: every endpoint by method and path. */
export type Api = EndpointsByKey<Endpoints>

/** The API's output types by resource: one record, and a row of its list. */
export type Resources = {
  [Each in CatalogueEntity as Each['resource']]: {
    record: z.output<Each['schemas']['record']>
    row: z.output<Each['schemas']['row']>
  }
} & {
  activitys: { record: Activity; row: Activity }
  audit: { record: AuditEvent; row: AuditEvent }
  episodes: { record: Episode; row: EpisodeRow }
  histories: { record: History; row: History }
  issues: { record: ListedIssue; row: ListedIssue }
  jobs: { record: JobRun; row: JobRun }
  keys: { record: ApiKey; row: ApiKey }
  license_transactions: { record: Transaction; row: Transaction }
  outbox: { record: Message; row: Message }
  profiles: { record: Profile; row: ProfileRow }
  settings: { record: SettingsRecord; row: SettingsRecord }
  users: { record: User; row: User }
}
