import { and, type Column, like, or, type SQL, sql } from 'drizzle-orm'
import { searchForm } from '../../../domain/format/text.ts'

export { searchText, searchWords, sortKey } from './search-text.ts'

/**
 * Condition for rows that contain every word of a text: short words (1 or 2 letters) as prefixes, others anywhere.
 * `otherwise`: another condition by which a row may match a word.
 */
export function searchCondition(column: Column, text: string, otherwise?: ByWord): SQL | undefined {
  return and(...splitWords(text).map((word) => or(wordCondition(column, word), otherwise?.(word))))
}

/** `searchCondition` for users: phone numbers are also stored as digits, so any notation finds them. */
export function personCondition(column: Column, text: string): SQL | undefined {
  return and(...splitRuns(text).map((run) => runCondition(run, (word) => wordCondition(column, word))))
}

type ByWord = (word: string) => SQL | undefined

/** Part of a typed phone number: digits and separators. */
const phonePart = /^[+(]*\d[\d().+/-]*$/

/** Splits a text into words, grouping adjacent ones that may form one phone number. */
function splitRuns(text: string): string[][] {
  const runs: string[][] = []
  for (const word of searchForm(text).split(' ').filter(Boolean)) {
    const last = runs.at(-1)
    if (phonePart.test(word) && last?.every((each) => phonePart.test(each))) last.push(word)
    else runs.push([word])
  }
  return runs
}

/** Matches each word as typed or by its digits, or all digits together as one number. */
function runCondition(run: readonly string[], find: ByWord): SQL | undefined {
  const byWord = run.map((word) => or(...wordVariants(word).map(find)))
  if (run.length === 1) return byWord[0]
  return or(and(...byWord), ...phoneNumbers(run.join('')).map(find))
}

const wordVariants = (word: string): string[] =>
  phonePart.test(word) ? [...new Set([word, ...phoneNumbers(word)])] : [word]

/** The digits of a number, with and without the North American country code, which is rarely stored. */
const phoneNumbers = (text: string): string[] => {
  const digits = text.replace(/\D/g, '')
  return /^1\d{10}$/.test(digits) ? [digits, digits.slice(1)] : [digits]
}

const splitWords = (text: string): string[] =>
  [...new Set(searchForm(text).split(' '))].filter((word) => word !== '')

/** The end of a numbered name is selective, while its letters occur in thousands of rows. */
const numbered = /^.+(\p{L}\d{3,})$/u

/** A long posting list is slow even next to a short one, so only the rare ending uses the index. */
function wordCondition(column: Column, word: string): SQL | undefined {
  const end = numbered.exec(word)?.[1]
  if (end === undefined) return like(column, pattern(word))
  return and(like(column, pattern(end)), comparison(column, word))
}

/** Compares without the index: `is true` hides the condition from the planner, at no cost. */
const comparison = (column: Column, word: string): SQL => sql`(${like(column, pattern(word))}) is true`

function pattern(word: string): string {
  const plain = word.replace(/[\\%_]/g, '\\$&')
  return [...word].length < 3 ? `% ${plain}%` : `%${plain}%`
}
