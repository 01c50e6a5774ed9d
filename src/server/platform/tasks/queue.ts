import { and, asc, eq, inArray, lte, min, ne, sql } from 'drizzle-orm'
import type { Resource } from '../../../domain/registry.ts'
import type { Database, Executor, Log, Tx } from '../database/open.ts'
import { tasks } from '../database/schema/tasks.ts'
import type { Context } from '../http/context.ts'

/** Seconds after which a chunk counts as lost: longer than any takes on a slow machine. */
const CHUNK_TIMEOUT = 15
/** Retries of a chunk that fails or is killed; the delays grow from a second to minutes. */
const MAX_RETRIES = 8

interface ChunkContext {
  /** The chunk's writes commit together with its end and the next chunk. */
  tx: Tx
  context: Context
  /** The argument of `enqueue`, such as a batch's id. */
  key: string
}

/** `failed` and `cancelled` end the run: what the chunk wrote stays, and it is not repeated. */
type ChunkState = 'more' | 'done' | 'cancelled' | 'failed'

/** A chunk's end, with what the list of runs shows of it. */
export interface ChunkResult {
  state: ChunkState
  /** Records that this chunk processed. */
  done?: number
  /** Records that are left for the next chunks. */
  left?: number
  /** What the records are. */
  resource?: Resource
  /** Why it failed or stopped, in Spanish. */
  message?: string
  /** Time limit of the next chunk, in seconds, if it is not that of its kind. */
  longest?: number
}

type ChunkEnd = ChunkState | ChunkResult

interface RunContext extends Pick<ChunkContext, 'context'> {
  log: Log
  unlessBusy: Database['unlessBusy']
}

export interface ChunkedKind {
  /** Does at most a few seconds of work; after `more` it is called again, on any node. */
  chunk(work: ChunkContext): Promise<ChunkEnd>
  readonly prepare?: undefined
  readonly run?: undefined
}

interface PreparedKind {
  /** Does what takes long without a transaction, and returns the chunk that follows. */
  prepare(work: Omit<ChunkContext, 'tx'>): Promise<ChunkedKind['chunk']>
  readonly chunk?: undefined
  readonly run?: undefined
}

interface RunKind {
  /**
   * Instead of `chunk`, for work of more than one transaction. May run twice, since the task ends in a transaction of
   * its own.
   */
  run(work: RunContext): Promise<ChunkEnd>
  readonly chunk?: undefined
  readonly prepare?: undefined
}

