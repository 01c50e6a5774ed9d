import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { VERSION } from '../../../../src/domain/version.ts'
import { buildApp } from '../../../../src/server/app.ts'
import type { App, Context } from '../../../../src/server/platform/http/context.ts'
import { createMetrics } from '../../../../src/server/platform/http/metrics.ts'
import { type Client, clientOf, testApp } from '../../../support/app.ts'
import { createTransaction, makeTransaction, process, saleOf, TYPE } from '../../../support/credits.ts'
import { PASSWORD, people, type SignedIn, signedIn, storeUser } from '../../../support/people.ts'

const TOKEN = 'una-clave-de-metricas'
const server = testApp({ keep: true })
let apps: App[] = []

/** An application with metrics, and its clients. */
interface Counted {
  app: App
  anonymous: Client
  as(person: SignedIn): Client
  scrape(): Promise<string>
  /** The value of a series, 0 if missing. */
  value(series: string): Promise<number>
}

const counted = async (changes: Partial<Context> = {}): Promise<Counted> => {
  const { db, now, collections, health, readiness, stats, config } = server.context
  const context = {
    db,
    now,
    collections,
    health,
    readiness,
    stats,
    config: { ...config, metricsToken: TOKEN },
    metrics: createMetrics(),
  }
  const app = await buildApp({ ...context, ...changes })
  await app.ready()
  apps.push(app)
  const anonymous = clientOf(app)
  const scrape = async () => {
    const { status, text } = await clientOf(app, TOKEN).get('/metrics')
    expect(status, text).toBe(200)
    return text
  }
  return {
    app,
    anonymous,
    as: ({ token }) => clientOf(app, token),
    scrape,
    value: async (series) => {
      const line = (await scrape()).split('\n').find((each) => each.startsWith(`${series} `))
      return Number(line?.slice(series.length) ?? 0)
    },
  }
}

let sa: SignedIn
beforeAll(async () => {
  sa = await signedIn(server, 'sa')
})
beforeEach(() => {
  apps = []
})
afterAll(async () => {
  for (const app of apps) await app.close()
})

