import { type SQL, sql } from 'drizzle-orm'
import { AUDIT_ACTIONS } from '../../../domain/audit/audit-event.ts'
import type { Reconciliation } from '../../../domain/credits/endpoints.ts'
import { entryOf, RESOURCES } from '../../../domain/registry.ts'
import type { Tx } from '../../platform/database/open.ts'
import { auditDays, auditEntries } from '../../platform/database/schema/audit.ts'
import { licenseTransactions, transactionSearch } from '../../platform/database/schema/credits.ts'
import {
  expiryDays,
  licences,
  profiles,
  registrationDays,
  userCounts,
  users,
} from '../../platform/database/schema/users.ts'
import type { InPart } from './reconcile-sums.ts'

interface Findings {
  sums: Reconciliation['sums']
  /** How many more differences are named. */
  room: number
}

/**
 * Compares the kept counts of users and of the audit log with the rows, each kind of counts in a statement of its own: one
 * snapshot. The audit log is read a month at a time; with `since`, only the days from then on, as its rows never change.
 */
export const reconcileCounts = async (inPart: InPart, found: Findings, since?: Date): Promise<void> => {
  const zone = await inPart(zoneOf)
  const months = await inPart((tx) => auditMonths(tx, zone, since))
  for (const kind of [...kindsOf(zone), ...months.map((month) => auditOf(month, zone))])
    await reconcileKind(inPart, found, kind)
}

const reconcileKind = async (inPart: InPart, found: Findings, { labelOf, computed, stored }: Kind) => {
  const { sums } = found
  const { rows } = await inPart((tx) => tx.execute<Row>(compared(computed, stored, found.room)))
  sums.checked += rows[0]?.checked ?? 0
  sums.different += rows[0]?.different ?? 0
  for (const { name, ...row } of rows.slice(0, found.room))
    if (name !== null)
      sums.differences.push({
        ...labelOf(name),
        userCreatedName: '',
        stored: { transactions: row.stored, total: 0 },
        computed: { transactions: row.computed, total: 0 },
      })
}

/** Read once: as a part of a statement, the function would be called for each row. */
const zoneOf = async (tx: Tx): Promise<SQL> => {
  const { rows } = await tx.execute<{ zone: string }>(sql`select counted_zone() as zone`)
  return sql`${rows[0]?.zone}::text`
}

/** A difference, or the only row where there is none; each with the numbers of all counts and of all differences. */
interface Row extends Record<string, unknown> {
  checked: number
  different: number
  name: string | null
  stored: number
  computed: number
}

interface Kind {
  labelOf: (name: string) => { period: string; type: string }
  /** Statements that give `name` and `n`. */
  computed: SQL
  stored: SQL
}

const kindsOf = (zone: SQL): Kind[] => {
  const byDay = (day: SQL, n: SQL, table: SQL) => sql`
    select to_char(day, 'YYYY-MM-DD') as name, n from (
      select ${day} as day, ${n} as n from ${table} group by 1) as counts`
  const dayIn = (instant: SQL) => sql`(${instant} at time zone ${zone})::date`
  const nameOf = sql`'Usuarios de ' || coalesce((select name from ${profiles} where _id = profile), profile) || ', '
    || platform || case when use_tv_list then ', con' else ', sin' end || ' listas de canales'`
  const byKind = (n: SQL, table: SQL) => sql`
    select ${nameOf} as name, n from (
      select profile, platform, use_tv_list, ${n} as n from ${table} group by 1, 2, 3) as counts`
  const ofDays = (type: string) => (period: string) => ({ period, type })
  return [
    {
      labelOf: (type) => ({ period: '', type }),
      computed: byKind(sql`count(*)`, sql`${users} where deleted_at is null`),
      stored: byKind(sql`sum(users)`, sql`${userCounts}`),
    },
    {
      labelOf: ofDays('Usuarios registrados'),
      computed: byDay(dayIn(sql`date_create`), sql`count(*)`, sql`${users} where deleted_at is null`),
      stored: byDay(sql`day`, sql`sum(users)`, sql`${registrationDays}`),
    },
    {
      labelOf: ofDays('Licencias que vencen'),
      computed: byDay(dayIn(sql`date_expire`), sql`count(*)`, sql`${licences} where date_expire is not null`),
      stored: byDay(sql`day`, sql`sum(licences)`, sql`${expiryDays}`),
    },
  ]
}

