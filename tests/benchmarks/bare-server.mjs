// The reference of requests.bench.ts: returns the same rows of the same database by named statements, with the same
// session check, and nothing else. Plain JavaScript, so that Node 20 runs it directly.
import { createHash } from 'node:crypto'
import { verify } from '@node-rs/argon2'
import fastify from 'fastify'
import pg from 'pg'
import { v7 as newId } from 'uuid'

const IDLE = 12 * 3_600_000
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  options: '-c TimeZone=UTC -c max_parallel_workers_per_gather=1',
})

const hashOf = (token) => createHash('sha256').update(token).digest('hex')

const SESSION = {
  name: 'session',
  text: `select u._id, u.name, u.full_name, p._id as profile, p.name as profile_name, p.is_system, p.access_web,
      s.last_use, s.is_app
    from sessions s join users u on u._id = s."user" join profiles p on p._id = u.profile
    where s.token_hash = $1 and s.last_use > $2 and u.deleted_at is null and u.status = 'enable'`,
}
/** The limit as a literal, as in the product: a generic plan would not know a parameter. */
const pageOf = (limit) => ({
  name: `page of ${limit}`,
  text: `select u._id, u.name, u.full_name as "fullName", u.email, u.address, u.tele_phone as "telePhone",
      u.cel_phone as "celPhone", u.comment, u.mail_notify as "mailNotify", u.profile, p.name as "profileName",
      u.platform, u.use_tv_list as "useTvList", u.status, coalesce(b.months, 0) as "creditToResell",
      l.date_expire as "dateExpire", u.device, u.views, u.last_login as "lastLogin", u.user_create as "userCreate",
      u.user_update as "userUpdate", u.date_create as "dateCreate", u.date_update as "dateUpdate"
    from users u join profiles p on p._id = u.profile
      join licences l on l._id = u._id left join balances b on b._id = u._id
    where u.deleted_at is null order by u.name_key, u._id limit ${limit}`,
})
const COUNT = {
  name: 'count',
  text: 'select count(*)::int as count from (select 1 from users where deleted_at is null limit 100001) as found',
}
/** Above the limit, the planner's estimate. */
const ESTIMATE = 'explain (format json) select 1 from users where deleted_at is null'
const SETTINGS = { name: 'settings', text: 'select value, date_update as "dateUpdate" from settings' }
const USER = {
  name: 'user',
  text: 'select _id, password_hash as hash from users where name_key = $1 and deleted_at is null',
}
const OPEN = {
  name: 'open',
  text: 'insert into sessions (token_hash, "user", is_app, created_at, last_use) values ($1, $2, false, $3, $3)',
}

const app = fastify()

const currentUser = async ({ headers }) => {
  const values = [hashOf(headers.authorization.slice(7)), new Date(Date.now() - IDLE)]
  const { rows } = await pool.query({ ...SESSION, values })
  if (!rows[0]?.access_web) throw new Error('No session')
  return rows[0]
}

app.get('/api/users/short', async (request) => {
  await currentUser(request)
  return (await pool.query(pageOf(Number(request.query.limit)))).rows
})
app.get('/api/users/size', async (request) => {
  await currentUser(request)
  const [found] = (await pool.query(COUNT)).rows
  if (found.count <= 100_000) return found
  const { rows } = await pool.query(ESTIMATE)
  return { count: rows[0]['QUERY PLAN'][0].Plan['Plan Rows'], approximate: true, reachable: 100_000 }
})
app.get('/api/settings', async (request) => {
  await currentUser(request)
  const [{ value, dateUpdate }] = (await pool.query(SETTINGS)).rows
  return { ...value, dateUpdate }
})
app.post('/auth/local', async ({ body }) => {
  const [user] = (await pool.query({ ...USER, values: [body.name] })).rows
  if (!(await verify(user.hash, body.password))) throw new Error('Wrong password')
  const token = newId()
  await pool.query({ ...OPEN, values: [hashOf(token), user._id, new Date()] })
  return { token }
})

/** Recorded statements of a sale, including the session's: see `recordSale` in requests.bench.ts. */
const { post, put, parts } = JSON.parse(process.env.SALE ?? '{}')
let sales = 0

/** Sends recorded statements with the ids and dates of another sale; returns their last row. */
async function repeat(statements, given) {
  const shift = 1000 * ++sales
  const values = new Map(
    parts.map(({ of, recorded }) => {
      if (of === 'expiry') return [recorded, new Date(Date.parse(recorded) + shift).toISOString()]
      if (of === 'now') return [recorded, new Date().toISOString()]
      return [recorded, given[of] ?? newId()]
    }),
  )
  const client = await pool.connect()
  let row
  try {
    for (const { text, name, values: recorded } of statements) {
      const own = recorded.map((value) => values.get(value) ?? value)
      const { rows } = await client.query(own.length === 0 ? text : { name, text, values: own })
      row = rows[0] ?? row
    }
  } finally {
    client.release()
  }
  return row
}

const customers = new Map()
app.post('/api/license_transactions', async ({ body: { userLicensed } }) => {
  const transaction = newId()
  customers.set(transaction, userLicensed)
  return { ...(await repeat(post, { transaction, customer: userLicensed })), _id: transaction }
})
app.put('/api/license_transactions/:id', async ({ params: { id } }) => {
  return repeat(put, { transaction: id, customer: customers.get(id) })
})

console.log(`escucha en ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
process.once('SIGTERM', () => process.exit(0))
