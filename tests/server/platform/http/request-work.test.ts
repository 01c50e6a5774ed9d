import diagnostics from 'node:diagnostics_channel'
import { expect, test } from 'vitest'
import { buildApp } from '../../../../src/server/app.ts'
import { testApp } from '../../../support/app.ts'

const server = testApp()

interface Route {
  method: string | string[]
  url: string
  config?: { load?: string }
}
interface Hooked {
  addHook(name: 'onRoute', hook: (route: Route) => void): void
}
const isHooked = (value: unknown): value is Hooked =>
  typeof value === 'object' && value !== null && 'addHook' in value

const routesOfApp = async (): Promise<Route[]> => {
  const routes: Route[] = []
  const listen = (message: unknown) => {
    if (typeof message !== 'object' || message === null || !('fastify' in message)) return
    if (isHooked(message.fastify)) message.fastify.addHook('onRoute', (route) => routes.push(route))
  }
  diagnostics.subscribe('fastify.initialization', listen)
  const app = await buildApp(server.context)
  diagnostics.unsubscribe('fastify.initialization', listen)
  await app.close()
  return routes
}

test('counts, totals and summaries use the connections of reports; writes do not', async () => {
  const routes = (await routesOfApp()).filter(({ method }) => method !== 'HEAD')
  const reports = routes.filter(({ config }) => config?.load === 'reports')
  expect(reports.every(({ method }) => method === 'GET')).toBe(true)
  const expected =
    /\/(size|totals|summary|groups|expiring|days|open|balance\/low|expired|reconciliation|quality|duplicates|epg-proposals|refused|export|export\.m3u)$/
  const named = routes.filter(({ url, method }) => method === 'GET' && expected.test(url))
  expect(named.length).toBeGreaterThan(20)
  const without = (some: Route[], others: Route[]) =>
    some.map(({ url }) => url).filter((url) => !others.some((other) => other.url === url))
  expect(without(named, reports), "counts and sums whose route lacks load: 'reports'").toEqual([])
  const unnamed = "routes with load: 'reports': add the ends of their paths to the pattern in this test"
  expect(without(reports, named), unnamed).toEqual([])
})
