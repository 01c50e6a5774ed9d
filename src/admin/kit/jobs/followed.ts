import { useEffect } from 'react'
import type { Job } from './jobs.ts'

const followed = new Set<string>()

/**
 * True if another dialog already shows the job's progress and outcome. `wasRunning`: it was running in an earlier list of
 * jobs; an import named by its resource never is, as it ends within its request.
 */
export const isFollowed = ({ _id, resource, action, undoes }: Job, wasRunning: boolean): boolean =>
  followed.has(_id) ||
  (followed.has(`${resource} ${undoes ?? action}`) && !(wasRunning && action === 'import'))

/**
 * Suppresses the announcement of a job's end while the caller shows it. A job whose id
 * the caller doesn't know is named by its resource and action: 'movies import'.
 */
export const useFollowed = (id: string | undefined): void =>
  useEffect(() => {
    if (id === undefined) return
    followed.add(id)
    return () => void followed.delete(id)
  }, [id])