/** A kind of work: see docs/design/tasks.md. */
export type TaskKind = (ChunkedKind | PreparedKind | RunKind) & {
  readonly name: string
  /** Time limit of an indivisible chunk, in seconds. */
  readonly longest?: number
  /** Called instead of a chunk that failed too often. */
  giveUp?(work: ChunkContext): Promise<void>
  /** Keys of unfinished work, whose tasks may be missing after a restored backup. */
  unfinished?(db: Executor): Promise<{ key: string; user: string }[]>
  /** Prepares the repetition of a task that was given up; false if its work is no longer pending. */
  repeat?(work: ChunkContext): Promise<boolean>
  /** Also runs when rows of its tables are due. Queried every few seconds, so it needs a small index. */
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

/** The transaction's time; `due` has milliseconds, and would round it up into the future. */
const NOW = sql`date_trunc('milliseconds', now())`

interface EnqueueOptions {
  startAfter?: Date
  /** Id of the user who asked for it; null: the service. */
  user?: string | null
}

/**
 * Enqueues a task in the caller's transaction; at most one per kind and key waits, for the earlier time: a node that
 * starts while a chunk runs may have scheduled the next run already. The caller wakes its node's worker after the commit.
 */
export const enqueue = async (
  executor: Executor,
  { name: kind, longest = CHUNK_TIMEOUT }: { name: string; longest?: number | undefined },
  key: string,
  { startAfter, user = null }: EnqueueOptions = {},
): Promise<void> => {
  const due = startAfter ?? NOW
  await executor
    .insert(tasks)
    .values({ kind, key, user, due, longest })
    .onConflictDoUpdate({
      target: [tasks.kind, tasks.key],
      targetWhere: sql`state = 'waiting'`,
      set: { due: sql`excluded.due`, user },
      setWhere: sql`${tasks.due} > excluded.due`,
    })
}

/**
 * Enqueues the unfinished work of a kind that has no task, as after a restored backup. A second task of the same work
 * would begin a run of its own.
 */
export const enqueueMissing = async (db: Executor, kind: TaskKind): Promise<void> => {
  if (!kind.unfinished) return
  const queued = await db.select({ key: tasks.key }).from(tasks).where(eq(tasks.kind, kind.name))
  const keys = new Set(queued.map(({ key }) => key))
  for (const { key, user } of await kind.unfinished(db)) {
    if (!keys.has(key)) await enqueue(db, kind, key, { user })
  }
}

/** Next run of a scheduled kind. */
export const nextRun = async (cron: string, timeZone: string, now: Date): Promise<Date> => {
  const { default: cronParser } = await import('cron-parser')
  return cronParser.parseExpression(cron, { tz: timeZone, currentDate: now }).next().toDate()
}

export interface Task {
  _id: string
  kind: string
  key: string
  /** Who asked for it; null: the service. */
  user: string | null
  /** Whether this is the last attempt. */
  isLast: boolean
}

const TASK = {
  _id: tasks._id,
  kind: tasks.kind,
  key: tasks.key,
  user: tasks.user,
  isLast: sql<boolean>`${tasks.retries} >= ${MAX_RETRIES}`,
}

const isRunning = eq(tasks.state, 'running')
const isWaiting = ne(tasks.state, 'running')

/** Takes the next due task. */
export const takeTask = async (db: Executor): Promise<Task | undefined> => {
  const next = db
    .select({ _id: tasks._id })
    .from(tasks)
    .where(and(isWaiting, lte(tasks.due, sql`now()`)))
    .orderBy(asc(tasks.created), asc(tasks._id))
    .limit(1)
    .for('update', { skipLocked: true })
  const [task] = await db
    .update(tasks)
    .set({
      state: 'running',
      started: sql`now()`,
      retries: sql`${tasks.retries} + (${tasks.started} is not null)::integer`,
    })
    .where(eq(tasks._id, next))
    .returning(TASK)
  return task
}

/** Removes a finished task: its results are in its kind's tables. */
export const removeTask = async (executor: Executor, { _id }: Pick<Task, '_id'>): Promise<void> => {
  await executor.delete(tasks).where(eq(tasks._id, _id))
}

/** Schedules another attempt of a failed task, after 2 ^ retries to twice as many seconds. */
export const retryTask = async (executor: Executor, { _id }: Pick<Task, '_id'>): Promise<void> => {
  await executor
    .update(tasks)
    .set({
      state: 'retrying',
      due: sql`now() + interval '1 second' * 2 ^ ${tasks.retries} * (1 + random())`,
    })
    .where(and(eq(tasks._id, _id), isRunning))
}

/** Releases a started task to any node immediately; the attempt doesn't count. */
export const returnTask = async (executor: Executor, { _id }: Pick<Task, '_id'>): Promise<void> => {
  await executor
    .update(tasks)
    .set({ state: 'retrying', started: null })
    .where(and(eq(tasks._id, _id), isRunning))
}

/** Tasks of lost nodes: those past their time limit, or with `all` every started one. */
export const lostTasks = (db: Executor, all: boolean): Promise<Task[]> =>
  db
    .select(TASK)
    .from(tasks)
    .where(
      and(
        isRunning,
        all ? undefined : sql`${tasks.started} + interval '1 second' * ${tasks.longest} < now()`,
      ),
    )
    .orderBy(asc(tasks.created))

/** Milliseconds until the next task is due; undefined if none waits. */
export const nextDue = async (db: Executor): Promise<number | undefined> => {
  const [row] = await db
    .select({
      due: sql<number | null>`(extract(epoch from ${min(tasks.due)} - clock_timestamp()) * 1000)::float8`,
    })
    .from(tasks)
    .where(isWaiting)
  return row?.due ?? undefined
}

/** A waiting or running task of a kind. */
interface QueuedTask {
  kind: string
  isRunning: boolean
  /** Whether it waits only for its turn. */
  isDue: boolean
}

/** The tasks of these kinds that wait or run. With `isLocked`, until the transaction ends. */
export const queuedTasks = async (
  db: Executor,
  kinds: readonly string[],
  { isLocked = false } = {},
): Promise<QueuedTask[]> => {
  const query = db
    .select({
      kind: tasks.kind,
      isRunning: sql<boolean>`${isRunning}`,
      // Not `now()`: a transaction that waited for another one may have begun before that one.
      isDue: sql<boolean>`${tasks.due} <= clock_timestamp()`,
    })
    .from(tasks)
    .where(inArray(tasks.kind, [...kinds]))
    .orderBy(asc(tasks._id))
  return isLocked ? query.for('update') : query
}

/** Makes the waiting task of a kind due, on behalf of a user; false if none waits. */
export const makeDue = async (executor: Executor, kind: string, user: string): Promise<boolean> => {
  const hurried = await executor
    .update(tasks)
    .set({ due: NOW, user })
    .where(and(eq(tasks.kind, kind), isWaiting))
    .returning({ _id: tasks._id })
  return hurried.length > 0
}

/** Removes the waiting tasks of a kind. */
export const removeWaiting = async (executor: Executor, kind: string): Promise<void> => {
  await executor.delete(tasks).where(and(eq(tasks.kind, kind), isWaiting))
}
