import { type SQL, sql } from 'drizzle-orm'
import { MAX_DIFFERENCES, type Reconciliation } from '../../../domain/credits/endpoints.ts'
import { expiryAfter, type LedgerEntry } from '../../../domain/credits/transaction.ts'
import type { Database, Db, Tx } from '../../platform/database/open.ts'
import {
  ledgerSums,
  licenseTransactions,
  reconciledUsers,
  reconciliationCheckpoint,
} from '../../platform/database/schema/credits.ts'
import { balances, licences, profiles, users } from '../../platform/database/schema/users.ts'
import {
  ClientGone,
  type StatementContext,
  statementContext,
  withStatementContext,
} from '../../platform/database/statement-context.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import { Conflict } from '../../platform/http/errors.ts'
import {
  type RunPart,
  reconcileExpiries,
  reconcileSums,
  reconcileTexts,
  verifySums,
} from './reconcile-sums.ts'

type Ledger = Pick<Database, 'db' | 'stats'>

/** A run shared by concurrent callers. */
interface Run {
  isFull: boolean
  result: Promise<Reconciliation>
  callers: number
  stop: AbortController
}

const activeRuns = new WeakMap<Db, Run>()

/** Time limit per statement, in milliseconds: each reads a bounded part, on a connection for reports. */
const STATEMENT_LIMIT = 60_000

/**
 * Compares balances, expiries and stored sums with the processed transactions (rule C22): those since the last
 * successful run, or all. Only one run at a time across nodes: callers on the same node share it, others get a
 * Conflict. See docs/design/ledger.md.
 */
export const reconcile = async (ledger: Ledger, { isFull = false } = {}): Promise<Reconciliation> => {
  const { db } = ledger
  const { signal } = statementContext()
  for (;;) {
    if (signal?.aborted) throw new ClientGone()
    const run = activeRuns.get(db) ?? start(ledger, isFull)
    if (!run.stop.signal.aborted && (run.isFull || !isFull)) return join(run, signal)
    await run.result.catch(() => undefined)
  }
}

const start = (ledger: Ledger, isFull: boolean): Run => {
  const stop = new AbortController()
  const work = { load: 'reports', limit: STATEMENT_LIMIT, signal: stop.signal } as const
  const result = withStatementContext(work, () => run(ledger, isFull)).finally(() =>
    activeRuns.delete(ledger.db),
  )
  const newRun = { isFull, result, callers: 0, stop }
  activeRuns.set(ledger.db, newRun)
  return newRun
}

/** The run is aborted once all its callers have disconnected. */
const join = async (run: Run, signal: StatementContext['signal']): Promise<Reconciliation> => {
  const leave = () => {
    if (--run.callers === 0) run.stop.abort()
  }
  run.callers++
  signal?.addEventListener('abort', leave)
  try {
    return await run.result
  } finally {
    signal?.removeEventListener('abort', leave)
  }
}

const run = ({ db, stats }: Ledger, isFull: boolean): Promise<Reconciliation> => {
  if (stats().pools.some(({ name }) => name === 'embedded'))
    return check((work) => db.transaction(work), isFull)
  return withRetry(
    db,
    async (tx) => {
      await takeTurn(tx)
      return check((work) => work(tx), isFull)
    },
    { isolationLevel: 'repeatable read' },
  )
}

