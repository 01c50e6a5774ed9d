import { Worker } from 'node:worker_threads'
import { DatabaseError } from '../errors.ts'
import { locateFile } from '../locate-file.ts'

/** A running embedded database: a worker thread that handles one request at a time. */
export interface Engine {
  /** Sends a request; terminates the engine if it is not answered within `limit` milliseconds (0: no limit). */
  call(verb: Verb, request?: object, limit?: number): Promise<unknown>
  stop(): Promise<void>
  /** Resolves when the thread has exited. */
  ended: Promise<void>
}

export interface EngineSource {
  /** Data folder; without it, the data are kept in memory. */
  dataDir?: string
  /** File with a dumped data folder to start from. */
  snapshot?: string
}

export type Verb = 'query' | 'exec' | 'dump' | 'close'

interface Pending {
  resolve(value: unknown): void
  reject(error: Error): void
  timer?: NodeJS.Timeout | undefined
}

interface EngineResponse {
  id: number
  value?: unknown
  error?: { message: string }
}

/** Starts a worker thread on the data; rejects if the data cannot be opened. */
export async function startEngine(source: EngineSource): Promise<Engine> {
  const worker = new Worker(locateFile('embedded/worker.mjs', 'embedded-worker.js'), {
    workerData: source,
    // The worker must not inherit the main thread's options, such as a test runner's loaders.
    execArgv: [],
  })
  const pending = new Map<number, Pending>()
  let failure: Error | undefined
  const fail = (reason: Error) => {
    failure ??= new DatabaseError('The embedded database ended', { cause: reason })
    for (const each of pending.values()) {
      clearTimeout(each.timer)
      each.reject(failure)
    }
    pending.clear()
  }
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', (code) => {
      fail(new Error(`worker thread ended with ${code}`))
      resolve()
    })
  })
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve())
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`worker thread ended with ${code}`)))
  })
  worker.on('error', fail)
  worker.on('message', (response: EngineResponse) => settle(pending, response))
  let next = 1
  return {
    ended,
    call(verb, request = {}, limit = 0) {
      return new Promise((resolve, reject) => {
        if (failure) return reject(failure)
        const id = next++
        const expire = () => {
          fail(new Error(`no response within ${limit} ms`))
          void worker.terminate()
        }
        pending.set(id, { resolve, reject, timer: limit ? setTimeout(expire, limit) : undefined })
        try {
          worker.postMessage({ ...request, id, verb })
        } catch (error) {
          clearTimeout(pending.get(id)?.timer)
          pending.delete(id)
          reject(error)
        }
      })
    },
    async stop() {
      await worker.terminate()
    },
  }
}

function settle(pending: Map<number, Pending>, { id, value, error }: EngineResponse): void {
  const request = pending.get(id)
  if (!request) return
  pending.delete(id)
  clearTimeout(request.timer)
  if (error) request.reject(Object.assign(new Error(error.message), error))
  else request.resolve(value)
}
