import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Role } from '../../../domain/access/permissions.ts'
import { fold } from '../../../domain/format/text.ts'
import { toNameKey } from '../../../domain/sign-in/sign-in.ts'
import { userVerdict } from '../../../domain/users/import.ts'
import { type FileSeller, findFileSellers } from '../../../domain/users/import-sellers.ts'
import { isAnyOf } from '../../platform/database/ids.ts'
import type { Tx } from '../../platform/database/open.ts'
import { importRows } from '../../platform/database/schema/imports.ts'
import { users } from '../../platform/database/schema/users.ts'
import type { Context } from '../../platform/http/context.ts'
import type { CheckStep, FileRow, ReadRow } from '../../platform/imports/import-work.ts'
import { strictPasswordError } from '../sign-in/passwords.ts'
import { readTerms, storedUsers, type Terms } from './import-terms.ts'

/** Result of `prepare` for a password. */
export const preparedSchema = z.object({ passwordHash: z.string(), weakness: z.string().optional() })

export const nameKeys = (rows: readonly ReadRow[], field: 'name' | 'seller'): string[] => [
  ...new Set(rows.flatMap(({ cells }) => (cells[field] === undefined ? [] : [toNameKey(cells[field])]))),
]

/** The terms of a chunk of rows, with the resellers that they name: stored ones, and those of other rows. */
export const readChunkTerms = async (step: CheckStep): Promise<Terms> => {
  const { tx, currentUser, rows } = step
  const readSellers = (keys: readonly string[]) => readTerms(step, currentUser, isAnyOf(users.nameKey, keys))
  const keys = nameKeys(rows, 'seller')
  const terms = await readSellers(keys)
  const candidates = await readCandidates(
    step,
    keys.filter((key) => !terms.sellers.has(key)),
  )
  if (candidates.length === 0) return terms
  const stored = await storedUsers(tx, currentUser, isAnyOf(users.nameKey, nameKeys(candidates, 'name')))
  const taken = new Set(stored.map(({ row }) => row.nameKey))
  const fresh = candidates.filter(({ key }) => !taken.has(key))
  const all = await readSellers([...keys, ...nameKeys(candidates, 'seller')])
  // An earlier row with the name of a reseller, such as a customer's, makes the reseller's a duplicate.
  const places = new Map(fresh.map(({ key, row }) => [key, row]))
  const earlier = await step.earlierRows([...places.keys()])
  const namesakes = rows
    .map((each) => toCandidate({ ...each, verdict: null }))
    .filter(({ key, row }) => row < (places.get(key) ?? 0))
  const weak = await findWeak(step, all, [...fresh, ...namesakes])
  const fails = (each: Candidate, fileSellers: ReadonlyMap<string, FileSeller>): boolean =>
    weak.has(each.row) ||
    userVerdict(each.cells, undefined, { ...all, fileSellers }, each.prepared !== null).verdict === 'refused'
  const isRefused = (each: Candidate, fileSellers: ReadonlyMap<string, FileSeller>): boolean =>
    each.verdict === null
      ? earlier.has(each.key) ||
        namesakes.some((other) => other.key === each.key && !fails(other, fileSellers)) ||
        fails(each, fileSellers)
      : each.verdict !== 'new'
  return { ...all, fileSellers: findFileSellers(fresh, isRefused) }
}

interface Candidate extends FileRow {
  key: string
  role: Role
  /** Name key of its own seller. */
  owner: string | null
}

/** In the order in which they are created. */
export const RESELLERS: readonly Role[] = ['superagent', 'agent']

/** An agent, its superagent, and who would be in charge of that one, which is refused. */
const MAX_DEPTH = 3

/** Rows of the file that create the named resellers, and those in charge of them. */
const readCandidates = async ({ firstRows }: CheckStep, keys: readonly string[]): Promise<Candidate[]> => {
  const candidates: Candidate[] = []
  const known = new Set(keys)
  for (let depth = 0, wanted = [...keys]; depth < MAX_DEPTH && wanted.length > 0; depth++) {
    const found = (await firstRows(wanted)).map(toCandidate)
    candidates.push(...found)
    wanted = [...new Set(found.flatMap(({ owner }) => owner ?? []))].filter((key) => !known.has(key))
    for (const key of wanted) known.add(key)
  }
  return candidates
}

const toCandidate = (row: FileRow): Candidate => {
  const { name = '', seller, profile = '' } = row.cells
  const role = RESELLERS.find((role) => role === fold(profile)) ?? 'agent'
  return { ...row, key: toNameKey(name), role, owner: seller === undefined ? null : toNameKey(seller) }
}

/** The numbers of unchecked rows whose password is too weak for the web. */
const findWeak = async (
  { context }: CheckStep,
  { profiles, web }: Terms,
  rows: readonly Candidate[],
): Promise<ReadonlySet<number>> => {
  const weak = new Set<number>()
  for (const { row, verdict, ...given } of rows) {
    const profile = profiles.get(fold(given.cells.profile ?? ''))?._id ?? ''
    if (verdict === null && web.has(profile) && (await weaknessOf(context, given))) weak.add(row)
  }
  return weak
}

/** The resellers among these, by their name keys, whose rows of an import can be chosen, and were not written. */
export const findChoosable = async (tx: Tx, id: string, keys: readonly string[]): Promise<Set<string>> => {
  if (keys.length === 0) return new Set()
  const { key, rank, verdict } = importRows
  const found = await tx
    .select({ key: sql<string>`${key}` })
    .from(importRows)
    .where(and(eq(importRows.import, id), isAnyOf(key, new Set(keys)), eq(verdict, 'new'), isNotNull(rank)))
  return new Set(found.map(({ key }) => key))
}

/** The error of a password that doesn't open the web, also if it was hashed before. */
export const weaknessOf = async (
  context: Context,
  { cells, prepared }: Pick<ReadRow, 'cells' | 'prepared'>,
): Promise<string | undefined> => {
  const hashed = cells.password === undefined ? preparedSchema.safeParse(prepared).data : undefined
  return hashed ? hashed.weakness : strictPasswordError(context.config, cells.password ?? '')
}
