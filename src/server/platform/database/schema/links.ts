import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import {
  LINK_REASON_NAMES,
  LINKED_RESOURCES,
  VERDICT_NAMES,
} from '../../../../domain/contents/link-verdict.ts'
import type { LinkCheck } from '../../../../domain/links/link-health.ts'
import { instant } from '../columns.ts'

/** Links of the catalogue that were checked, or are to be: one row for each record that has the link. */
export const linkHealth = pgTable(
  'link_health',
  {
    resource: text('resource', { enum: LINKED_RESOURCES }).notNull(),
    /** No foreign key: the record is in one of several tables. Rows of links that are gone are removed by the schedule. */
    record: text('record').notNull(),
    /** Hash of the link and its kind: equal links are checked once. */
    key: text('key').notNull(),
    link: text('link').notNull(),
    linkType: text('link_type', { enum: ['I', 'E'] }).notNull(),
    isYoutube: boolean('is_youtube').notNull(),
    /** Host that the check begins at; '' if the network is not needed. */
    host: text('host').notNull(),
    verdict: text('verdict', { enum: VERDICT_NAMES }).notNull().default('unchecked'),
    reason: text('reason', { enum: LINK_REASON_NAMES }),
    checked: instant('checked'),
    since: instant('since'),
    /** Checks in a row with this verdict. */
    repeats: integer('repeats').notNull().default(0),
    /** The verdict that webhooks were told last. */
    announced: text('announced', { enum: VERDICT_NAMES }),
    history: jsonb('history').$type<LinkCheck[]>().notNull().default([]),
    /** When a check is due; null if none is asked for. */
    nextCheck: instant('next_check'),
    /** Asked for by a person: before the scheduled ones, and at any hour. */
    isAsked: boolean('is_asked').notNull().default(false),
    /** When checks deactivated it in its record; null if none did, it was undone, or it was active at a later check. */
    deactivated: instant('deactivated'),
  },
  (table) => [
    primaryKey({ columns: [table.record, table.key] }),
    index('link_health_due')
      .on(table.host, table.isAsked.desc(), table.nextCheck)
      .where(sql`${table.nextCheck} is not null`),
    index('link_health_key').on(table.key),
    index('link_health_down').on(table.resource, table.record).where(sql`${table.verdict} = 'down'`),
    index('link_health_deactivated').on(table.deactivated).where(sql`${table.deactivated} is not null`),
  ],
)
export type LinkHealthRow = typeof linkHealth.$inferSelect

/** Hosts of links: each gets one check at a time, with a pause between two. */
export const linkHosts = pgTable(
  'link_hosts',
  {
    host: text('host').primaryKey(),
    nextCheck: instant('next_check').notNull(),
    leaseUntil: instant('lease_until'),
    /** Counts the claims, so that a lost lease is noticed. */
    attempt: integer('attempt').notNull().default(0),
    /** Checks in a row that ended without an answer. */
    timeouts: integer('timeouts').notNull().default(0),
  },
  (table) => [index('link_hosts_next').on(table.nextCheck)],
)
export type LinkHostRow = typeof linkHosts.$inferSelect
