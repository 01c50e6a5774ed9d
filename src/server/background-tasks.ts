import { COLLECTIONS } from './collections.ts'
import { guideRefreshes } from './features/channels/guides/refresh.ts'
import { PLAYLIST_IMPORTS } from './features/channels/playlists/playlist-imports.ts'
import { publications } from './features/contents/publication.ts'
import { compensations } from './features/credits/compensation.ts'
import { linkReplacements } from './features/links/replace-links.ts'
import { linkChecks } from './features/links/schedule.ts'
import { maintenance } from './features/maintenance/maintain.ts'
import { reminders } from './features/outbox/reminders.ts'
import { answers } from './features/support/answer-issues.ts'
import { repairs } from './features/support/repair-issues.ts'
import { userBatches } from './features/users/bulk-users.ts'
import { profileBatches } from './features/users/delete-profile.ts'
import { userImports } from './features/users/import-users.ts'
import { collectionBatches } from './platform/collections/bulk.ts'
import { collectionImports } from './platform/collections/import.ts'
import { type ImportWorks, importCleanUp, importJobs } from './platform/imports/imports.ts'
import { type BatchWorks, batchCleanUp, batchJobs } from './platform/tasks/batches.ts'
import type { TaskKind } from './platform/tasks/queue.ts'

/** The resources of which many records can be changed in a batch. */
export const BATCH_WORKS: BatchWorks = [
  ...COLLECTIONS.map(collectionBatches),
  ...COLLECTIONS.flatMap(linkReplacements),
  userBatches,
  compensations,
  profileBatches,
  repairs,
  answers,
]

/** The resources that can be imported from a file. */
export const IMPORT_WORKS: ImportWorks = [
  ...COLLECTIONS.map(collectionImports),
  ...Object.values(PLAYLIST_IMPORTS),
  userImports,
]

/** The jobs that every node processes. */
export const TASK_KINDS: readonly TaskKind[] = [
  batchJobs(BATCH_WORKS),
  batchCleanUp,
  importJobs(IMPORT_WORKS),
  importCleanUp,
  maintenance,
  reminders,
  publications,
  linkChecks,
  guideRefreshes,
]
