import { formatCount, formatEstimate } from '../../../domain/format/text.ts'

/** A list's total, marked if it is an estimate (rule Q3). */
export const totalText = (total: number, meta: { approximate?: unknown } | undefined): string =>
  meta?.approximate === true ? formatEstimate(total) : formatCount(total)

/** Number of records that a list's pages reach. */
export const reachableCount = (total = 0, meta: { reachable?: unknown } | undefined): number =>
  typeof meta?.reachable === 'number' ? meta.reachable : total