describe('/metrics', () => {
  test('is a 404 without a token in the configuration', async () => {
    for (const client of [server.anonymous, server.clientOf(TOKEN), server.clientOf(sa.token)]) {
      expect((await client.get('/metrics')).status).toBe(404)
      expect((await client.post('/metrics')).status).toBe(404)
    }
  })

  test('requires the token', async () => {
    const { app, anonymous } = await counted()
    const wrong = [undefined, 'x', sa.token, `${TOKEN}x`, TOKEN.slice(1), TOKEN.toUpperCase()]
    for (const token of wrong) {
      const { status, headers, text } = await clientOf(app, token).get('/metrics')
      expect([status, headers['www-authenticate']], token).toEqual([401, 'Bearer'])
      expect(text).not.toContain('cartelera_')
    }
    expect((await anonymous.get(`/metrics?token=${TOKEN}`)).status).toBe(401)
    const answer = await clientOf(app, TOKEN).get('/metrics')
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.text).toMatch(/^# HELP /)
    expect((await clientOf(app, TOKEN).post('/metrics')).headers.allow).toBe('GET, HEAD')
  })

  test('names the version that the node runs', async () => {
    const { value } = await counted()
    expect(await value(`cartelera_info{version="${VERSION}"}`)).toBe(1)
  })

  test('counts requests by route, method and status, never by path', async () => {
    const { app, as, anonymous, scrape, value } = await counted()
    for (const id of [sa.id, 'nadie', 'secreto']) await as(sa).get(`/api/users/${id}`)
    await as(sa).get('/api/users/short?search=secreto')
    for (let index = 0; index < 30; index++) await anonymous.get(`/nada-${index}?secreto`)
    await app.inject({ method: 'PROPFIND' as 'GET', url: '/nada' })
    await anonymous.post('/api/users/short')
    const name = 'cartelera_http_requests_total'
    expect(await value(`${name}{method="GET",route="/api/users/:id",status="200"}`)).toBe(1)
    expect(await value(`${name}{method="GET",route="/api/users/:id",status="422"}`)).toBe(0)
    expect(await value(`${name}{method="GET",route="unknown",status="404"}`)).toBe(30)
    expect(await value(`${name}{method="other",route="unknown",status="404"}`)).toBe(1)
    expect(await value(`${name}{method="POST",route="unknown",status="405"}`)).toBe(1)
    const text = await scrape()
    expect(text).not.toMatch(/secreto|nada-|PROPFIND/)
    expect(text).not.toContain(sa.id)
    expect(text).toContain(
      'cartelera_http_request_duration_seconds_bucket{le="0.25",method="GET",route="/api/users/:id"}',
    )
  })

  test('counts sign-ins by outcome', async () => {
    const { anonymous, value } = await counted()
    const { name } = await storeUser(server, 'Administrador')
    const signIn = (body: object) => anonymous.post('/auth/local', body)
    await signIn({ name, password: PASSWORD })
    await signIn({ name, password: 'equivocada' })
    await signIn({ name: '', password: '' })
    await signIn({ name, password: PASSWORD, device: { macAddress: '00:11:22:33:44:55' } })
    const other = await storeUser(server, 'Administrador')
    for (let time = 0; time < 11; time++) await signIn({ name: other.name, password: 'equivocada' })
    const of = (client: string, outcome: string) =>
      value(`cartelera_sign_ins_total{client="${client}",outcome="${outcome}"}`)
    expect(await of('web', 'success')).toBe(1)
    expect(await of('web', 'wrong')).toBe(11)
    expect(await of('web', 'limited')).toBe(1)
    expect(await of('app', 'refused')).toBe(1)
  })

  test('counts sales once, with their credits and cents', async () => {
    const { as, value } = await counted()
    const team = await people(server)
    const admin = as(team.admin)
    await as(sa).put('/api/settings', { creditPriceMonthly: 12.35 })
    const { _id: customer } = await storeUser(server, 'app')
    const { body } = await createTransaction(admin, saleOf(customer, { count: 3 }))
    const of = (series: string, type: string) => value(`cartelera_ledger_${series}_total{type="${type}"}`)
    expect(await of('movements', 'sale')).toBe(0)
    for (let time = 0; time < 3; time++) expect((await process(admin, body._id)).status).toBe(200)
    await makeTransaction(admin, saleOf(customer, { type: TYPE.CREDIT, count: 2 }))
    await makeTransaction(admin, saleOf(customer, { type: TYPE.REFUND, count: 9999 }))
    expect([
      await of('movements', 'sale'),
      await of('credits', 'sale'),
      await of('amount_cents', 'sale'),
    ]).toEqual([1, 3, 3705])
    expect([await of('movements', 'credit'), await of('amount_cents', 'credit')]).toEqual([1, 0])
    expect(await of('movements', 'refund')).toBe(0)
  })

  test('is separate for each application', async () => {
    const [one, other] = [await counted(), await counted()]
    await one.anonymous.get('/health')
    const series = 'cartelera_http_requests_total{method="GET",route="/health",status="200"}'
    expect([await one.value(series), await other.value(series)]).toEqual([1, 0])
  })

  test('includes the process, its event loop and the database', async () => {
    const text = await (await counted()).scrape()
    for (const name of [
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_p99_seconds',
      'cartelera_database_up 1',
      'cartelera_database_waiting{pool=',
      'cartelera_database_connections{pool=',
      'cartelera_database_connections_max{pool=',
    ])
      expect(text).toContain(`\n${name}`)
    expect(Number(/\ncartelera_database_size_bytes (\S+)/.exec(text)?.[1])).toBeGreaterThan(1_000_000)
    expect(text).toContain('\ncartelera_outbox_waiting{kind="mail"} 0\n')
  })

  test('queries the size of the database once a minute at most', async () => {
    let asked = 0
    const db = new Proxy(server.db, {
      get: (target, name, receiver) => {
        if (name === 'execute') asked++
        const found: unknown = Reflect.get(target, name, receiver)
        return typeof found === 'function' ? found.bind(target) : found
      },
    })
    const { scrape } = await counted({ db })
    for (let time = 0; time < 3; time++) await scrape()
    server.clock.advance(59_000)
    await scrape()
    expect(asked).toBe(1)
    server.clock.advance(1_000)
    await scrape()
    expect(asked).toBe(2)
  })

  test('does not wait for a hanging database', async () => {
    const never = new Promise<never>(() => undefined)
    const db = new Proxy(server.db, {
      get: (target, name, receiver) =>
        name === 'execute' ? () => never : Reflect.get(target, name, receiver),
    })
    const { scrape } = await counted({ db, health: () => never })
    const text = await scrape()
    expect(text).toContain('\ncartelera_database_up 0')
    expect(text).not.toMatch(/\ncartelera_database_size_bytes /)
  })
})
