import { SQL, sql } from 'drizzle-orm'
import type PgBoss from 'pg-boss'
import type { Resource } from '../../../domain/registry.ts'
import type { Database, Executor, Log, Tx } from '../database/open.ts'
import type { Context } from '../http/context.ts'

/** The queue's tables, created by a migration; not part of backups. */
const SCHEMA = 'cartelera_jobs'
/** All kinds share one queue, so that one statement finds the next job, and long jobs alternate. */
const QUEUE = 'work'
const jobs = sql`${sql.identifier(SCHEMA)}.job`

/** Seconds after which a slice counts as lost: longer than any takes on a slow machine. */
const EXPIRY = 15
/** Retries of a slice that fails or is killed; the delays grow from a second to minutes. */
const RETRIES = 8

interface SliceOfWork {
  /** The slice's writes commit together with its end and the next slice. */
  tx: Tx
  context: Context
  /** The argument of `enqueue`, such as a batch's id. */
  key: string
}

/** `failed` and `cancelled` end the run: what the slice wrote stays, and it is not repeated. */
type SliceState = 'more' | 'done' | 'cancelled' | 'failed'

/** A slice's end, with what the list of runs shows of it. */
export interface SliceResult {
  state: SliceState
  /** Records that this slice processed. */
  done?: number
  /** Records that are left for the next slices. */
  left?: number
  /** What the records are. */
  resource?: Resource
  /** Why it failed or stopped, in Spanish. */
  message?: string
}

type SliceEnd = SliceState | SliceResult

interface LongWork extends Pick<SliceOfWork, 'context'> {
  log: Log
  unlessBusy: Database['unlessBusy']
}

export interface Sliced {
  /** Does at most a few seconds of work; after `more` it is called again, on any node. */
  slice(work: SliceOfWork): Promise<SliceEnd>
  readonly prepare?: undefined
  readonly run?: undefined
}

interface Prepared {
  /** Does what takes long without a transaction, and returns the slice that follows. */
  prepare(work: Omit<SliceOfWork, 'tx'>): Promise<Sliced['slice']>
  readonly slice?: undefined
  readonly run?: undefined
}

interface Run {
  /**
   * Instead of `slice`, for work of more than one transaction. May run twice, since the job ends in a transaction of
   * its own.
   */
  run(work: LongWork): Promise<SliceEnd>
  readonly slice?: undefined
  readonly prepare?: undefined
}

/** A kind of work: see docs/design/jobs.md. */
export type JobKind = (Sliced | Prepared | Run) & {
  readonly name: string
  /** Time limit of an indivisible slice, in seconds. */
  readonly longest?: number
  /** Called instead of a slice that failed too often. */
  giveUp?(work: SliceOfWork): Promise<void>
  /** Keys of unfinished work, whose jobs may be missing after a restored backup. */
  unfinished?(db: Executor): Promise<{ key: string; user: string }[]>
  /** Prepares the repetition of a job that was given up; false if its work is no longer pending. */
  repeat?(work: SliceOfWork): Promise<boolean>
  /** Also runs when its tables say so; read every few seconds, so by a small index. `now` decides what is due. */
  nextDue?(db: Executor): Promise<Date | undefined>
  /** Also runs on this schedule, in the service's time zone; missed runs happen at the next start. */
  readonly cron?: string
  /** Of a schedule: the settings leave its runs nothing to do. */
  isOffInSettings?(db: Executor): Promise<boolean>
  /** Of a schedule: why a run at this time would do nothing; undefined if it would. */
  outOfHours?(db: Executor, at: Pick<Context, 'now' | 'config'>): Promise<string | undefined>
  /** Of a schedule: it can't be switched off. */
  readonly isRequired?: boolean
}

let loaded: Promise<PgBoss> | undefined

/** pg-boss, only for its statements: each call passes the connection to use. Imported on demand. */
const pgBoss = (): Promise<PgBoss> => {
  loaded ??= import('pg-boss').then(
    ({ default: Boss }) =>
      new Boss({
        schema: SCHEMA,
        db: { executeSql: () => Promise.reject(new Error('A call of the queue without its connection')) },
      }),
  )
  return loaded
}

/** A statement with numbered parameters, as written by pg-boss. */
class Numbered extends SQL {
  readonly #text: string
  readonly #values: unknown[]

  constructor(text: string, values: unknown[]) {
    super([])
    this.#text = text
    this.#values = values
  }

