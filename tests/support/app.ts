import type { LightMyRequestResponse } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { ListLimit } from '../../src/domain/contract/list-limit.ts'
import { buildApp } from '../../src/server/app.ts'
import { COLLECTIONS } from '../../src/server/collections.ts'
import { type Config, readConfig } from '../../src/server/config.ts'
import { idleLimit } from '../../src/server/platform/auth/sessions.ts'
import type { Collection } from '../../src/server/platform/database/collection.ts'
import type { Db } from '../../src/server/platform/database/open.ts'
import { installation } from '../../src/server/platform/database/schema/settings.ts'
import type { App, Context } from '../../src/server/platform/http/context.ts'
import type { SandboxSettings } from '../../src/server/platform/sandbox/sandbox.ts'
import { createDemo } from '../../src/server/start/demo.ts'
import { createFoundation } from '../../src/server/start/prepare.ts'
import { type Clock, createClock, HOUR } from './clock.ts'
import { watchAnswers } from './contract-watch.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { testSandbox } from './sandbox.ts'
import { silentLog } from './silent-log.ts'

export type Row = Record<string, unknown>

/** A response: `body` of one record or an error, `rows` of a list. */
export interface Answer {
  status: number
  headers: Record<string, unknown>
  text: string
  body: Row
  /** Throws for an error status. */
  readonly rows: Row[]
}

export interface CallOptions {
  headers?: Record<string, string>
  /** Remote address of the request. */
  address?: string
}

/** A client of the API. */
export interface Client {
  get(path: string, options?: CallOptions): Promise<Answer>
  post(path: string, body?: unknown, options?: CallOptions): Promise<Answer>
  put(path: string, body: unknown, options?: CallOptions): Promise<Answer>
  delete(path: string, options?: CallOptions): Promise<Answer>
}

export interface TestApp {
  readonly database: TestDatabase
  readonly db: Db
  readonly app: App
  /** Listens on a free port; returns its origin. */
  listen(): Promise<string>
  readonly context: Context
  /** Clock of the server. */
  readonly clock: Clock
  /** Responses so far that the contract does not declare; a test with any left at its end fails. */
  readonly undeclared: string[]
  /** Client without a token. */
  readonly anonymous: Client
  clientOf(token: string): Client
}

export interface TestAppOptions {
  config?: Partial<Config>
  health?: () => Promise<boolean>
  /** Lower list limits than in production. */
  listLimit?: ListLimit
  /** Other catalogue entities than in production. */
  collections?: readonly Collection[]
  /** Folder of a built admin. */
  admin?: string
  /** Prepares the database once for the file, whose tests then share their rows. */
  keep?: boolean
  /** Wraps the server's database. */
  around?: (db: Db) => Db
  /** Limits of the sandbox. */
  reading?: Partial<SandboxSettings>
  /** Uses a database that no other file shares. */
  own?: boolean
  /** Whether the installation is a demo, without its data. */
  isDemo?: boolean
  /** Changes the application before it is ready. */
  prepare?: (app: App) => void
}

/** Time of the clock at the start of a file, and of each test unless the file uses `keep`. */
const START = new Date('2026-03-15T14:30:00.000Z')

const NO_WORKERS = { start: async () => undefined, stop: async () => undefined }

