import { keepPreviousData } from '@tanstack/react-query'
import { type RaRecord, useDebouncedEvent, useGetList, useGetMany } from 'ra-core'
import { useState } from 'react'
import { fold } from '../../../domain/format/text.ts'
import type { Resource } from '../../../domain/registry.ts'

const TYPING_MS = 250
/** Shown at once: more are found by typing. */
const MOST = 25

export interface RecordChoice {
  id: string
  name: string
  /** Off: offered only where it was chosen before. */
  isInactive: boolean
}

const asChoice = ({ id, name, title, status }: RaRecord): RecordChoice => ({
  id: String(id),
  name: String(name ?? title ?? ''),
  isInactive: status === false,
})

const fits =
  (text: string) =>
  ({ name }: RecordChoice): boolean =>
    fold(text)
      .split(' ')
      .every((word) => fold(name).includes(word))

interface Wanted {
  resource: Resource
  filter?: Readonly<Record<string, unknown>>
  /** Ids that are chosen, or were when the form was opened: they stay on offer whatever became of them. */
  ids: readonly string[]
}

/** The active records of a resource that the typed text finds on the server, and those that were chosen already. */
export const useRecordChoices = ({ resource, filter, ids }: Wanted) => {
  const [isUsed, setUsed] = useState(false)
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const searchSoon = useDebouncedEvent((text: string) => setSearch(text.trim()), TYPING_MS)
  const found = useGetList<RaRecord>(
    resource,
    {
      filter: { ...filter, status: true, ...(search === '' ? {} : { q: search }) },
      pagination: { page: 1, perPage: MOST },
      sort: { field: 'name', order: 'ASC' },
    },
    { enabled: isUsed, placeholderData: keepPreviousData },
  )
  const chosen = useGetMany<RaRecord>(resource, { ids: [...ids] }, { enabled: ids.length > 0 })
  // A record that was deleted since leaves a gap.
  const own = (chosen.data ?? []).filter((record) => record !== undefined).map(asChoice)
  // What was found for fewer letters stays, as far as it still fits, until the server answers.
  const offered = (found.data ?? []).map(asChoice)
  const known = new Map([...offered, ...own].map((choice) => [choice.id, choice]))
  return {
    /** Every choice whose name is known, by its id. */
    known,
    choices: [...known.values()].filter(fits(typed)),
    /** The names of what is chosen are still being read. */
    isReading: ids.length > 0 && chosen.isPending,
    isSearching: found.isFetching,
    /** Called when somebody comes to the field: nothing is searched before. */
    use: () => setUsed(true),
    look: (text: string) => {
      setTyped(text)
      searchSoon(text)
    },
  }
}