/** Days of the service: the first one, and the first one after them. */
interface Days extends Record<string, unknown> {
  first: string
  end: string
}

/** The months that have entries or counts; the first one only from the day of `since` on, or the last day of all. */
const auditMonths = async (tx: Tx, zone: SQL, since: Date | undefined): Promise<Days[]> => {
  const dayIn = (instant: SQL) => sql`(${instant} at time zone ${zone})::date`
  const from = since && dayIn(sql`${since.toISOString()}::timestamptz`)
  const { rows } = await tx.execute<Days>(sql`
    with days as (
      select min(day) as first, max(day) as last from ${auditDays}
      union all select ${dayIn(sql`min(date)`)}, ${dayIn(sql`max(date)`)} from ${auditEntries}),
    ends as (select greatest(min(first), least(max(last), ${from ?? sql`min(first)`})) as first, max(last) as last from days)
    select greatest(first, month::date)::text as first, (month + interval '1 month')::date::text as "end"
    from ends cross join lateral generate_series(
      date_trunc('month', first::timestamp), last::timestamp, interval '1 month') as month`)
  return rows
}

/** The texts that searches read, of the transactions of some persons: each with the number of those that have it. */
const textsOf = (isTheirs: (column: SQL) => SQL): Kind => {
  const named = (owner: SQL) => sql`concat_ws(E'\n', u.name, ${owner}, t._id) as name, transactions as n`
  const owner = sql`case when u.deleted_at is null then coalesce(u.created_by, '') else '' end`
  return {
    labelOf: (name) => ({ period: '', type: `Búsqueda de movimientos de ${name.split('\n')[0]}` }),
    computed: sql`
      select ${named(owner)} from (
        select transaction_search_id(user_created, user_licensed, search) as _id, user_licensed,
          count(*) as transactions
        from ${licenseTransactions} where ${isTheirs(sql`user_licensed`)} group by 1, 2) as t
      join ${users} as u on u._id = t.user_licensed`,
    stored: sql`
      select ${named(sql`t.owner`)} from ${transactionSearch} as t join ${users} as u on u._id = t.user_licensed
      where ${isTheirs(sql`t.user_licensed`)}`,
  }
}

/** Compares the texts of the transactions of some persons, as far as searches read them, with the rows. */
export const reconcileTexts = (tx: Tx, found: Findings, isTheirs: (column: SQL) => SQL): Promise<void> =>
  reconcileKind((work) => work(tx), found, textsOf(isTheirs))

const actions = new Map<string, string>(Object.entries(AUDIT_ACTIONS))
const resources = new Map<string, string>(
  RESOURCES.map((resource) => {
    const { auditName, name } = entryOf(resource)
    return [resource, auditName ?? name.one]
  }),
)

const auditOf = ({ first, end }: Days, zone: SQL): Kind => {
  const named = (day: SQL, n: SQL) => sql`concat_ws(' ', ${day}, action, resource) as name, ${n} as n`
  const start = (day: string) => sql`${day}::timestamp at time zone ${zone}`
  return {
    labelOf: (name) => {
      const [period = '', action = '', resource = ''] = name.split(' ')
      return {
        period,
        type: `Auditoría: ${actions.get(action) ?? action}, ${resources.get(resource) ?? resource}`,
      }
    },
    computed: sql`
      select ${named(sql`day`, sql`n`)} from (
        select (date at time zone ${zone})::date as day, action, resource, count(*) as n from ${auditEntries}
        where date >= ${start(first)} and date < ${start(end)} group by 1, 2, 3) as counts`,
    stored: sql`
      select ${named(sql`day`, sql`sum(entries)`)} from ${auditDays}
      where day >= ${first}::date and day < ${end}::date group by day, action, resource`,
  }
}

const compared = (computed: SQL, stored: SQL, room: number): SQL => sql`
  with computed as materialized (${computed}),
  differences as (
    select name, coalesce(kept.n, 0)::float8 as stored, coalesce(computed.n, 0)::float8 as computed
    from (${stored}) as kept full join computed using (name)
    where coalesce(kept.n, 0) <> coalesce(computed.n, 0))
  select (select count(*) from computed)::float8 as checked, (select count(*) from differences)::float8 as different,
    differences.name, differences.stored, differences.computed
  from (select) as one left join differences on true order by name limit ${Math.max(1, room)}`
