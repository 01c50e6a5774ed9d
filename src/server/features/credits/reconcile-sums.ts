import { type SQL, sql } from 'drizzle-orm'
import type { Reconciliation } from '../../../domain/credits/endpoints.ts'
import { type TransactionType, TYPE_NAMES } from '../../../domain/credits/transaction.ts'
import type { Tx } from '../../platform/database/open.ts'
import {
  ledgerSums,
  licenseTransactions,
  reconciledUsers,
  transactionSearch,
} from '../../platform/database/schema/credits.ts'
import { expiryDays, licences, users } from '../../platform/database/schema/users.ts'

const table = licenseTransactions

/** Runs one part of the reconciliation: within a shared snapshot, or in its own transaction on the embedded engine. */
export type RunPart = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

interface Findings {
  sums: Reconciliation['sums']
  /** Remaining room in the list of differences. */
  room: number
}

/** Compares the stored sums with the transactions month by month, which keeps each statement short. */
export async function reconcileSums(runPart: RunPart, findings: Findings): Promise<void> {
  const { sums } = findings
  const { months, zone } = await runPart(async (tx) => ({
    months: await listMonths(tx),
    zone: await readZone(tx),
  }))
  for (const month of months) {
    const { rows } = await runPart((tx) => tx.execute<SumRow>(sumDifferences(month, zone, findings.room)))
    sums.checked += rows[0]?.checked ?? 0
    sums.different += rows[0]?.different ?? 0
    for (const { period, seller, type, ...row } of rows.slice(0, findings.room))
      if (period !== null && type !== null)
        sums.differences.push({
          period,
          type: TYPE_NAMES[type],
          userCreatedName: seller ?? '',
          stored: { transactions: row.stored, total: row.storedTotal },
          computed: { transactions: row.computed, total: row.computedTotal },
        })
  }
}

/** Compares the stored licence counts by day of expiry with the licences. */
export async function reconcileExpiries(runPart: RunPart, findings: Findings): Promise<void> {
  const zone = await runPart(readZone)
  const computed = sql`
    select to_char(day, 'YYYY-MM-DD') as name, n from (
      select (date_expire at time zone ${zone})::date as day, count(*) as n from ${licences}
      where date_expire is not null group by 1) as days`
  const stored = sql`select to_char(day, 'YYYY-MM-DD') as name, licences as n from ${expiryDays}`
  const compared = await runPart((tx) =>
    tx.execute<CountRow>(countDifferences(computed, stored, findings.room)),
  )
  addCounts(findings, compared.rows, (period) => ({ period, type: 'Licencias que vencen' }))
}

/** Compares the stored search texts of some users with their transactions. */
export async function reconcileTexts(
  tx: Tx,
  findings: Findings,
  isTheirs: (column: SQL) => SQL,
): Promise<void> {
  const named = (owner: SQL) => sql`concat_ws(E'\n', u.name, ${owner}, t._id) as name, transactions as n`
  const owner = sql`case when u.deleted_at is null then coalesce(u.created_by, '') else '' end`
  const computed = sql`
    select ${named(owner)} from (
      select transaction_search_id(user_created, user_licensed, search) as _id, user_licensed, count(*) as transactions
      from ${table} where ${isTheirs(sql`user_licensed`)} group by 1, 2) as t
    join ${users} as u on u._id = t.user_licensed`
  const stored = sql`
    select ${named(sql`t.owner`)} from ${transactionSearch} as t join ${users} as u on u._id = t.user_licensed
    where ${isTheirs(sql`t.user_licensed`)}`
  const { rows } = await tx.execute<CountRow>(countDifferences(computed, stored, findings.room))
  addCounts(findings, rows, (name) => ({
    period: '',
    type: `Búsqueda de movimientos de ${name.split('\n')[0]}`,
  }))
}

/** A difference, or one row without any; each repeats the totals `checked` and `different`. */
interface CountRow extends Record<string, unknown> {
  checked: number
  different: number
  name: string | null
  stored: number
  computed: number
}

/** Compares two queries of `name` and `n`. */
const countDifferences = (computed: SQL, stored: SQL, room: number): SQL => sql`
  with computed as materialized (${computed}),
  differences as (
    select name, coalesce(kept.n, 0)::float8 as stored, coalesce(computed.n, 0)::float8 as computed
    from (${stored}) as kept full join computed using (name)
    where coalesce(kept.n, 0) <> coalesce(computed.n, 0))
  select (select count(*) from computed)::float8 as checked, (select count(*) from differences)::float8 as different,
    differences.name, differences.stored, differences.computed
  from (select) as one left join differences on true order by name limit ${Math.max(1, room)}`

const addCounts = (
  { sums, room }: Findings,
  rows: readonly CountRow[],
  toLabel: (name: string) => { period: string; type: string },
): void => {
  sums.checked += rows[0]?.checked ?? 0
  sums.different += rows[0]?.different ?? 0
  for (const { name, stored, computed } of rows.slice(0, room))
    if (name !== null)
      sums.differences.push({
        ...toLabel(name),
        userCreatedName: '',
        stored: { transactions: stored, total: 0 },
        computed: { transactions: computed, total: 0 },
      })
}

/** Read once: inside a statement, the function would be called for each row. */
const readZone = async (tx: Tx): Promise<SQL> => {
  const { rows } = await tx.execute<{ zone: string }>(sql`select counted_zone() as zone`)
  return sql`${rows[0]?.zone}::text`
}

/** A difference, or one row without any; each repeats the totals `checked` and `different`. */
interface SumRow extends Record<string, unknown> {
  checked: number
  different: number
  period: string | null
  seller: string | null
  type: TransactionType | null
  stored: number
  computed: number
  storedTotal: number
  computedTotal: number
}

