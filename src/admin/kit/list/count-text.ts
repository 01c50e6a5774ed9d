import { formatCount } from '../../../domain/format/numbers.ts'

/** A list's total, with a ≈ where the server gave an estimate (rule Q3). */
export const totalText = (total: number, meta: { approximate?: unknown } | undefined): string =>
  `${meta?.approximate === true ? '≈ ' : ''}${formatCount(total)}`
