import { type Column, type SQL, sql } from 'drizzle-orm'

/** The six ranges that a key lies in, which a GIN index holds beside the words of a row: docs/design/key-ranges.md. */
export const keyRanges = (key: Column): SQL => sql`key_ranges(${key})`

const CHARACTERS = 3
const LEVELS = 2 * CHARACTERS
const plain = /^[ -~]{3}/

/** The ranges that hold all keys before the first three characters of a text; undefined where these are not ASCII. */
export function rangesBefore(text: string): number[] | undefined {
  if (!plain.test(text)) return undefined
  const value = [...text.slice(0, CHARACTERS)].reduce(
    (all, character) => all * 256 + character.charCodeAt(0),
    0,
  )
  return Array.from({ length: LEVELS }, (_, index) => index + 1).flatMap((level) => {
    const range = Math.floor(value / 16 ** (LEVELS - level))
    const siblings = range % 16
    return Array.from({ length: siblings }, (_, step) => level * 256 ** CHARACTERS + range - siblings + step)
  })
}
