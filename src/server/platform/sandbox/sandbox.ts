import { Worker } from 'node:worker_threads'
import pLimit, { type LimitFunction } from 'p-limit'
import { locateFile } from '../database/locate-file.ts'
import { Invalid, Overloaded, type SourceFailed } from '../http/errors.ts'
import { sourceFailed } from '../outbound/source-failures.ts'
import type { Message, RangeResponse, ReadRange, Task } from './messages.ts'

/** A function that a thread runs, of its input and, for large files, of a callback that reads a range. */
type FileParser = (input: never, range: ReadRange) => unknown

export interface ParseOptions {
  /** The id of the user who sent the request. */
  user: string
  /** The error of a file that exceeds its time or memory. */
  stopped: () => Error
  /** Milliseconds of a large file, if that is more than the limit of all. */
  timeLimit?: number
  /** Source of a large file's ranges. */
  range?: ReadRange
}

/** Reads untrusted files, each in a thread with limited time and memory: docs/design/foreign-files.md. */
export interface Sandbox {
  /**
   * Runs the thread's parser of a kind, whose type is R. Rejects with the parser's SourceFailed or Invalid, with
   * `stopped()`, or with Overloaded if the queue is full.
   */
  parse<R extends FileParser>(
    kind: string,
    input: Parameters<R>[0],
    options: ParseOptions,
  ): Promise<Awaited<ReturnType<R>>>
  /** Number of threads. */
  running(): number
  /** Terminates all threads; running and further readings fail. */
  close(): Promise<void>
}

export interface SandboxSettings {
  /** Path of the built thread, if not the built server's. */
  file?: string
  /** Milliseconds per file, without loading the parser; longer than the limit for fetching. */
  timeLimit?: number
  /** Heap limit in MiB. */
  memoryLimit?: number
  /** Concurrent threads, and queued readings in total and per user. */
  atOnce?: number
  mostWaiting?: number
  mostWaitingOfUser?: number
}

const RETRY_AFTER_SECONDS = 15

/** Where the dev server, which runs the sources, builds the thread: Node alone does not run TypeScript. */
const BUILT_FOR_SOURCES = '../../../../.cache/dev/sandbox-thread.js'

/** The error of a URL whose content takes too much time or memory. */
export const sourceTooCostly = (): SourceFailed => sourceFailed('tooCostly')

/** The error of an uploaded file that takes too much time or memory. */
export const fileTooCostly = (): Invalid =>
  new Invalid([{ field: '', message: 'Leer el archivo toma demasiado tiempo o memoria.' }])

export function createSandbox({
  file,
  timeLimit = 15_000,
  memoryLimit = 192,
  atOnce = 4,
  mostWaiting = 16,
  mostWaitingOfUser = 3,
}: SandboxSettings = {}): Sandbox {
  const inTurn = pLimit(atOnce)
  /** One reading at a time per user, so that no user can occupy all threads. */
  const queues = new Map<string, LimitFunction>()
  const threads = new Set<Worker>()
  let isClosed = false

  const start = (task: Task): Worker => {
    const thread = new Worker(file ?? locateFile('sandbox-thread.js', BUILT_FOR_SOURCES), {
      workerData: task,
      // A thread that reads untrusted content gets neither the options nor the environment of this process.
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: memoryLimit, maxYoungGenerationSizeMb: 32 },
    })
    threads.add(thread)
    thread.once('exit', () => threads.delete(thread))
    return thread
  }

  /** Returns the outcome as soon as it is known, but keeps the slot until the thread has exited. */
  const run = (
    task: Task,
    options: ParseOptions,
    settle: (outcome: Promise<unknown>) => void,
  ): Promise<void> =>
    inTurn(async () => {
      if (isClosed) return settle(Promise.reject(new Overloaded(RETRY_AFTER_SECONDS)))
      const thread = start(task)
      const ended = new Promise((resolve) => thread.once('exit', resolve))
      settle(threadResult(thread, options, timeLimit).finally(() => thread.terminate()))
      await ended
    })

  const inTurnOf = async (user: string, work: () => Promise<void>): Promise<void> => {
    const queue = queues.get(user) ?? pLimit(1)
    queues.set(user, queue)
    if (queue.pendingCount >= mostWaitingOfUser) throw new Overloaded(RETRY_AFTER_SECONDS)
    await queue(async () => {
      if (inTurn.pendingCount >= mostWaiting) throw new Overloaded(RETRY_AFTER_SECONDS)
      await work()
    }).finally(() => {
      if (queue.activeCount + queue.pendingCount === 0) queues.delete(user)
    })
  }

  return {
    parse<R extends FileParser>(kind: string, input: Parameters<R>[0], options: ParseOptions) {
      return new Promise<Awaited<ReturnType<R>>>((resolve, reject) => {
        const settle = (outcome: Promise<unknown>) => resolve(asOutput<R>(outcome))
        inTurnOf(options.user, () => run({ kind, input }, options, settle)).catch(reject)
      })
    },
    running: () => threads.size,
    async close() {
      isClosed = true
      await Promise.all([...threads].map((thread) => thread.terminate()))
    },
  }
}

/** The thread posts what the parser of this kind returns. */
const asOutput = <R extends FileParser>(outcome: Promise<unknown>) =>
  outcome as Promise<Awaited<ReturnType<R>>>

/** The result of a thread, unless it exceeds its time or memory. */
const threadResult = (
  thread: Worker,
  { stopped, range, timeLimit = 0 }: ParseOptions,
  leastLimit: number,
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(stopped()), Math.max(timeLimit, leastLimit))
    thread.once('exit', () => {
      clearTimeout(timer)
      reject(new Error('The sandbox thread ended without a result'))
    })
    thread.once('error', (error) => reject(isOutOfMemory(error) ? stopped() : error))
    thread.on('message', (message: Message) => {
      if ('loaded' in message) timer.refresh()
      else if ('range' in message) void sendRange(thread, message.range, range).catch(reject)
      else if ('value' in message) resolve(message.value)
      else reject(toError(message))
    })
  })

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** Sends a range; errors of its source, such as an unavailable database, are thrown. */
async function sendRange(
  thread: Worker,
  { id, from, length }: { id: number; from: number; length: number },
  range: ReadRange | undefined,
): Promise<void> {
  if (!range) throw new Error('There is nothing to read ranges of')
  const bytes = await range(from, length).catch((error: unknown) => {
    if (error instanceof RangeError) return undefined
    throw error
  })
  const answer: RangeResponse = { id, bytes }
  thread.postMessage(answer)
}

function toError(
  message: Exclude<Message, { loaded: true } | { range: unknown } | { value: unknown }>,
): Error {
  if ('failure' in message) return sourceFailed(message.failure)
  if ('errors' in message) return new Invalid(message.errors)
  const { stack } = message.fault
  return Object.assign(new Error(message.fault.message), stack === undefined ? {} : { stack })
}
