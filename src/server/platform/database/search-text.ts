import { fold } from '../../../domain/format/text.ts'

/** What the `search` column stores for these texts: folded, and beginning with a space. */
export function searchText(...texts: (string | null | undefined)[]): string {
  return ` ${fold(texts.filter(Boolean).join(' '))}`
}

/**
 * The same of long texts: each word once. Words are searched for one by one, so nothing is lost, and the column that
 * counts read stays short.
 */
export function searchWords(...texts: (string | null | undefined)[]): string {
  return ` ${[...new Set(searchText(...texts).split(' '))].join(' ').trim()}`
}

/** Index entries have a size limit: what follows does not count for the order. */
const sortedLength = 150

/** What a `…Key` column stores for a text that lists sort by: folded, and cut at 150 characters. */
export function sortKey(text: string): string {
  return [...fold(text)].slice(0, sortedLength).join('')
}
