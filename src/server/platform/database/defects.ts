import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, index } from 'drizzle-orm/pg-core'
import { SAME_TITLE } from '../../../domain/contents/quality.ts'
import type { Defect } from '../../../domain/registry.ts'

/** A column, or what an index and the queries that it serves compute from one: for PostgreSQL both must be written alike. */
type Columns = Readonly<Partial<Record<string, AnyPgColumn>>>

interface TitledColumns {
  _id: AnyPgColumn
  titleKey: AnyPgColumn
  year: AnyPgColumn
}

/** Of this code alone, and the same text in every statement: as a parameter no index would be found by it. */
const pattern = (text: string): SQL => sql.raw(`'${text.replaceAll("'", "''")}'`)

/** `duplicateKey` of the domain, from the folded title. */
export const duplicateColumn = ({ titleKey, year }: Pick<TitledColumns, 'titleKey' | 'year'>): SQL => {
  const spaced = sql`regexp_replace(${titleKey}, ${pattern(SAME_TITLE.articleBehind.source)}, '')`
  const plain = sql`btrim(regexp_replace(regexp_replace(${spaced}, ${pattern(SAME_TITLE.punctuation.source)}, ' ', 'g'), ' +', ' ', 'g'))`
  const title = sql`regexp_replace(${plain}, ${pattern(SAME_TITLE.articleAhead.source)}, '')`
  return sql`(coalesce(nullif(${title}, ''), ${titleKey}) || '|' || coalesce(${year}::text, ''))`
}

/** The index that groups likely duplicates; with the columns of its key it is read alone. */
export const duplicateIndex = (table: string, { _id, titleKey, year }: TitledColumns) =>
  index(`${table}_duplicates`).on(duplicateColumn({ titleKey, year }), titleKey, year, _id)

const isActive = '[{"status": true}]'

/** The conditions of the defects that a row has by itself, as far as a table has the columns. */
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

/** For each of them an index of the rows that have it, in the order of the list: small, and counted without the table. */
export const defectIndexes = (name: string, columns: Columns & Record<'dateUpdate' | '_id', AnyPgColumn>) =>
  Object.entries(defectConditions(columns)).map(([defect, condition]) =>
    index(`${name}_${defect}`).on(columns.dateUpdate, columns._id).where(condition),
  )

/** The episodes that can be played, by their series: one that has none is a defect. */
export const playableCondition = ({ status, content }: Record<'status' | 'content', AnyPgColumn>): SQL =>
  sql`${status} and ${content} @> ${pattern(isActive)}::jsonb`
