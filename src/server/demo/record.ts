import type { Collection } from '../platform/collections/collection.ts'
import { DAY, earlier, shift } from './clock.ts'
import type { Random } from './random.ts'

/** A catalogue record of the demo: what an operator would have written, and what the server would have added. */
export interface DemoRecord {
  id: string
  /** Fits the collection's `newSchema`. */
  input: Readonly<Record<string, unknown>>
  dateCreate: Date
  dateUpdate: Date
  /** What only the server writes: counts of visits, and to whom a record belongs. */
  own?: Readonly<Record<string, unknown>>
}

/** Since when the demo's service has a catalogue, and now. */
export interface Span {
  now: Date
  since: Date
}

/** When a record came in, and when it was last edited: some were never. */
export function datesIn({ now, since }: Span, random: Random): Pick<DemoRecord, 'dateCreate' | 'dateUpdate'> {
  const span = now.getTime() - since.getTime()
  const dateCreate = new Date(since.getTime() + Math.floor(span * random.next() ** 0.8))
  const edited = shift(dateCreate, random.integer(1, 200) * DAY + random.integer(0, DAY))
  return { dateCreate, dateUpdate: random.chance(0.3) ? earlier(edited, now) : dateCreate }
}

/** A record as its table stores it; throws when it does not fit its collection's schema. */
export const rowOf = (
  { entity, derive }: Pick<Collection, 'entity' | 'derive'>,
  { id, input, dateCreate, dateUpdate, own }: DemoRecord,
  userCreate: string,
): Record<string, unknown> => {
  const fields = entity.schemas.new.parse(input)
  return { _id: id, ...fields, ...derive(fields), ...own, userCreate, dateCreate, dateUpdate }
}
