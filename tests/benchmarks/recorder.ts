import type { InjectOptions } from 'fastify'
import pg from 'pg'
import { buildApp } from '../../src/server/app.ts'
import { COLLECTIONS } from '../../src/server/collections.ts'
import { readConfig } from '../../src/server/config.ts'
import { openDatabase } from '../../src/server/platform/database/open.ts'
import { silentLog } from '../support/silent-log.ts'

/** A recorded statement. */
export interface Statement {
  text: string
  values: unknown[]
  /** Name, if it is a prepared statement. */
  name?: string
}

/** An application in this process that records its statements. */
export interface Recorder {
  /** The statements of a request. */
  statementsOf(path: string, token: string): Promise<Statement[]>
  /** The response body of any request, with its statements. */
  answerTo(request: InjectOptions, token: string): Promise<{ body: string; statements: Statement[] }>
  close(): Promise<void>
}

function statementOf(query: unknown, values: unknown): Statement | undefined {
  if (typeof query === 'string') return { text: query, values: Array.isArray(values) ? values : [] }
  if (typeof query !== 'object' || query === null || !('text' in query) || typeof query.text !== 'string')
    return undefined
  const own = 'values' in query ? query.values : values
  const name = 'name' in query && typeof query.name === 'string' ? { name: query.name } : {}
  return { text: query.text, values: Array.isArray(own) ? own : Array.isArray(values) ? values : [], ...name }
}

/** Records everything sent to PostgreSQL, until stopped. */
export function listen(): { recorded: Statement[]; stop: () => void } {
  const recorded: Statement[] = []
  const { query } = pg.Client.prototype
  const listening = function (this: pg.Client, ...parameters: unknown[]) {
    const statement = statementOf(parameters[0], parameters[1])
    if (statement) recorded.push(statement)
    return Reflect.apply(query, this, parameters)
  }
  Object.assign(pg.Client.prototype, { query: listening })
  return { recorded, stop: () => void Object.assign(pg.Client.prototype, { query }) }
}

/** Opens the application on a database and records its statements. */
export async function openRecorder(databaseUrl: string): Promise<Recorder> {
  const { recorded, stop } = listen()
  const database = await openDatabase({ databaseUrl, dataDir: '', log: silentLog })
  const app = await buildApp({
    db: database.db,
    config: readConfig({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' }),
    now: () => new Date(),
    collections: COLLECTIONS,
    health: database.health,
    readiness: database.readiness,
    stats: database.stats,
  })
  const answerTo = async (request: InjectOptions, token: string) => {
    recorded.length = 0
    const headers = { ...request.headers, authorization: `Bearer ${token}` }
    const { statusCode, body } = await app.inject({ ...request, headers })
    if (statusCode >= 300) throw new Error(`${String(request.url)}: ${statusCode} ${body}`)
    return { body, statements: [...recorded] }
  }
  return {
    answerTo,
    statementsOf: async (path, token) => (await answerTo({ url: path }, token)).statements,
    async close() {
      await app.close()
      await database.close()
      stop()
    },
  }
}
