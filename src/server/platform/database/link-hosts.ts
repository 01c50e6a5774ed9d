import { or, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, index } from 'drizzle-orm/pg-core'
import { hostForms, isHost } from '../../../domain/contents/link-hosts.ts'

export type LinkColumns = Readonly<Partial<Record<'content' | 'link' | 'guideLink', AnyPgColumn | undefined>>>

/**
 * The hosts of a record's links in lower case, each also as `*.parent` for its parents, as an array. Written the same way
 * in the index and its queries.
 */
export const linkHosts = ({ content, link, guideLink }: LinkColumns): SQL | undefined => {
  if (content) return sql`link_hosts(${content})`
  if (!link) return undefined
  return guideLink ? sql`(link_hosts(${link}) || link_hosts(${guideLink}))` : sql`link_hosts(${link})`
}

/** The index for the hosts of a record's links. */
export const linkHostsIndex = (name: string, columns: LinkColumns) =>
  index(`${name}_link_hosts`).using('gin', linkHosts(columns) ?? sql`null`)

/** Condition for records with a link at a host; `*.host`: at one of its subdomains (rule L29). */
export const hostCondition = (columns: LinkColumns, sought: string): SQL | undefined => {
  const hosts = linkHosts(columns)
  return hosts && or(...hostForms(sought).map((form) => sql`${hosts} @> array[${form}]::text[]`))
}

/** Condition for records with a link at the host that a word of a search is; undefined if it is none. */
export const searchedHost = (columns: LinkColumns, word: string): SQL | undefined =>
  word.includes('.') && isHost(word) ? hostCondition(columns, word) : undefined
