import type { RaRecord, UpdateParams } from 'ra-core'

type Fields = Readonly<Record<string, unknown>>

// The contract: a record is an object whose `_id` is a string; react-admin wants it under `id` too.
const asWire = (json: unknown): Fields & { _id?: string } => json as Fields & { _id?: string }

/** A record of the API for react-admin; what has no `_id` of its own gets the id it was asked by. */
export const recordOf = (json: unknown, askedBy?: string): RaRecord => {
  const wire = asWire(json)
  return { ...wire, id: wire._id ?? askedBy ?? '' }
}

/** The records of a list answer. */
export const recordsOf = (json: unknown): RaRecord[] => {
  if (!Array.isArray(json)) throw new Error('El servidor no entregó una lista.')
  return json.map((item) => recordOf(item))
}

// A field that was never set and one that is empty are the same to the person who looks at them.
const seen = (value: unknown): string => JSON.stringify(value === '' ? null : (value ?? null))

const same = (one: unknown, other: unknown): boolean => seen(one) === seen(other)

/** What is sent of a new record: everything but react-admin's `id` and what is undefined. */
export const created = (data: Fields): Fields => {
  const { id: _, _id: __, ...fields } = data
  return fields
}

/** What is sent of an edit; `meta.unstamped` leaves `dateUpdate` out, for a toggle that no other edit may stop. */
export const editOf = ({ data, previousData, meta }: UpdateParams): Fields =>
  changes(data, previousData ?? {}, meta?.unstamped !== true)

/** The fields that differ from what was there, with the stamp that tells the server which version was edited. */
export const changes = (data: Fields, previous: Fields, isStamped = true): Fields => {
  const { id: _, _id: __, dateUpdate: ___, ...fields } = data
  const changed = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && !same(value, previous[name]),
  )
  const stamp = isStamped && previous.dateUpdate ? { dateUpdate: previous.dateUpdate } : {}
  return { ...Object.fromEntries(changed), ...stamp }
}
