import type { Collection } from '../platform/database/collection.ts'
import { DAY, earlier, shift } from './clock.ts'
import type { Random } from './random.ts'

/** A catalogue record: the fields that an operator enters, and the columns that the server derives. */
export interface DemoRecord {
  id: string
  /** Fits the collection's `newSchema`. */
  input: Readonly<Record<string, unknown>>
  dateCreate: Date
  dateUpdate: Date
  /** Columns that only the server writes: visit counts and the parent's id. */
  serverColumns?: Readonly<Record<string, unknown>>
}

/** Period in which the catalogue grew. */
export interface Span {
  now: Date
  since: Date
}

/** Random creation and edit dates; 70 % of the records were never edited. */
export function datesIn({ now, since }: Span, random: Random): Pick<DemoRecord, 'dateCreate' | 'dateUpdate'> {
  const span = now.getTime() - since.getTime()
  const dateCreate = new Date(since.getTime() + Math.floor(span * random.next() ** 0.8))
  const edited = shift(dateCreate, random.integer(1, 200) * DAY + random.integer(0, DAY))
  return { dateCreate, dateUpdate: random.chance(0.3) ? earlier(edited, now) : dateCreate }
}

/** Table row of a record; throws when the input fails the collection's schema. */
export const toRow = (
  { entity, derive }: Pick<Collection, 'entity' | 'derive'>,
  { id, input, dateCreate, dateUpdate, serverColumns }: DemoRecord,
  userCreate: string,
): Record<string, unknown> => {
  const fields = entity.schemas.new.parse(input)
  return { _id: id, ...fields, ...derive(fields), ...serverColumns, userCreate, dateCreate, dateUpdate }
}
