import { type SQL, sql } from 'drizzle-orm'
import { VERDICT_NAMES, type Verdict } from '../../../domain/contents/link-verdict.ts'
import { type CatalogueTable, tableColumns } from './collection.ts'
import { linkHealth } from './schema/links.ts'

/** Worst first. */
const verdicts = sql.raw(`array[${VERDICT_NAMES.map((each) => `'${each}'`).join(', ')}]`)
const UNCHECKED = VERDICT_NAMES.indexOf('unchecked') + 1

/** The worst verdict of a record's active links; null without any. */
export const worstLinkState = (table: CatalogueTable): SQL<Verdict | null> => {
  const { content, link } = tableColumns(table)
  const links = content
    ? sql`select e ->> 'link' as address from jsonb_array_elements(${content}) e where (e ->> 'status') = 'true'`
    : sql`select ${link} as address where ${link} <> ''`
  const rank = sql`coalesce(array_position(${verdicts}, h.verdict), ${sql.raw(String(UNCHECKED))})`
  return sql`(select (${verdicts})[min(${rank})] from (${links}) l
    left join ${linkHealth} h on h.record = ${table._id} and h.link = l.address)`
}
