import { useEffect } from 'react'
import type { Job } from './jobs.ts'

const followed = new Set<string>()

/** True if another dialog already shows the job's progress and outcome. */
export const isFollowed = ({ _id, resource, action, undoes }: Job): boolean =>
  followed.has(_id) || followed.has(`${resource} ${undoes ?? action}`)

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
