import { fold, searchForm } from '../../../domain/format/text.ts'

/** Value of a `search` column: in the form of searches, with a leading space. */
export function searchText(...texts: (string | null | undefined)[]): string {
  return ` ${searchForm(texts.filter(Boolean).join(' '))}`
}

/**
 * `searchText` with each word only once, for long texts. Words are searched for individually, so nothing is lost, and
 * the column, which counts read, stays short.
 */
export function searchWords(...texts: (string | null | undefined)[]): string {
  return ` ${[...new Set(searchText(...texts).split(' '))].join(' ').trim()}`
}

/** Index entries are limited in size: later characters don't affect the order. */
const sortedLength = 150

/** Value of a `…Key` sort column: folded, and cut at 150 characters. */
export function sortKey(text: string): string {
  return [...fold(text)].slice(0, sortedLength).join('')
}
