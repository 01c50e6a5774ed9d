import { type SQL, sql } from 'drizzle-orm'
import type { Reconciliation } from '../../../domain/credits/endpoints.ts'
import { type TransactionType, TYPE_NAMES } from '../../../domain/credits/transaction.ts'
import type { Tx } from '../../platform/database/open.ts'
import {
  ledgerDays,
  ledgerSums,
  licenseTransactions,
  pendingTransactions,
  reconciledUsers,
  resellerDays,
  transactionSearch,
} from '../../platform/database/schema/credits.ts'
import { users } from '../../platform/database/schema/users.ts'

const table = licenseTransactions

/** Runs a part of the work: within the one snapshot, or on the embedded engine in a transaction of its own. */
export type InPart = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

interface Findings {
  sums: Reconciliation['sums']
  /** How many more differences are named. */
  room: number
}

/** Compares the kept sums with those of the rows, month by month: each statement is short. */
export async function reconcileSums(inPart: InPart, found: Findings): Promise<void> {
  const { sums } = found
  const { months, zone } = await inPart(async (tx) => ({
    months: await monthsOfSums(tx),
    zone: await zoneOf(tx),
  }))
  for (const month of months) {
    const { rows } = await inPart((tx) => tx.execute<SumRow>(comparedSums(month, zone, found.room)))
    sums.checked += rows[0]?.checked ?? 0
    sums.different += rows[0]?.different ?? 0
    for (const { period, seller, type, ...row } of rows.slice(0, found.room))
      if (period !== null && type !== null)
        sums.differences.push({
          period,
          type: TYPE_NAMES[type] ?? 'Sin procesar',
          userCreatedName: seller ?? '',
          stored: { transactions: row.stored, total: row.storedTotal },
          computed: { transactions: row.computed, total: row.computedTotal },
        })
  }
}

/** Read once: as a part of a statement, the function would be called for each row. */
const zoneOf = async (tx: Tx): Promise<SQL> => {
  const { rows } = await tx.execute<{ zone: string }>(sql`select counted_zone() as zone`)
  return sql`${rows[0]?.zone}::text`
}

/** A difference, or the only row where there is none; each with the numbers of all sums and of all differences. */
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

/** The first days of all months that have transactions or sums. */
async function monthsOfSums(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ month: string }>(sql`
    with ends as (
      select min(date)::date - 1 as first, max(date)::date + 1 as last from ${table}
      union all select min(date)::date - 1, max(date)::date + 1 from ${pendingTransactions}
      union all select min(start), max(start) from ${ledgerSums}
      union all select min(day), max(day) from ${ledgerDays})
    select to_char(month, 'YYYY-MM-DD') as month from generate_series(
      date_trunc('month', (select min(first) from ends)::timestamp), (select max(last) from ends)::timestamp,
      interval '1 month') as month`)
  return rows.map(({ month }) => month)
}

/** The sums of sellers and owners by day, once for each reseller who sees them. */
const seen = (sums: SQL): SQL => sql`
  select r.reseller, r.part, case r.part when 'sold' then user_created_name else '' end as name, type, start,
    transactions, total, credits
  from ${sums} cross join lateral resellers_of(user_created, owner) as r where span = 'day'`

