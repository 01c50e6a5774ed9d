import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The bytes of a file of `tests/data/field`. */
export const fieldFile = (name: string): Buffer =>
  readFileSync(fileURLToPath(new URL(`../data/field/${name}`, import.meta.url)))
