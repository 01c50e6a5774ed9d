import type pg from 'pg'

export const AGENTS = 100

/** Adds agents and their customers, each with a licence of 1 to 365 days from one transaction a day ago. */
export async function addLicensedCustomers(client: pg.Client, customers: number): Promise<void> {
  await client.query(`set cartelera.count_together = 'on'`)
  const person = (id: string, profile: string, owner: string) => `
    select ${id}, ' ' || ${id}, ${id}, ${id}, '', ${id}, ${id}, system_profile('${profile}'), 'com.cartelera.tv',
      ${owner}, now(), now()`
  const columns = `_id, search, name, name_key, password_hash, full_name, full_name_key, profile, platform, created_by,
    date_create, date_update`
  await client.query(`insert into users (${columns}) ${person(`'agente' || n`, 'agent', 'null')}
    from generate_series(1, ${AGENTS}) n`)
  await client.query(`insert into users (${columns})
    ${person(`'cliente' || n`, 'app', `'agente' || (1 + n % ${AGENTS})`)} from generate_series(1, ${customers}) n`)
  await client.query(`
    insert into license_transactions (_id, user_created, user_licensed, user_full_name, search, type, period, count,
      credit_price, total, status, until, new_date_expire, date, processed_at, posting)
    select 'm' || n, (select _id from users where name = 'sa'), 'cliente' || n, 'cliente' || n, ' cliente' || n, 'CREDIT',
      'DIAS', 1 + n % 365, 0, 0, 'PROCESSED', now() + interval '1 day' * (1 + n % 365),
      now() + interval '1 day' * (1 + n % 365), now() - interval '1 day', now() - interval '1 day',
      nextval('license_transactions_posting')
    from generate_series(1, ${customers}) n`)
  await client.query(`
    update licences set date_expire = t.new_date_expire from license_transactions t where t.user_licensed = licences._id`)
  await client.query('reset cartelera.count_together')
  await client.query('vacuum (analyze)')
}