/** The first day of every month with transactions or sums. */
async function listMonths(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ month: string }>(sql`
    with ends as (
      select min(date)::date - 1 as first, max(date)::date + 1 as last from ${table}
      union all select min(start), max(start) from ${ledgerSums})
    select to_char(month, 'YYYY-MM-DD') as month from generate_series(
      date_trunc('month', (select min(first) from ends)::timestamp), (select max(last) from ends)::timestamp,
      interval '1 month') as month`)
  return rows.map(({ month }) => month)
}

function sumDifferences(month: string, zone: SQL, room: number): SQL {
  const first = sql`${month}::date`
  const last = sql`(${month}::date + interval '1 month' - interval '1 day')::date`
  const period = sql`to_char(start, case span when 'day' then 'YYYY-MM-DD' else 'YYYY-MM' end)`
  const columns = sql`period, seller, name collate "C", owner, type, transactions, total, credits, days`
  const named = sql`${period}, user_created, user_created_name, owner, type, transactions, total, credits, days`
  const names = sql`(period, seller, name, owner, type, transactions, total, credits, days)`
  return sql`
    with computed ${names} as materialized (
      select ${named} from computed_ledger_sums(${zone}, ${first}, ${last})),
    stored ${names} as materialized (select ${named} from ${ledgerSums} where start between ${first} and ${last}),
    differences as (
      select 'stored' as side, * from (
        select ${columns} from stored except select ${columns} from computed) as more
      union all
      select 'computed', * from (
        select ${columns} from computed except select ${columns} from stored) as less),
    named as (
      select period, seller, type, max(name) as name,
        coalesce(sum(transactions) filter (where side = 'stored'), 0)::float8 as "stored",
        coalesce(sum(transactions) filter (where side = 'computed'), 0)::float8 as "computed",
        coalesce(sum(total) filter (where side = 'stored'), 0)::float8 as "storedTotal",
        coalesce(sum(total) filter (where side = 'computed'), 0)::float8 as "computedTotal"
      from differences group by period, seller, type)
    select (select count(*) from computed)::float8 as checked, (select count(*) from named)::float8 as different,
      named.period, named.name as seller, named.type, named.stored, named.computed, named."storedTotal",
      named."computedTotal"
    from (select) as one left join named on true order by period, seller, type limit ${Math.max(1, room)}`
}

/**
 * Checks the stored sums against each other, against the users' totals, and against the transactions from a day on:
 * everything that can be checked without reading all transactions. Returns the number of sums, or undefined if any
 * differs.
 */
export const verifySums = async (runPart: RunPart, from: Date | null): Promise<number | undefined> => {
  const zone = await runPart(readZone)
  const first = from
    ? sql`(${from.toISOString()}::timestamptz at time zone ${zone})::date`
    : sql`'-infinity'::date`
  const checks = [SELLERS, OWNERS, MONTHS, ROWS, TEXTS]
  for (const differences of [...checks, newDays(zone, first)]) {
    const { rows } = await runPart((tx) =>
      tx.execute<{ differ: boolean }>(sql`select exists (${differences}) as differ`),
    )
    if (rows[0]?.differ !== false) return undefined
  }
  const { rows } = await runPart((tx) =>
    tx.execute<{ checked: number }>(sql`select count(*)::float8 as checked from ${ledgerSums}`),
  )
  return rows[0]?.checked
}

const SELLERS = sql`
  select from (
    select user_created as who, sum(transactions) as n, sum(total) as total from ${ledgerSums}
    where span = 'month' group by 1
    union all
    select user_id, -sold_transactions, -sold_total from ${reconciledUsers}) as sellers
  group by who having sum(n) <> 0 or sum(total) <> 0`

const OWNERS = sql`
  select from (
    select owner as who, sum(transactions) as n, sum(total) as total from ${ledgerSums} where span = 'month' group by 1
    union all
    select case when u.deleted_at is null then coalesce(u.created_by, '') else '' end, -sum(bought_transactions),
      -sum(bought_total)
    from ${reconciledUsers} join ${users} u on u._id = user_id group by 1) as owners
  group by who having sum(n) <> 0 or sum(total) <> 0`

const MONTHS = sql`
  select from (
    select date_trunc('month', start)::date as month, user_created, owner, type,
      case span when 'day' then 1 else -1 end as sign, transactions, credits, days, total
    from ${ledgerSums}) as sums
  group by month, user_created, owner, type
  having sum(sign * transactions) <> 0 or sum(sign * credits) <> 0 or sum(sign * days) <> 0 or sum(sign * total) <> 0`

/** Selects a row if transactions are missing or not included in the sums. */
const ROWS = sql`
  select where (select count(*) from ${table}) <>
    (select coalesce(sum(transactions), 0) from ${ledgerSums} where span = 'month')
    + (select count(*) from ${table} where status = 'CREATED')`

/** Selects a row if search texts have a wrong count, or do not belong to their user's owner. */
const TEXTS = sql`
  select where (select count(*) from ${table}) <> (select coalesce(sum(transactions), 0) from ${transactionSearch})
  union all
  select from ${transactionSearch} s left join ${users} u on u._id = s.user_licensed
  where s.owner is distinct from case when u.deleted_at is null then coalesce(u.created_by, '') else '' end`

const newDays = (zone: SQL, first: SQL): SQL => {
  const sums = sql`start, user_created, user_created_name collate "C", owner, type, transactions, total, credits, days`
  const computed = sql`select ${sums} from computed_ledger_sums(${zone}, ${first}, 'infinity') where span = 'day'`
  const stored = sql`select ${sums} from ${ledgerSums} where span = 'day' and start >= ${first}`
  const differ = (one: SQL, other: SQL) => sql`select from (${one} except ${other}) as differences`
  return sql`${differ(computed, stored)} union all ${differ(stored, computed)}`
}
