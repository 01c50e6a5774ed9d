import { maintenance } from './features/maintenance/maintain.ts'
import { batchCleanUp, batchJobs } from './platform/batches/batches.ts'
import { importCleanUp, importJobs } from './platform/imports/imports.ts'
import type { JobKind } from './platform/jobs/queue.ts'

/** The jobs that every node processes. */
export const JOB_KINDS: readonly JobKind[] = [batchJobs, batchCleanUp, importJobs, importCleanUp, maintenance]
