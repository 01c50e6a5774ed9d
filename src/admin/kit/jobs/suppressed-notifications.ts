import { useEffect } from 'react'
import type { Job } from './jobs.ts'

const suppressed = new Set<string>()

/** True if another dialog already shows the job's progress and outcome. */
export const isSuppressed = ({ _id }: Job): boolean => suppressed.has(_id)

/** Suppresses the announcement of a job's end while the caller shows it. */
export const useSuppressNotification = (id: string | undefined): void =>
  useEffect(() => {
    if (id === undefined) return
    suppressed.add(id)
    return () => void suppressed.delete(id)
  }, [id])
