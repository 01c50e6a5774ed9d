import { type SQL, sql } from 'drizzle-orm'
import type { Reconciliation } from '../../../domain/credits/endpoints.ts'
import type { Tx } from '../../platform/database/open.ts'
import {
  expiryDays,
  profiles,
  registrationDays,
  userCounts,
  users,
} from '../../platform/database/schema/users.ts'

interface Findings {
  sums: Reconciliation['sums']
  /** How many more differences are named. */
  room: number
}

/** Compares the kept counts of users with the users, each kind of counts in a statement of its own: one snapshot. */
export const reconcileUserCounts = async (
  inPart: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  found: Findings,
): Promise<void> => {
  const { sums } = found
  const zone = await inPart(zoneOf)
  for (const { type, computed, stored } of kindsOf(zone)) {
    const { rows } = await inPart((tx) => tx.execute<Row>(compared(computed, stored, found.room)))
    sums.checked += rows[0]?.checked ?? 0
    sums.different += rows[0]?.different ?? 0
    for (const { name, ...row } of rows.slice(0, found.room))
      if (name !== null)
        sums.differences.push({
          ...(type === undefined ? { period: '', type: name } : { period: name, type }),
          userCreatedName: '',
          stored: { transactions: row.stored, total: 0 },
          computed: { transactions: row.computed, total: 0 },
        })
  }
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
  /** Of counts by day; others name their type themselves. */
  type?: string
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
  return [
    {
      computed: byKind(sql`count(*)`, sql`${users} where deleted_at is null`),
      stored: byKind(sql`sum(users)`, sql`${userCounts}`),
    },
    {
      type: 'Usuarios registrados',
      computed: byDay(dayIn(sql`date_create`), sql`count(*)`, sql`${users} where deleted_at is null`),
      stored: byDay(sql`day`, sql`sum(users)`, sql`${registrationDays}`),
    },
    {
      type: 'Licencias que vencen',
      computed: byDay(
        dayIn(sql`date_expire`),
        sql`count(*)`,
        sql`${users} where deleted_at is null and date_expire is not null`,
      ),
      stored: byDay(sql`day`, sql`sum(licences)`, sql`${expiryDays}`),
    },
  ]
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
