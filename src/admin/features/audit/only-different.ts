import type { FieldChange } from '../../../domain/audit/trail.ts'

const without = (items: readonly unknown[], others: readonly unknown[]): unknown[] => {
  const known = new Set(others.map((each) => JSON.stringify(each)))
  return items.filter((each) => !known.has(JSON.stringify(each)))
}

/** Of two lists only the items that the other one lacks; lists in another order are shown whole. */
export const onlyDifferent = ({ before, after }: FieldChange): Pick<FieldChange, 'before' | 'after'> => {
  if (!Array.isArray(before) || !Array.isArray(after)) return { before, after }
  const gone = without(before, after)
  const come = without(after, before)
  return gone.length + come.length === 0 ? { before, after } : { before: gone, after: come }
}
