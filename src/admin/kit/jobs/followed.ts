import { useEffect } from 'react'

const followed = new Set<string>()

/** Whether another dialog already shows the job's progress and outcome. */
export const isFollowed = (id: string): boolean => followed.has(id)

/** Keeps the end of a job from being announced while the caller shows it. */
export const useFollowed = (id: string | undefined): void =>
  useEffect(() => {
    if (id === undefined) return
    followed.add(id)
    return () => void followed.delete(id)
  }, [id])
