import { and, type Column, like, type SQL, sql } from 'drizzle-orm'
import { fold } from '../../domain/format/search.ts'

export { searchText, searchWords, sortKey } from './search-text.ts'

/** Finds the rows that hold every word of a text: short words (1 or 2 letters) as prefixes, others anywhere. */
export function searchCondition(column: Column, text: string): SQL | undefined {
  return and(...wordsOf(text).map((word) => wordCondition(column, word)))
}

/**
 * The same of the texts of people, for counts: a number beside a word is compared alone. Its parts stand in every
 * telephone number, so that an index would read them all to find what the word finds.
 */
export function countingCondition(column: Column, text: string): SQL | undefined {
  const words = wordsOf(text)
  const hasLetters = (word: string) => /\p{L}/u.test(word)
  if (!words.some(hasLetters)) return searchCondition(column, text)
  return and(
    ...words.map((word) => (hasLetters(word) ? wordCondition(column, word) : comparison(column, word))),
  )
}

/** What names may begin with, all of them together, that a text finds: its word, where it has but one. */
export function soughtBeginning(text: string): string | undefined {
  const [word, second] = wordsOf(text)
  return second === undefined ? word : undefined
}

const wordsOf = (text: string): string[] => [...new Set(fold(text).split(' '))].filter((word) => word !== '')

/** The end of a name with a number: few rows share it, while its letters are those of thousands. */
const numbered = /^.+(\p{L}\d{3,})$/u

/** A long posting list costs time even where a short one stands beside it: the index is asked for the rare end alone. */
function wordCondition(column: Column, word: string): SQL | undefined {
  const end = numbered.exec(word)?.[1]
  if (end === undefined) return like(column, pattern(word))
  return and(like(column, pattern(end)), comparison(column, word))
}

/** Whether a text holds a word: to say that it is true keeps the index out of it, at no cost. */
const comparison = (column: Column, word: string): SQL => sql`(${like(column, pattern(word))}) is true`

function pattern(word: string): string {
  const plain = word.replace(/[\\%_]/g, '\\$&')
  return [...word].length < 3 ? `% ${plain}%` : `%${plain}%`
}
