import { useEffect } from 'react'
import type { Job } from './jobs.ts'

const followed = new Set<string>()

/** True if another dialog already shows the job's progress and outcome. */
export const isFollowed = ({ _id }: Job): boolean => followed.has(_id)

/** Suppresses the announcement of a job's end while the caller shows it. */
export const useFollowed = (id: string | undefined): void =>
  useEffect(() => {
    if (id === undefined) return
    followed.add(id)
    return () => void followed.delete(id)
  }, [id])
