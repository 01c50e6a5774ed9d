import { getTableName, sql } from 'drizzle-orm'
import type { Executor, Tx } from './executor.ts'
import { auditEntries, auditPersonal } from './schema/audit.ts'
import { histories } from './schema/support.ts'

/** Logs partitioned by the month of their date in UTC. */
export const LOGS = ['visits', 'audit'] as const
export type PartitionedLog = (typeof LOGS)[number]

/** Their tables, referenced ones first; the same as `log_tables()` in the database. */
export const LOG_TABLES: Record<PartitionedLog, readonly [string, ...string[]]> = {
  visits: [getTableName(histories)],
  audit: [getTableName(auditEntries), getTableName(auditPersonal)],
}

/** The month of an instant in UTC, as YYYY-MM. */
export const monthOf = (date: Date): string => date.toISOString().slice(0, 7)

/** A month shifted by a number of months. */
export const shiftMonth = (month: string, by: number): string => {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + by)
  return monthOf(date)
}

/** The months with a partition, in ascending order. */
export const partitionMonths = async (db: Executor, log: PartitionedLog): Promise<string[]> => {
  const { rows } = await db.execute<{ month: string }>(sql`
    select replace(right(c.relname, 7), '_', '-') as month
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass(${LOG_TABLES[log][0]}) and c.relname ~ '_[0-9]{4}_[0-9]{2}$'
    order by 1`)
  return rows.map(({ month }) => month)
}

export const partitionName = (table: string, month: string) =>
  sql.identifier(`${table}_${month.replace('-', '_')}`)

/**
 * Creates the partitions of some months, and of all months with rows in the default partition; existing ones are kept.
 */
export const makePartitions = async (
  tx: Tx,
  log: PartitionedLog,
  months: readonly string[],
): Promise<void> => {
  const days = months.map((month) => `${month}-01`)
  await tx.execute(sql`select make_partitions(${log}, ${sql.param(days)}::date[])`)
}

/** Drops the partition of an exported month, unless its number of rows has changed. */
export const dropPartition = async (
  tx: Tx,
  log: PartitionedLog,
  { month, rows, file }: { month: string; rows: number; file: string },
): Promise<void> => {
  await tx.execute(sql`select drop_partition(${log}, ${`${month}-01`}::date, ${rows}::bigint, ${file})`)
}