/** Sets up a server with the profiles and settings of a first start; call it at the top of the test file. */
export function testApp(options: TestAppOptions = {}): TestApp {
  const {
    config = {},
    collections = COLLECTIONS,
    health = async () => true,
    admin,
    listLimit,
    keep = false,
    own = false,
    around = (db: Db) => db,
    reading = {},
    isDemo = false,
    prepare: change = () => undefined,
  } = options
  const database = testDatabase({ emptied: !keep, own })
  const clock = createClock(START)
  const context: Context = {
    get db() {
      return around(database.served.db)
    },
    // Files with many requests would exceed the rate limit.
    config: { ...readConfig({ REQUEST_LIMIT: '0' }), ...config },
    now: clock.now,
    collections,
    listLimit,
    health,
    readiness: () => database.served.readiness(),
    stats: () => database.served.stats(),
  }
  let app: App | undefined
  let undeclared: string[] = []
  const running = (): App => {
    if (!app) throw new Error('The server runs only while tests and their hooks run')
    return app
  }
  beforeAll(async () => {
    if (isDemo) context.demo = createDemo(database.served, context, () => silentLog, NO_WORKERS)
    app = await buildApp(context, { admin, sandbox: testSandbox(reading) })
    undeclared = watchAnswers(app)
    change(app)
    await app.ready()
  })
  afterAll(() => app?.close())
  afterEach(() => {
    expect(undeclared.splice(0), 'answers that the contract does not declare').toEqual([])
  })
  const prepare = async () => {
    clock.set(START)
    await createFoundation(database.db, clock.now())
    if (isDemo) await database.db.insert(installation).values({ isDemo, date: clock.now() })
  }
  if (keep) beforeAll(prepare)
  else beforeEach(prepare)
  beforeEach(({ onTestFailed }) => {
    refusals.length = 0
    onTestFailed(() => {
      const isIdle = clock.now().getTime() - START.getTime() >= idleLimit
      if (refusals.length > 0) throw new Error(`Its refused requests:\n${refusalText(isIdle)}`)
    })
  })
  return {
    database,
    clock,
    context,
    get db() {
      return database.db
    },
    get app() {
      return running()
    },
    listen: () => running().listen({ port: 0, host: '127.0.0.1' }),
    get undeclared() {
      return undeclared
    },
    get anonymous() {
      return clientOf(running())
    },
    clientOf: (token) => clientOf(running(), token),
  }
}

class Received implements Answer {
  readonly status: number
  readonly headers: Record<string, unknown>
  readonly text: string
  readonly body: Row
  readonly #request: string
  readonly #list: Row[]

  constructor(request: string, response: LightMyRequestResponse) {
    const isJson = /json/.test(String(response.headers['content-type']))
    const json = isJson ? response.json() : {}
    this.status = response.statusCode
    this.headers = response.headers
    this.text = response.body
    this.body = Array.isArray(json) ? {} : json
    this.#request = request
    this.#list = Array.isArray(json) ? json : []
  }

  get description(): string {
    return `${this.#request} answered ${this.status}: ${this.text}`
  }

  get rows(): Row[] {
    if (this.status >= 400) throw new Error(this.description)
    return this.#list
  }
}

/** The responses of a test with an error status. */
const refusals: Received[] = []

const IDLE = `The test's clock moved by ${idleLimit / HOUR} hours or more, which ends idle sessions: open another one after it
moves, clientOf(await openSession(db, user.id, clock.now())), with openSession of tests/support/people.ts.`

/** The last error responses of the test, with a hint if the clock may have ended an idle session. */
const refusalText = (isIdle: boolean): string => {
  const texts = refusals.slice(-10).map(({ description }) => description.slice(0, 300))
  const isEnded = isIdle && refusals.some(({ status }) => status === 401)
  return [...texts, ...(isEnded ? [IDLE] : [])].join('\n')
}

/** A client of an application, with a token or without. */
export function clientOf(app: App, token?: string): Client {
  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload: unknown,
    { headers = {}, address }: CallOptions = {},
  ): Promise<Answer> => {
    const response = await app.inject({
      method,
      url,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload === undefined
        ? {}
        : {
            payload:
              typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload),
          }),
      ...(address === undefined ? {} : { remoteAddress: address }),
    })
    const answer = new Received(`${method} ${url}`, response)
    if (answer.status >= 400) refusals.push(answer)
    return answer
  }
  return {
    get: (path, options) => call('GET', path, undefined, options),
    post: (path, body, options) => call('POST', path, body, options),
    put: (path, body, options) => call('PUT', path, body, options),
    delete: (path, options) => call('DELETE', path, undefined, options),
  }
}

/** The messages of a 422 response by field. */
export const validationErrorsOf = ({ body }: Answer): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body.errors ?? {}).map(([field, error]) => [field, String(error.message)]),
  )
