import { dayOf } from '../format/dates.ts'

/** How many days, weeks and months keep their newest backup. */
export interface Kept {
  daily: number
  weekly: number
  monthly: number
}

const PREFIX = 'cartelera-auto-'
const NAME = /^cartelera-auto-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})Z\.jsonl\.gz(?:\.age)?$/
const END_OF_DATE = 19

/** The name of an automatic backup, unlike that of any other file. */
export const automaticName = (date: Date, isEncrypted = false): string =>
  `${PREFIX}${date.toISOString().slice(0, END_OF_DATE).replaceAll(':', '')}Z.jsonl.gz${isEncrypted ? '.age' : ''}`

/** When an automatic backup was made, by its name; undefined for other files. */
export const automaticDate = (name: string): Date | undefined => {
  const [, day, hour, minute, second] = NAME.exec(name) ?? []
  const date = new Date(`${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** The newest automatic backup among files that was made before an instant, to the second. */
export const newestBefore = (names: readonly string[], instant: Date): string | undefined => {
  const limit = automaticName(instant)
  return names
    .filter((name) => automaticDate(name) && name < limit)
    .sort()
    .at(-1)
}

/** The Monday of a day's week, as a day. */
const weekOf = (day: string): string => {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}

/** Each takes the period of a day (YYYY-MM-DD). */
const PERIODS = {
  daily: (day: string) => day,
  weekly: weekOf,
  monthly: (day: string) => day.slice(0, 7),
} as const satisfies Record<keyof Kept, (day: string) => string>

/**
 * The automatic backups to delete among the files of a folder (rule O15): all but the newest of each of the last days,
 * weeks and months that have one, and the last proven one.
 */
export const expiredBackups = (
  names: readonly string[],
  kept: Kept,
  timeZone: string,
  lastProven: string | undefined,
): string[] => {
  const newestFirst = names
    .flatMap((name) => {
      const date = automaticDate(name)
      return date ? [{ name, date, day: dayOf(date, timeZone) }] : []
    })
    .sort((one, other) => other.date.getTime() - one.date.getTime())
  const staying = new Set([lastProven])
  for (const [kind, periodOf] of Object.entries(PERIODS)) {
    const periods = new Set<string>()
    for (const { name, day } of newestFirst) {
      if (periods.size >= kept[kind as keyof Kept]) break
      if (!periods.has(periodOf(day))) staying.add(name)
      periods.add(periodOf(day))
    }
  }
  return newestFirst.flatMap(({ name }) => (staying.has(name) ? [] : [name]))
}
