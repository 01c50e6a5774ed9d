import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach } from 'vitest'
import { allGrants, type Flag, grants } from '../../src/domain/access/permissions.ts'
import { buildApp } from '../../src/server/app.ts'
import { readConfig } from '../../src/server/config.ts'
import { newId } from '../../src/server/database/ids.ts'
import type { Db } from '../../src/server/database/open.ts'
import { profiles, users } from '../../src/server/database/schema/users.ts'
import type { App } from '../../src/server/http/app-type.ts'
import { openSession } from '../../src/server/http/sessions.ts'
import { createFoundation } from '../../src/server/start/first-start.ts'
import { type TestDatabase, testDatabase } from './database.ts'

export type Row = Record<string, unknown>

/** What the server said: `body` of one record or an error, `rows` of a list. */
export interface Answer {
  status: number
  headers: Record<string, unknown>
  text: string
  body: Row
  rows: Row[]
}

/** Somebody who calls the API. */
export interface Client {
  get(path: string): Promise<Answer>
  post(path: string, body: unknown): Promise<Answer>
  put(path: string, body: unknown): Promise<Answer>
  delete(path: string): Promise<Answer>
}

export interface Catalogue {
  readonly database: TestDatabase
  readonly app: App
  /** Somebody with every permission. */
  readonly operator: Client
  /** Nobody: calls without a token. */
  readonly stranger: Client
  /** Signs somebody in with these routes of the menus, and these flags, alone. */
  withGrants(flags: Readonly<Record<string, readonly Flag[]>>): Promise<Client>
  /** Signs somebody in with one of the first profiles. */
  withProfile(name: string): Promise<Client>
  /** What the server takes for now; stands still. */
  now: Date
}

interface Options {
  /** Keeps what the file's first `beforeAll` stored, for tests that only read. */
  keep?: boolean
  env?: () => Record<string, string>
  /** Stands between the server and its database. */
  around?: (db: Db) => Db
}

/** Gives the test file a server with an empty catalogue; call it at the top of the file. */
export function testCatalogue({
  keep = false,
  env = () => ({}),
  around = (db) => db,
}: Options = {}): Catalogue {
  const database = testDatabase({ truncate: !keep })
  let app: App | undefined
  let operator: Client | undefined
  const catalogue: Catalogue = {
    database,
    now: new Date('2026-03-01T12:00:00.000Z'),
    get app() {
      return present(app)
    },
    get operator() {
      return present(operator)
    },
    get stranger() {
      return clientOf(present(app))
    },
    withGrants: (flags) => signIn(grants(flags)),
    async withProfile(name) {
      const [profile] = await database.db.select().from(profiles).where(eq(profiles.name, name))
      return signInWith(present(profile)._id)
    },
  }
  const dates = () => ({ dateCreate: catalogue.now, dateUpdate: catalogue.now })
  const signIn = async (routeAccess: ReturnType<typeof grants>) => {
    const name = `perfil ${newId()}`
    const flags = { accessWeb: true, accessApp: false, dateValidate: false, deviceValidate: false }
    const row = { _id: newId(), name, nameKey: name, search: ` ${name}`, ...flags, routeAccess }
    await database.db.insert(profiles).values({ ...row, ...dates() })
    return signInWith(row._id)
  }
  const signInWith = async (profile: string) => {
    const _id = newId()
    const person = { name: `persona-${_id}`, nameKey: _id, fullName: 'Persona', fullNameKey: 'persona' }
    const row = { _id, ...person, passwordHash: '-', platform: 'com.cartelera.tv', search: ' persona' }
    await database.db.insert(users).values({ ...row, profile, ...dates() })
    return clientOf(present(app), await openSession(database.db, _id, catalogue.now))
  }
  const prepare = async () => {
    await createFoundation(database.db, catalogue.now)
    operator = await signIn(allGrants())
  }
  beforeAll(async () => {
    const config = readConfig(env())
    const health = async () => true
    app = await buildApp({ db: around(database.db), config, now: () => catalogue.now, health })
    await app.ready()
    if (keep) await prepare()
    return () => app?.close()
  })
  if (!keep) beforeEach(prepare)
  return catalogue
}

function clientOf(app: App, token?: string): Client {
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: unknown) => {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
    if (payload !== undefined) headers['content-type'] = 'application/json'
    const body = payload === undefined ? {} : { payload: JSON.stringify(payload) }
    const response = await app.inject({ method, url, headers, ...body })
    const json = /json/.test(String(response.headers['content-type'])) ? response.json() : undefined
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      body: Array.isArray(json) ? {} : (json ?? {}),
      rows: Array.isArray(json) ? json : [],
    }
  }
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
    delete: (path) => call('DELETE', path),
  }
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The server runs only while tests and their hooks run')
  return value
}
