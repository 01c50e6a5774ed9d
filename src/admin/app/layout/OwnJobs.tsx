import type { ReactNode } from 'react'
import { useCan } from '../../api/me.ts'
import { changesPath } from '../../features/audit/ChangesLink.tsx'
import { ImportedCredits } from '../../features/imports/ImportedCredits.tsx'
import { Jobs } from '../../kit/jobs/Jobs.tsx'
import type { Job } from '../../kit/jobs/jobs.ts'
import { closeJobs } from '../../kit/jobs/shown-jobs.ts'

const importNote = ({ resource, undoes, undoneDate }: Job): ReactNode =>
  resource === 'users' && undoes === 'import' && undoneDate !== null ? (
    <ImportedCredits date={undoneDate} onFollow={closeJobs} />
  ) : null

/** The current user's jobs, with the features' notes on them. */
export const OwnJobs = () => {
  const seesChanges = useCan('list', 'audit')
  return (
    <Jobs
      renderNote={importNote}
      changesUrl={({ _id }) => (seesChanges ? changesPath({ batch: _id }) : undefined)}
    />
  )
}
