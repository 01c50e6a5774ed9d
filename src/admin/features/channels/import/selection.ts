import { useState } from 'react'
import type { PreviewEntry } from '../../../../domain/channels/playlist/endpoints.ts'
import { ENTRY_FIELDS, type EntryField } from '../../../../domain/channels/playlist/entry.ts'

/** An entry with its position in the playlist, as its key. */
export interface NumberedEntry extends PreviewEntry {
  position: number
}

type Positions = ReadonlySet<number>
type Fields = ReadonlyMap<number, readonly EntryField[]>
type Categories = ReadonlyMap<number, string>

/** The user's choices: new entries as a whole, and individual fields of stored channels. */
export interface Selection {
  taken: Positions
  fields: Fields
  count: number
  /** Whether it differs from the initial selection. */
  isTouched: boolean
  isTaken(entry: NumberedEntry): boolean
  /** The chosen category, if there are several. */
  categoryOf(entry: NumberedEntry): string
  choose(entry: NumberedEntry, category: string): void
  overwrites(entry: NumberedEntry, field: EntryField): boolean
  take(entries: readonly NumberedEntry[], isTaken: boolean): void
  overwrite(entries: readonly NumberedEntry[], field: EntryField, isChosen: boolean): void
}

export const isNew = ({ verdict }: NumberedEntry): boolean => verdict === 'new'

/** True if an entry would change a field of a stored channel. */
export const changesField = ({ verdict, changes }: NumberedEntry, name: EntryField): boolean =>
  verdict === 'changed' && changes.some(({ field }) => field === name)

const positionsOf = (entries: readonly NumberedEntry[]): Positions =>
  new Set(entries.map(({ position }) => position))

const withField = (fields: readonly EntryField[], field: EntryField, isChosen: boolean): EntryField[] =>
  ENTRY_FIELDS.filter((each) => (each === field ? isChosen : fields.includes(each)))

/** Initially all new entries are chosen, and no stored field is overwritten (rule T10). */
export const useSelection = (entries: readonly NumberedEntry[]): Selection => {
  const [taken, setTaken] = useState<Positions>(() => positionsOf(entries.filter(isNew)))
  const [fields, setFields] = useState<Fields>(new Map())
  const [categories, setCategories] = useState<Categories>(new Map())
  const newEntries = entries.filter(isNew)
  return {
    taken,
    fields,
    count: taken.size + fields.size,
    isTouched: fields.size > 0 || categories.size > 0 || taken.size !== newEntries.length,
    isTaken: ({ position }) => taken.has(position),
    categoryOf: ({ position, category }) => categories.get(position) ?? category,
    choose: ({ position }, category) => setCategories(new Map(categories).set(position, category)),
    overwrites: ({ position }, field) => fields.get(position)?.includes(field) ?? false,
    take(some, isTaken) {
      const next = new Set(taken)
      for (const { position } of some.filter(isNew)) {
        if (isTaken) next.add(position)
        else next.delete(position)
      }
      setTaken(next)
    },
    overwrite(some, field, isChosen) {
      const next = new Map(fields)
      for (const entry of some.filter((each) => changesField(each, field))) {
        const chosen = withField(next.get(entry.position) ?? [], field, isChosen)
        if (chosen.length > 0) next.set(entry.position, chosen)
        else next.delete(entry.position)
      }
      setFields(next)
    },
  }
}