const takeTurn = async (tx: Tx): Promise<void> => {
  const { rows } = await tx.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('reconciliation', 0)) as taken`,
  )
  if (!rows[0]?.taken)
    throw new Conflict('Ya se está conciliando en otro servidor. Intente de nuevo en unos minutos.')
  const limit = String(STATEMENT_LIMIT)
  await tx.execute(sql`
    select set_config('statement_timeout', ${limit}, true), set_config('work_mem', '64MB', true),
      set_config('idle_in_transaction_session_timeout', ${limit}, true)`)
}

interface Checkpoint {
  date: Date
  fullDate: Date
  newest: Date | null
}

/** Interval after which all transactions are read again. */
const FULL_EVERY = 30 * 86_400_000

const check = async (runPart: RunPart, isFull: boolean): Promise<Reconciliation> => {
  const { checkpoint, date, newest } = await runPart(readCheckpoint)
  const isDue = !checkpoint || date.getTime() - checkpoint.fullDate.getTime() > FULL_EVERY
  const since = isFull || isDue ? undefined : checkpoint
  const quick = since && (await checkNew(runPart, since))
  const result = quick ?? (await checkAll(runPart))
  const { balances, licences, sums, transactions } = result
  const different = balances.different + licences.different + sums.different
  const fullDate = quick && since ? since.fullDate : date
  if (different === 0) await runPart((tx) => writeCheckpoint(tx, { date, fullDate, newest }))
  const lastFull = different === 0 ? fullDate : checkpoint?.fullDate
  return {
    date: date.toISOString(),
    isFull: !quick,
    since: (quick && since?.date.toISOString()) ?? null,
    lastFull: lastFull?.toISOString() ?? null,
    ...{ transactions, balances, licences, sums, different },
    isSound: different === 0,
  }
}

const table = licenseTransactions

const readCheckpoint = async (tx: Tx) => {
  const [checkpoint] = await tx.select().from(reconciliationCheckpoint)
  const { rows } = await tx.execute<{ date: number; newest: number | null }>(sql`
    select ${toMilliseconds(sql`clock_timestamp()`)} as date,
      ${toMilliseconds(sql`(select max(date) from ${table})`)} as newest`)
  const { date, newest } = rows[0] ?? { date: Date.now(), newest: null }
  return { checkpoint, date: new Date(date), newest: newest === null ? null : new Date(newest) }
}

const toMilliseconds = (instant: SQL): SQL => sql`floor(extract(epoch from ${instant}) * 1000)::float8`

const writeCheckpoint = async (tx: Tx, checkpoint: Checkpoint): Promise<void> => {
  await tx
    .insert(reconciliationCheckpoint)
    .values(checkpoint)
    .onConflictDoUpdate({ target: reconciliationCheckpoint._id, set: checkpoint })
}

type Comparison = Pick<Reconciliation, 'balances' | 'licences' | 'sums' | 'transactions'>

/** Collects differences: the first ones for listing, and counts by kind. */
class Findings {
  readonly balances: Reconciliation['balances'] = { checked: 0, different: 0, differences: [] }
  readonly licences: Reconciliation['licences'] = { checked: 0, different: 0, differences: [] }
  readonly sums: Reconciliation['sums'] = { checked: 0, different: 0, differences: [] }

  /** Remaining room in the list of differences. */
  get room(): number {
    const lists = [this.balances.differences, this.licences.differences, this.sums.differences]
    return lists.reduce((room, { length }) => room - length, MAX_DIFFERENCES)
  }
}

/** Users per part when their transactions are read. */
const USERS_AT_ONCE = 2_000
/** Users per part when their totals are already known. */
const SUMMED_AT_ONCE = 20_000

/** Recomputes every user from the transactions. */
const checkAll = async (runPart: RunPart): Promise<Comparison> => {
  const findings = new Findings()
  const transactions = await compareUsers(runPart, findings, USERS_AT_ONCE, async (tx, isTheirs) => {
    await tx.execute(sql`delete from ${reconciledUsers} where ${isTheirs(sql`user_id`)}`)
    await readSales(tx, isTheirs)
    await reconcileTexts(tx, findings, isTheirs)
    return readPurchases(tx, isTheirs)
  })
  await reconcileSums(runPart, findings)
  await reconcileExpiries(runPart, findings)
  const { balances, licences, sums } = findings
  for (const { differences } of [balances, licences])
    differences.sort((one, other) => compare(one.name, other.name) || compare(one._id, other._id))
  return { balances, licences, sums, transactions }
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

type UserCondition = (column: SQL) => SQL

/** Compares the stored values of all users in batches; `read` prepares each batch. */
const compareUsers = async (
  runPart: RunPart,
  findings: Findings,
  size: number,
  read: (tx: Tx, isTheirs: UserCondition) => Promise<number>,
): Promise<number> => {
  let transactions = 0
  for (let last: string | undefined = ''; last !== undefined; ) {
    const after: string = last
    last = await runPart(async (tx) => {
      const { rows } = await tx.execute<{ last: string | null }>(sql`
        select max(_id) as last from (select _id from ${users} where _id > ${after} order by _id limit ${size}) as batch`)
      const until = rows[0]?.last ?? undefined
      if (until === undefined) return undefined
      const isInBatch: UserCondition = (column) =>
        sql`${column} > ${after}::text and ${column} <= ${until}::text`
      transactions += await read(tx, isInBatch)
      await compareBatch(tx, findings, isInBatch)
      return until
    })
  }
  return transactions
}

interface ComparedBatch extends Record<string, unknown> {
  balances: number
  differentBalances: number
  balanceDifferences: Reconciliation['balances']['differences']
  licences: number
  differentLicences: number
  licenceDifferences: Reconciliation['licences']['differences']
}

const compareBatch = async (tx: Tx, findings: Findings, isInBatch: UserCondition): Promise<void> => {
  const person = sql`'_id', _id, 'name', name, 'fullName', full_name, 'stored'`
  const listed = (condition: SQL, difference: SQL) => sql`
    coalesce((select jsonb_agg(${difference}) from (
      select * from compared where ${condition} order by _id limit ${findings.room}) as listed), '[]')`
  const isOtherBalance = sql`stored <> computed`
  const isOtherExpiry = sql`is_subscriber and stored_expiry is distinct from computed_expiry`
  const instant = (column: SQL) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  const { rows } = await tx.execute<ComparedBatch>(sql`
    with compared as materialized (
      select u._id, u.name, u.full_name, coalesce(b.months, 0) as stored,
        coalesce(r.sold_months + r.bought_months, 0) as computed,
        l.date_expire as stored_expiry, r.expiry as computed_expiry,
        u.deleted_at is null and p.is_system and p.name in ('app', 'demo') as is_subscriber
      from ${users} u join ${profiles} p on p._id = u.profile
        left join ${balances} b on b._id = u._id left join ${licences} l on l._id = u._id
        left join ${reconciledUsers} r on r.user_id = u._id
      where ${isInBatch(sql`u._id`)})
    select counted.*,
      ${listed(
        isOtherBalance,
        sql`jsonb_build_object(${person}, stored, 'computed', computed, 'difference', stored - computed)`,
      )} as "balanceDifferences",
      ${listed(
        isOtherExpiry,
        sql`jsonb_build_object(${person}, ${instant(sql`stored_expiry`)}, 'computed', ${instant(sql`computed_expiry`)})`,
      )} as "licenceDifferences"
    from (
      select count(*) filter (where stored <> 0 or computed <> 0)::int as balances,
        count(*) filter (where ${isOtherBalance})::int as "differentBalances",
        count(*) filter (where is_subscriber)::int as licences,
        count(*) filter (where ${isOtherExpiry})::int as "differentLicences"
      from compared) as counted`)
  for (const row of rows) {
    findings.balances.checked += row.balances
    findings.balances.different += row.differentBalances
    findings.balances.differences.push(...row.balanceDifferences.slice(0, findings.room))
    findings.licences.checked += row.licences
    findings.licences.different += row.differentLicences
    findings.licences.differences.push(...row.licenceDifferences.slice(0, findings.room))
  }
}

/** Sums the sales of some users, who must not be included yet. */
const readSales = async (tx: Tx, isTheirs: UserCondition): Promise<void> => {
  await tx.execute(sql`
    insert into ${reconciledUsers} (user_id, sold_posting, sold_months, sold_transactions, sold_total)
    select user_created, max(posting), sum(seller_months), count(*), sum(total)
    from ${table} where status = 'PROCESSED' and ${isTheirs(sql`user_created`)} group by user_created`)
}

interface Purchase extends Record<string, unknown>, Pick<LedgerEntry, 'type' | 'period' | 'count'> {
  user: string
  months: number
  cents: number
  processedAt: number
  until: number | null
  newDateExpire: number | null
}

/** Sums the purchases of some users and replays their expiries; returns the number of transactions. */
const readPurchases = async (tx: Tx, isTheirs: UserCondition): Promise<number> => {
  const { rows } = await tx.execute<Purchase>(sql`
    select user_licensed as "user", type, period, count, target_months as months,
      (total * 100)::float8 as cents, ${toMilliseconds(sql`processed_at`)} as "processedAt",
      ${toMilliseconds(sql`until`)} as until, ${toMilliseconds(sql`new_date_expire`)} as "newDateExpire"
    from ${table} where status = 'PROCESSED' and ${isTheirs(sql`user_licensed`)} order by user_licensed, posting`)
  const bought = new Map<string, PurchaseTotals>()
  for (const { user, months, cents, processedAt, until, newDateExpire, ...row } of rows) {
    const totals = bought.get(user) ?? { user_id: user, months: 0, transactions: 0, cents: 0, expiry: null }
    bought.set(user, totals)
    totals.months += months
    totals.transactions++
    totals.cents += cents
    totals.expiry = expiryAfter(totals.expiry, {
      ...row,
      processedAt: new Date(processedAt),
      until: toDate(until),
      newDateExpire: toDate(newDateExpire),
    })
  }
  await tx.execute(sql`
    insert into ${reconciledUsers} (user_id, bought_months, bought_transactions, bought_total, expiry)
    select user_id, months, transactions, cents / 100, expiry
    from jsonb_to_recordset(${JSON.stringify([...bought.values()])}::jsonb)
      as bought (user_id text, months bigint, transactions integer, cents numeric, expiry timestamptz)
    on conflict (user_id) do update set bought_months = excluded.bought_months,
      bought_transactions = excluded.bought_transactions, bought_total = excluded.bought_total,
      expiry = excluded.expiry`)
  return rows.length
}

const toDate = (milliseconds: number | null): Date | null =>
  milliseconds === null ? null : new Date(milliseconds)

/** A user's purchases, as stored. */
interface PurchaseTotals {
  user_id: string
  months: number
  transactions: number
  cents: number
  expiry: Date | null
}

/** Margin before the checkpoint's newest transaction: older ones were processed by then, or were too old for it. */
const OVERLAP = 86_400_000
/** With more new transactions, all are read again. */
const MAX_NEW = 200_000
const TARGETS_AT_ONCE = 1_000

/**
 * Adds new transactions to the totals of earlier runs, and compares all users and sums with the result; undefined if
 * anything differs, as all transactions must then be read.
 */
const checkNew = async (runPart: RunPart, { newest }: Checkpoint): Promise<Comparison | undefined> => {
  const from = newest && new Date(newest.getTime() - OVERLAP)
  const isNew = from ? sql`date >= ${from.toISOString()}::timestamptz` : sql`true`
  if ((await runPart((tx) => countFrom(tx, from))) > MAX_NEW) return undefined
  const transactions = await runPart((tx) => addSales(tx, isNew))
  for (let targets = await runPart((tx) => readTargets(tx, isNew)); targets.length > 0; ) {
    const batch = targets.slice(0, TARGETS_AT_ONCE)
    targets = targets.slice(TARGETS_AT_ONCE)
    const isTarget: UserCondition = (column) =>
      sql`${column} in (select jsonb_array_elements_text(${JSON.stringify(batch)}::jsonb))`
    await runPart((tx) => readPurchases(tx, isTarget))
  }
  const findings = new Findings()
  await compareUsers(runPart, findings, SUMMED_AT_ONCE, async () => 0)
  const { balances, licences } = findings
  if (balances.different + licences.different > 0) return undefined
  const checked = await verifySums(runPart, from)
  if (checked === undefined) return undefined
  await reconcileExpiries(runPart, findings)
  const { sums } = findings
  if (sums.different > 0) return undefined
  return { balances, licences, sums: { ...sums, checked: sums.checked + checked }, transactions }
}

/** Transactions since the day of an instant. */
const countFrom = async (tx: Tx, from: Date | null): Promise<number> => {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select coalesce(sum(transactions), 0)::float8 as count from ${ledgerSums}
    where span = 'day' ${from ? sql`and start >= ${from.toISOString()}::timestamptz::date - 1` : sql``}`)
  return rows[0]?.count ?? 0
}