function comparedSums(month: string, zone: SQL, room: number): SQL {
  const first = sql`${month}::date`
  const last = sql`(${month}::date + interval '1 month' - interval '1 day')::date`
  const within = (day: SQL) => sql`${day} between ${first} and ${last}`
  const pendingDay = sql`(date at time zone ${zone})::date`
  const near = sql`date >= ${first} - 1 and date < ${last} + 2 and ${within(pendingDay)}`
  const columns = sql`period, seller, name collate "C", owner, type, transactions, total, credits`
  return sql`
    with sums as materialized (select * from computed_ledger_sums(${zone}, ${first}, ${last})),
    computed (period, seller, name, owner, type, transactions, total, credits) as materialized (
      select to_char(start, case span when 'day' then 'YYYY-MM-DD' else 'YYYY-MM' end), user_created,
        user_created_name, owner, type, transactions, total, credits
      from sums
      union all
      select to_char(start, 'YYYY-MM-DD'), reseller, name, part, type, sum(transactions)::int, sum(total),
        sum(credits)::bigint
      from (${seen(sql`sums`)}) as seen group by start, reseller, name, part, type
      union all
      select to_char(day, 'YYYY-MM-DD'), null, null, block::text, type, transactions, total, credits
      from computed_ledger_days(${zone}, ${first}, ${last})
      union all
      select to_char(${pendingDay}, 'YYYY-MM-DD'), user_created, null, _id, 'CREATED', 1, 0, 0
      from ${table} where status <> 'PROCESSED' and ${near}),
    stored (period, seller, name, owner, type, transactions, total, credits) as materialized (
      select to_char(start, case span when 'day' then 'YYYY-MM-DD' else 'YYYY-MM' end), user_created,
        user_created_name, owner, type, transactions, total, credits
      from ${ledgerSums} where ${within(sql`start`)}
      union all
      select to_char(day, 'YYYY-MM-DD'), reseller, name, part, type, sum(transactions)::int, sum(total),
        sum(credits)::bigint
      from ${resellerDays} where ${within(sql`day`)}
      group by day, reseller, name, part, type having sum(transactions) <> 0
      union all
      select to_char(day, 'YYYY-MM-DD'), null, null, block::text, type, sum(transactions)::int, sum(total),
        sum(credits)::bigint
      from ${ledgerDays} where ${within(sql`day`)} group by day, block, type
      union all
      select to_char(${pendingDay}, 'YYYY-MM-DD'), user_created, null, _id, 'CREATED', 1, 0, 0
      from ${pendingTransactions} where ${near}),
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
 * Whether the kept sums agree with one another, with what the users' transactions add up to, and with the rows from a day
 * on: all that can be said without reading every transaction. Returns the number of the sums, or undefined where something differs.
 */
export const sumsHold = async (inPart: InPart, from: Date | null): Promise<number | undefined> => {
  const zone = await inPart(zoneOf)
  const first = from
    ? sql`(${from.toISOString()}::timestamptz at time zone ${zone})::date`
    : sql`'-infinity'::date`
  const kept = [SELLERS, OWNERS, MONTHS, RESELLERS, DAYS, ROWS, PENDING, TEXTS]
  for (const differences of [...kept, newDays(zone, first)]) {
    const { rows } = await inPart((tx) =>
      tx.execute<{ differ: boolean }>(sql`select exists (${differences}) as differ`),
    )
    if (rows[0]?.differ !== false) return undefined
  }
  const { rows } = await inPart((tx) =>
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
      case span when 'day' then 1 else -1 end as sign, transactions, credits, total
    from ${ledgerSums}) as sums
  group by month, user_created, owner, type
  having sum(sign * transactions) <> 0 or sum(sign * credits) <> 0 or sum(sign * total) <> 0`

const RESELLERS = sql`
  select from (
    select * from (${seen(sql`${ledgerSums}`)}) as seen
    union all
    select reseller, part, name, type, day, -transactions, -total, -credits from ${resellerDays}) as sums
  group by reseller, part, name, type, start
  having sum(transactions) <> 0 or sum(credits) <> 0 or sum(total) <> 0`

const DAYS = sql`
  select from (
    select start as day, type, sum(transactions) as n, sum(credits) as credits, sum(total) as total from ${ledgerSums}
    where span = 'day' group by 1, 2
    union all
    select day, type, -sum(transactions), -sum(credits), -sum(total) from ${ledgerDays} group by 1, 2) as days
  group by day, type having sum(n) <> 0 or sum(credits) <> 0 or sum(total) <> 0`

/** Rows that are gone, or that nothing counts. */
const ROWS = sql`
  select where (select count(*) from ${table}) <>
    (select coalesce(sum(transactions), 0) from ${ledgerDays}) + (select count(*) from ${pendingTransactions})`

const PENDING = sql`
  select from ${pendingTransactions} p left join ${table} t on t._id = p._id
  where t._id is null or t.status = 'PROCESSED'`

/** Texts of searches that are counted wrongly in all, or are not those of their person's owner. */
const TEXTS = sql`
  select where (select count(*) from ${table}) <> (select coalesce(sum(transactions), 0) from ${transactionSearch})
  union all
  select from ${transactionSearch} s left join ${users} u on u._id = s.user_licensed
  where s.owner is distinct from case when u.deleted_at is null then coalesce(u.created_by, '') else '' end`

const newDays = (zone: SQL, first: SQL): SQL => {
  const sums = sql`start, user_created, user_created_name collate "C", owner, type, transactions, total, credits`
  const days = sql`day, block, type, transactions, total, credits`
  const computedSums = sql`select ${sums} from computed_ledger_sums(${zone}, ${first}, 'infinity') where span = 'day'`
  const storedSums = sql`select ${sums} from ${ledgerSums} where span = 'day' and start >= ${first}`
  const computedDays = sql`select ${days} from computed_ledger_days(${zone}, ${first}, 'infinity')`
  const storedDays = sql`
    select day, block, type, sum(transactions)::int, sum(total), sum(credits)::bigint from ${ledgerDays}
    where day >= ${first} group by day, block, type`
  const differ = (one: SQL, other: SQL) => sql`select from (${one} except ${other}) as differences`
  return sql`
    ${differ(computedSums, storedSums)} union all ${differ(storedSums, computedSums)}
    union all ${differ(computedDays, storedDays)} union all ${differ(storedDays, computedDays)}`
}
