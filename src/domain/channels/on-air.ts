import { z } from 'zod'

export const programmeOutput = z.object({ title: z.string(), start: z.string(), stop: z.string() })
export type Programme = z.infer<typeof programmeOutput>

/** A stored programme, in milliseconds. */
interface StoredProgramme {
  title: string
  start: number
  stop: number
}

const iso = (time: number): string => new Date(time).toISOString()

const toOutput = (programme: StoredProgramme | undefined): Programme | null =>
  programme ? { title: programme.title, start: iso(programme.start), stop: iso(programme.stop) } : null

/** The current programme and the first one after it, of programmes in the order of their start. */
export const onAir = (programmes: readonly StoredProgramme[], time: number) => ({
  now: toOutput(programmes.find(({ start, stop }) => start <= time && time < stop)),
  next: toOutput(programmes.find(({ start }) => start > time)),
})
