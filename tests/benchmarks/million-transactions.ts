import type pg from 'pg'

/** Days that the transactions are spread over, up to now. */
const DAYS = 1000

const chance = (salt: number) => `(abs(hashint4extended(i, ${salt})) % 1000000 / 1000000.0)`

/**
 * Sales of customers by whoever created them, in the order of their dates; of a hundred, three are refunds and two are
 * free, both by `sa`. The last word of a search text is the number of its customer.
 */
const insertTransactions = `
  with sa as (select _id, full_name from users where name_key = 'sa'),
  customers as materialized (select _id, full_name, name, created_by, row_number() over (order by _id) as place
    from users where created_by is not null and credit_to_resell = 0),
  rows as (
    select i, 1 + abs(hashint4extended(i, 11)) % (select count(*) from customers) as place, i % 100 as kind,
      now() - interval '1 day' * ${DAYS} * (1 - i / $3::float8) - interval '1 hour' as date
    from generate_series($1::int, $2::int) i)
  insert into license_transactions (_id, user_created, user_licensed, user_full_name, user_created_name, search, type,
    period, count, credit_price, total, status, seller_months, target_months, date_expire, new_date_expire, date,
    processed_at, posting)
  select '02000000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'), s._id, c._id, c.full_name, s.full_name,
    ' ' || translate(lower(c.full_name || ' ' || c.name || ' ' || s.full_name), 'áéíóúüñ', 'aeiouun'),
    k.type, 'MESES', k.count, 350.5, case when k.type = 'CREDIT' then 0 else 350.5 * k.count end,
    case when i % 10007 = 0 then 'CREATED' else 'PROCESSED' end,
    case when k.type = 'SALE' then -k.count else 0 end, 0, null, date + interval '1 month', date,
    case when i % 10007 = 0 then null else date end, case when i % 10007 = 0 then null else i end
  from rows join customers c using (place)
    cross join sa
    cross join lateral (select case when kind < 3 then 'REFUND' when kind < 5 then 'CREDIT' else 'SALE' end as type,
      1 + floor(3 * ${chance(12)})::int as count) k
    cross join lateral (select case when kind < 5 then sa._id else c.created_by end as _id) by
    join users s on s._id = by._id
  order by i`

/**
 * Adds so many transactions to a database with the users of `addUsers`. Indexes and kept figures are made afterwards,
 * and the table is left as autovacuum leaves it.
 */
export async function addTransactions(client: pg.Client, transactions: number): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = 'license_transactions'::regclass and not indisprimary`,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await client.query('alter table license_transactions disable trigger user')
  const batch = 500_000
  for (let from = 1; from <= transactions; from += batch)
    await client.query(insertTransactions, [from, Math.min(from + batch - 1, transactions), transactions])
  await client.query('alter table license_transactions enable trigger user')
  await client.query(`set maintenance_work_mem = '1GB'`)
  for (const { definition } of indexes) await client.query(definition)
  await client.query('vacuum (analyze) license_transactions')
}
