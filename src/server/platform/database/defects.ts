import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, index } from 'drizzle-orm/pg-core'
import { TITLE_PATTERNS } from '../../../domain/contents/quality.ts'
import type { Defect } from '../../../domain/registry-entry.ts'

/**
 * A column, or an expression on one that is shared by an index and its queries: PostgreSQL requires identical
 * expressions.
 */
type Columns = Readonly<Partial<Record<string, AnyPgColumn>>>

interface TitledColumns {
  _id: AnyPgColumn
  titleKey: AnyPgColumn
  year: AnyPgColumn
}

/** A literal from this code: as a parameter, the expression would not match the index. */
const pattern = (text: string): SQL => sql.raw(`'${text.replaceAll("'", "''")}'`)

/** The domain's `duplicateKey`, computed from the folded title. */
export const duplicateColumn = ({ titleKey, year }: Pick<TitledColumns, 'titleKey' | 'year'>): SQL => {
  const spaced = sql`regexp_replace(${titleKey}, ${pattern(TITLE_PATTERNS.trailingArticle.source)}, '')`
  const plain = sql`btrim(regexp_replace(regexp_replace(${spaced}, ${pattern(TITLE_PATTERNS.punctuation.source)}, ' ', 'g'), ' +', ' ', 'g'))`
  const title = sql`regexp_replace(${plain}, ${pattern(TITLE_PATTERNS.leadingArticle.source)}, '')`
  return sql`(coalesce(nullif(${title}, ''), ${titleKey}) || '|' || coalesce(${year}::text, ''))`
}

/** The index that groups likely duplicates; contains its key's columns for index-only scans. */
export const duplicateIndex = (table: string, { _id, titleKey, year }: TitledColumns) =>
  index(`${table}_duplicates`).on(duplicateColumn({ titleKey, year }), titleKey, year, _id)

const isActive = '[{"status": true}]'

/** Conditions of the defects that depend on a single row, for the columns that a table has. */
export const defectConditions = ({
  content,
  link,
  covertImage,
  image,
  synopsis,
  synopsisEng,
  categories,
  category,
  channelGuide,
}: Columns): Partial<Record<Defect, SQL>> => ({
  ...(content && { no_link: sql`not (${content} @> ${pattern(isActive)}::jsonb)` }),
  ...(link && { no_link: sql`${link} = ''` }),
  ...(covertImage && { no_cover: sql`${covertImage} = ''` }),
  ...(image && { no_cover: sql`${image} = ''` }),
  ...(synopsis && { no_synopsis: sql`${synopsis} = ''` }),
  ...(synopsisEng && { no_synopsis_english: sql`${synopsisEng} = ''` }),
  ...(categories && { no_category: sql`${categories} = '[]'::jsonb` }),
  ...(category && { no_category: sql`${category} = ''` }),
  ...(channelGuide && { no_guide: sql`${channelGuide} is null` }),
})

/** A partial index per defect, in list order: small, and counted without reading the table. */
export const defectIndexes = (name: string, columns: Columns & Record<'dateUpdate' | '_id', AnyPgColumn>) =>
  Object.entries(defectConditions(columns)).map(([defect, condition]) =>
    index(`${name}_${defect}`).on(columns.dateUpdate, columns._id).where(condition),
  )

/** Playable episodes, by series: a series without any is a defect. */
export const playableCondition = ({ status, content }: Record<'status' | 'content', AnyPgColumn>): SQL =>
  sql`${status} and ${content} @> ${pattern(isActive)}::jsonb`
