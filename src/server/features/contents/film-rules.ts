import { and, eq, inArray } from 'drizzle-orm'
import type { CategoryType } from '../../../domain/contents/category-types.ts'
import { FILM_MESSAGES } from '../../../domain/contents/film-fields.ts'
import type { Problem } from '../../../domain/validation/problems.ts'
import type { Write } from '../../platform/collections/collection.ts'
import type { Tx } from '../../platform/database/open.ts'
import { categories } from '../../platform/database/schema/contents.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'

interface ContentFields {
  mailOrigin: string
}

interface FilmFields extends ContentFields {
  categories: string[]
}

/** The rules of a film-like content that need the database: its categories, and where it came from. */
export const filmRules =
  (type: CategoryType) =>
  async (write: Write<FilmFields, FilmFields>): Promise<Problem[]> => [
    ...(await categoryProblems(write.tx, type, write.fields.categories)),
    ...(await originRules(write)),
  ]

/** The rule of every content: where it came from, unless that stays as it was. */
export const originRules = async ({
  tx,
  fields,
  stored,
}: Write<ContentFields, ContentFields>): Promise<Problem[]> =>
  fields.mailOrigin === (stored?.mailOrigin ?? '') ? [] : originProblems(tx, fields.mailOrigin)

/**
 * The categories exist and are of the content's type. Both stay so until the transaction ends: a key share would keep
 * off their deletion, but not a change of their type.
 */
async function categoryProblems(tx: Tx, type: CategoryType, ids: string[]): Promise<Problem[]> {
  if (ids.length === 0) return []
  const found = await tx
    .select({ id: categories._id })
    .from(categories)
    .where(and(eq(categories.type, type), inArray(categories._id, ids)))
    .orderBy(categories._id)
    .for('share')
  const known = new Set(found.map(({ id }) => id))
  return ids.every((id) => known.has(id)) ? [] : [{ field: 'categories', message: FILM_MESSAGES.categories }]
}

/** Rule K6. */
async function originProblems(tx: Tx, mailOrigin: string): Promise<Problem[]> {
  if (mailOrigin === '') return []
  const { mailsOrigin } = await readSettings(tx)
  return mailsOrigin.length === 0 || mailsOrigin.includes(mailOrigin)
    ? []
    : [{ field: 'mailOrigin', message: FILM_MESSAGES.mailOrigin }]
}
