import { fold, quoted } from '../../format/text.ts'
import type { Comparison, StoredChannel } from './compare.ts'
import { NumberPool } from './write.ts'

const NOTES = {
  given: (number: number, owner: string, given: number | null) =>
    `El número ${number} ya es de ${owner}: recibe el ${given ?? '—'}.`,
  kept: (number: number, owner: string, kept: number) =>
    `El número ${number} ya es de ${owner}: conserva el ${kept}.`,
  sameTitle: (position: number) => `Se llama igual que la entrada ${position}.`,
} as const

/** A comparison with notes for the user about its entry. */
export interface Previewed<Channel extends StoredChannel> extends Comparison<Channel> {
  notes: string[]
}

/** The numbers that new entries would get if the whole playlist were imported: their own if free. */
const numbersGiven = (
  comparisons: readonly Comparison[],
  stored: readonly StoredChannel[],
): (number | null)[] => {
  const changed = comparisons.flatMap(({ changes }) =>
    changes.flatMap(({ field, after }) => (field === 'number' ? [Number(after)] : [])),
  )
  const numbers = new NumberPool([...stored.map(({ number }) => number), ...changed])
  const own = comparisons.map(
    ({ verdict, entry: { number } }) => verdict === 'new' && number !== null && numbers.take(number),
  )
  return comparisons.map(({ verdict, entry: { number } }, index) =>
    verdict === 'new' && !own[index] ? (numbers.takeNext() ?? null) : number,
  )
}

/**
 * Comparisons with the numbers that channels would have after an import; titles and numbers that repeat within the playlist are
 * noted.
 */
export const previewOf = <Channel extends StoredChannel>(
  comparisons: readonly Comparison<Channel>[],
  stored: readonly Channel[],
): Previewed<Channel>[] => {
  const given = numbersGiven(comparisons, stored)
  const owners = new Map(stored.map(({ number, title }) => [number, quoted(title)]))
  const titles = new Map<string, number>()
  const firsts = new Map<number, string>()
  return comparisons.map((comparison, index) => {
    const { entry, verdict, channel, changes } = comparison
    if (verdict === 'invalid' || verdict === 'duplicate')
      return { ...comparison, notes: [...(entry.notes ?? [])] }
    const position = index + 1
    const notes = [...(entry.notes ?? [])]
    const isKept = channel !== undefined && !changes.some(({ field }) => field === 'number')
    const number = isKept ? channel.number : (given[index] ?? null)
    if (entry.number !== null) {
      const first = firsts.get(entry.number)
      const owner = [owners.get(entry.number) ?? [], first ?? []].flat().join(' y de ') || 'otro canal'
      if (isKept && entry.number !== channel.number)
        notes.push(NOTES.kept(entry.number, owner, channel.number))
      if (verdict === 'new' && number !== entry.number) notes.push(NOTES.given(entry.number, owner, number))
      if (first === undefined) firsts.set(entry.number, `la entrada ${position} (${quoted(entry.title)})`)
    }
    const title = fold(entry.title)
    const earlier = titles.get(title)
    if (earlier === undefined) titles.set(title, position)
    else notes.push(NOTES.sameTitle(earlier))
    return { ...comparison, entry: { ...entry, number }, notes }
  })
}