/** Adds sales that are not yet included; returns their number. */
const addSales = async (tx: Tx, isNew: SQL): Promise<number> => {
  const { rows } = await tx.execute<{ count: number }>(sql`
    with sales as materialized (
      select user_created, max(posting) as posting, sum(seller_months) as months, count(*) as transactions,
        sum(total) as total
      from ${table} left join ${reconciledUsers} on user_id = user_created
      where status = 'PROCESSED' and ${isNew} and posting > coalesce(sold_posting, 0)
      group by user_created),
    added as (
      insert into ${reconciledUsers} as r (user_id, sold_posting, sold_months, sold_transactions, sold_total)
      select * from sales
      on conflict (user_id) do update set sold_posting = excluded.sold_posting,
        sold_months = r.sold_months + excluded.sold_months,
        sold_transactions = r.sold_transactions + excluded.sold_transactions,
        sold_total = r.sold_total + excluded.sold_total)
    select coalesce(sum(transactions), 0)::float8 as count from sales`)
  return rows[0]?.count ?? 0
}

const readTargets = async (tx: Tx, isNew: SQL): Promise<string[]> => {
  const { rows } = await tx.execute<{ target: string }>(sql`
    select distinct user_licensed as target from ${table} where status = 'PROCESSED' and ${isNew}`)
  return rows.map(({ target }) => target)
}
