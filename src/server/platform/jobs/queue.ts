import { SQL, sql } from 'drizzle-orm'
import type PgBoss from 'pg-boss'
import type { Database, Executor, Log, Tx } from '../database/open.ts'
import type { Context } from '../http/context.ts'

/** The queue's tables, which a migration creates; not part of backups. */
const SCHEMA = 'cartelera_jobs'
/** All kinds share one queue, so that one statement finds the next job and long ones take turns. */
const QUEUE = 'work'

/** How long a slice may take before it is taken for lost, in seconds: longer than any does on a slow machine. */
const EXPIRY = 15
/** Further attempts at a slice that fails or is killed; the pauses between them grow from a second to minutes. */
const RETRIES = 8

interface SliceOfWork {
  /** What the slice writes commits together with its end and the next slice. */
  tx: Tx
  context: Context
  /** What the job was enqueued with, such as the id of a batch. */
  key: string
}

type SliceState = 'more' | 'done'

interface LongWork extends Pick<SliceOfWork, 'context'> {
  log: Log
  unlessBusy: Database['unlessBusy']
}

export interface Sliced {
  /** Does at most a few seconds of work; after `more` it is called again, on any node. */
  slice(work: SliceOfWork): Promise<SliceState>
  readonly run?: undefined
}

interface Run {
  /** In place of a slice, what is more than one transaction. It may be done twice: the job ends in a transaction of its own. */
  run(work: LongWork): Promise<SliceState>
  readonly slice?: undefined
}

/** A kind of work: see docs/design/jobs.md. */
export type JobKind = (Sliced | Run) & {
  readonly name: string
  /** Seconds that a slice may take, where it can't be divided. */
  readonly longest?: number
  /** Called in place of a slice that failed too often. */
  giveUp?(work: SliceOfWork): Promise<void>
  /** Keys of unfinished work, which may have lost its job with a restored backup. */
  unfinished?(db: Executor): Promise<string[]>
  /** Runs at these times too, in the service's time zone; what was missed runs at the next start. */
  readonly cron?: string
}

const kinds = new Map<string, JobKind>()

/** Defines a kind of work; its module must be loaded by every node. */
export const jobKind = (kind: JobKind): JobKind => {
  kinds.set(kind.name, kind)
  return kind
}

export const kindOf = (name: string): JobKind | undefined => kinds.get(name)

export const definedKinds = (): JobKind[] => [...kinds.values()]

let loaded: Promise<PgBoss> | undefined

/** pg-boss, for its statements only: whose connection they go over is said with each call. Loaded when it is needed. */
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

/** A statement with numbered parameters, as pg-boss writes them. */
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

/**
 * Enqueues work in the caller's transaction; of one key at most one job waits. The caller wakes the worker of its node
 * once the transaction is committed.
 */
export const enqueue = async (
  executor: Executor,
  { name, longest = EXPIRY }: JobKind,
  key: string,
  startAfter?: Date,
): Promise<void> => {
  const boss = await pgBoss()
  await boss.send(
    QUEUE,
    { kind: name, key },
    {
      db: over(executor),
      singletonKey: `${name} ${key}`,
      expireInSeconds: longest,
      retryLimit: RETRIES,
      retryDelay: 1,
      retryBackoff: true,
      ...(startAfter && { startAfter }),
    },
  )
}

/** When a scheduled kind runs next. */
export const nextRun = async (cron: string, timeZone: string, now: Date): Promise<Date> => {
  const { default: cronParser } = await import('cron-parser')
  return cronParser.parseExpression(cron, { tz: timeZone, currentDate: now }).next().toDate()
}

export interface Job {
  id: string
  kind: string
  key: string
  /** Whether no attempt is left after this one. */
  isLast: boolean
}

/** Takes the next job that is due. */
export const takeJob = async (db: Executor): Promise<Job | undefined> => {
  let failure: unknown
  const { executeSql } = over(db)
  // pg-boss takes every error for a race that another node won.
  const noted: PgBoss.Db = {
    executeSql: (text, values) =>
      executeSql(text, values).catch((error) => {
        failure = error
        throw error
      }),
  }
  const boss = await pgBoss()
  const [job] = await boss.fetch<{ kind: string; key: string }>(QUEUE, { db: noted, includeMetadata: true })
  if (failure !== undefined) throw failure
  return job && { id: job.id, ...job.data, isLast: job.retryCount >= job.retryLimit }
}

/** Removes a job that has ended: what it did stands in the tables of its kind. */
export const removeJob = async (executor: Executor, { id }: Pick<Job, 'id'>): Promise<void> => {
  const boss = await pgBoss()
  await boss.deleteJob(QUEUE, id, { db: over(executor) })
}

/** Leaves a job that failed for another attempt after a pause. */
export const retryJob = async (executor: Executor, { id }: Pick<Job, 'id'>): Promise<void> => {
  const boss = await pgBoss()
  // Without the error, which the log has: it may name what people typed.
  await boss.fail(QUEUE, id, {}, { db: over(executor) })
}

const jobs = sql`${sql.identifier(SCHEMA)}.job`

/** Lets any node go on at once with a job that this one has begun; the attempt does not count. */
export const returnJob = async (executor: Executor, { id }: Pick<Job, 'id'>): Promise<void> => {
  await executor.execute(sql`
    update ${jobs} set state = 'retry', started_on = null where name = ${QUEUE} and id = ${id} and state = 'active'`)
}

/** The jobs whose node is gone: those that took too long, and with `all` every one that was begun. */
export const lostJobs = async (db: Executor, all: boolean): Promise<Job[]> => {
  const isLost = all ? sql`true` : sql`started_on + expire_in < now()`
  const { rows } = await db.execute<{ id: string; kind: string; key: string; isLast: boolean }>(sql`
    select id, data ->> 'kind' as kind, data ->> 'key' as key, retry_count >= retry_limit as "isLast"
    from ${jobs} where name = ${QUEUE} and state = 'active' and ${isLost} order by created_on`)
  return rows
}

/** Milliseconds until the next job is due; undefined when none waits. */
export const nextDue = async (db: Executor): Promise<number | undefined> => {
  const { rows } = await db.execute<{ due: number | null }>(sql`
    select (extract(epoch from min(start_after) - clock_timestamp()) * 1000)::float8 as due
    from ${jobs} where name = ${QUEUE} and state < 'active'`)
  return rows[0]?.due ?? undefined
}