  override toQuery() {
    return { sql: this.#text, params: this.#values }
  }
}

const over = (executor: Executor): PgBoss.Db => ({
  executeSql: (text, values) => executor.execute<Record<string, unknown>>(new Numbered(text, values)),
})

interface Sending {
  startAfter?: Date
  /** Id of the user who asked for it; null: the service. */
  user?: string | null
}

/**
 * Enqueues a job in the caller's transaction; at most one job per key waits, for the earlier time: a node that starts while
 * a slice runs may have scheduled the next run already. The caller wakes its node's worker after the commit.
 */
export const enqueue = async (
  executor: Executor,
  { name, longest = EXPIRY }: Pick<JobKind, 'name' | 'longest'>,
  key: string,
  { startAfter, user = null }: Sending = {},
): Promise<void> => {
  const boss = await pgBoss()
  const data = { kind: name, key, user }
  const singletonKey = `${name} ${key}`
  const inserted = await boss.send(QUEUE, data, {
    db: over(executor),
    singletonKey,
    expireInSeconds: longest,
    retryLimit: RETRIES,
    retryDelay: 1,
    retryBackoff: true,
    ...(startAfter && { startAfter }),
  })
  if (inserted !== null) return
  const start = startAfter ? sql`${startAfter.toISOString()}::timestamptz` : sql`now()`
  await executor.execute(sql`
    update ${jobs} set start_after = ${start}, data = ${JSON.stringify(data)}::jsonb
    where name = ${QUEUE} and singleton_key = ${singletonKey} and state = 'created' and start_after > ${start}`)
}

/** Next run of a scheduled kind. */
export const nextRun = async (cron: string, timeZone: string, now: Date): Promise<Date> => {
  const { default: cronParser } = await import('cron-parser')
  return cronParser.parseExpression(cron, { tz: timeZone, currentDate: now }).next().toDate()
}

export interface Job {
  id: string
  kind: string
  key: string
  /** Who asked for it; null: the service. */
  user: string | null
  /** Whether this is the last attempt. */
  isLast: boolean
}

/** Takes the next due job. */
export const takeJob = async (db: Executor): Promise<Job | undefined> => {
  let failure: unknown
  const { executeSql } = over(db)
  // pg-boss treats every error as a race won by another node.
  const noted: PgBoss.Db = {
    executeSql: (text, values) =>
      executeSql(text, values).catch((error) => {
        failure = error
        throw error
      }),
  }
  const boss = await pgBoss()
  const [job] = await boss.fetch<Pick<Job, 'kind' | 'key'> & Partial<Pick<Job, 'user'>>>(QUEUE, {
    db: noted,
    includeMetadata: true,
  })
  if (failure !== undefined) throw failure
  return job && { id: job.id, user: null, ...job.data, isLast: job.retryCount >= job.retryLimit }
}

/** Removes a finished job: its results are in its kind's tables. */
export const removeJob = async (executor: Executor, { id }: Pick<Job, 'id'>): Promise<void> => {
  const boss = await pgBoss()
  await boss.deleteJob(QUEUE, id, { db: over(executor) })
}

/** Schedules another attempt of a failed job. */
export const retryJob = async (executor: Executor, { id }: Pick<Job, 'id'>): Promise<void> => {
  const boss = await pgBoss()
  // Without the error, which is in the log: it may contain user input.
  await boss.fail(QUEUE, id, {}, { db: over(executor) })
}

/** Releases a started job to any node immediately; the attempt doesn't count. */
export const returnJob = async (executor: Executor, { id }: Pick<Job, 'id'>): Promise<void> => {
  await executor.execute(sql`
    update ${jobs} set state = 'retry', started_on = null where name = ${QUEUE} and id = ${id} and state = 'active'`)
}

/** Jobs of lost nodes: those past their time limit, or with `all` every started one. */
export const lostJobs = async (db: Executor, all: boolean): Promise<Job[]> => {
  const isLost = all ? sql`true` : sql`started_on + expire_in < now()`
  const { rows } = await db.execute<Pick<Job, 'id' | 'kind' | 'key' | 'user' | 'isLast'>>(sql`
    select id, data ->> 'kind' as kind, data ->> 'key' as key, data ->> 'user' as "user",
      retry_count >= retry_limit as "isLast"
    from ${jobs} where name = ${QUEUE} and state = 'active' and ${isLost} order by created_on`)
  return rows
}

/** Milliseconds until the next job is due; undefined if none waits. */
export const nextDue = async (db: Executor): Promise<number | undefined> => {
  const { rows } = await db.execute<{ due: number | null }>(sql`
    select (extract(epoch from min(start_after) - clock_timestamp()) * 1000)::float8 as due
    from ${jobs} where name = ${QUEUE} and state < 'active'`)
  return rows[0]?.due ?? undefined
}

/** A waiting or active job of a kind. */
interface Queued {
  kind: string
  isActive: boolean
  /** Whether it waits only for its turn. */
  isDue: boolean
  startAfter: Date
}

const isOf = (kind: string) => sql`name = ${QUEUE} and data ->> 'kind' = ${kind}`
const isWaiting = sql`state in ('created', 'retry')`

/** The jobs of these kinds that wait or run. With `isLocked`, those of one kind until the transaction ends. */
export const queued = async (
  db: Executor,
  kinds: readonly string[],
  { isLocked = false } = {},
): Promise<Queued[]> => {
  const { rows } = await db.execute<Omit<Queued, 'startAfter'> & { start: number }>(sql`
    select data ->> 'kind' as kind, state = 'active' as "isActive", start_after <= now() as "isDue",
      (extract(epoch from start_after) * 1000)::float8 as start
    from ${jobs} where name = ${QUEUE} and state <= 'active' and data ->> 'kind' = any(${sql.param([...kinds])})
    order by id ${isLocked ? sql`for update` : sql``}`)
  return rows.map(({ start, ...job }) => ({ ...job, startAfter: new Date(start) }))
}

/** Makes the waiting job of a kind due, on behalf of a user; false if none waits. */
export const hurryJob = async (executor: Executor, kind: string, user: string): Promise<boolean> => {
  const { rows } = await executor.execute(sql`
    update ${jobs} set start_after = now(), data = data || jsonb_build_object('user', ${user}::text)
    where ${isOf(kind)} and ${isWaiting} returning id`)
  return rows.length > 0
}

/** Removes the waiting jobs of a kind. */
export const removeWaiting = async (executor: Executor, kind: string): Promise<void> => {
  await executor.execute(sql`delete from ${jobs} where ${isOf(kind)} and ${isWaiting}`)
}
