import { useEffect } from 'react'

const followed = new Set<string>()

/** True if another dialog already shows the job's progress and outcome. */
export const isFollowed = (id: string): boolean => followed.has(id)

/** Suppresses the announcement of a job's end while the caller shows it. */
export const useFollowed = (id: string | undefined): void =>
  useEffect(() => {
    if (id === undefined) return
    followed.add(id)
    return () => void followed.delete(id)
  }, [id])
