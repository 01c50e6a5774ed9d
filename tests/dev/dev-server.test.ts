import { existsSync, writeFileSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { guard } from '../support/browser-guard.ts'
import { findChromium } from '../support/chromium.mjs'
import { type DevServer, PASSWORD, startDevServer } from './dev-server.ts'

let server: DevServer
let browser: Browser
let page: Page
let faults: () => string[]

const PATIENCE = { timeout: 300_000 }
const title = (label = 'Título') => page.getByRole('textbox', { name: label, exact: true })

/** Opens a form with unsaved changes, and marks the page: a reload would lose both. */
const openForm = async (): Promise<void> => {
  await page.goto(`${server.url}/radio`)
  await title().fill('Emisora a medias')
  await page.evaluate(() => Object.assign(window, { isMarked: true }))
}

const isMarked = () => page.evaluate(() => 'isMarked' in window)

beforeAll(async () => {
  server = await startDevServer()
  const executablePath = findChromium()
  browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  const context = await browser.newContext({ locale: 'es-DO', reducedMotion: 'reduce' })
  context.setDefaultTimeout(PATIENCE.timeout)
  const check = guard(context)
  faults = () => check([])
  const answer = await context.request.post(`${server.url}/auth/local`, {
    data: { name: 'sa', password: PASSWORD },
  })
  expect(answer.status(), server.output()).toBe(200)
  const { token } = await answer.json()
  await context.addCookies([{ name: 'token', value: token, url: server.url, sameSite: 'Strict' }])
  page = await context.newPage()
})

afterAll(async () => {
  await browser?.close()
  expect(await server?.stop()).toBe(0)
})

test('an edited screen is patched in place, and its form keeps what was typed', async () => {
  await openForm()
  server.edit('src/admin/features/contents/radios.tsx', [
    'title="Nueva emisora"',
    'title="Emisora de prueba"',
  ])
  await page.getByRole('heading', { name: 'Emisora de prueba' }).waitFor()
  expect(await title().inputValue()).toBe('Emisora a medias')
  expect(await isMarked()).toBe(true)
  expect(faults()).toEqual([])
})

test('an edited entity appears in open screens without a restart of Vite or a reload of the page', async () => {
  await openForm()
  server.edit('src/domain/contents/radio.ts', ["title: 'Título'", "title: 'Nombre al aire'"])
  await title('Nombre al aire').waitFor()
  expect(await page.getByText('Algo salió mal').count()).toBe(0)
  expect(server.output()).not.toContain('restarting server')
  expect(faults()).toEqual([])
})

test('a request sent while the server reloads is answered by its new code, on the same open database', async () => {
  const opening = server.opening()
  const [begun, gate] = [server.path('begun'), server.path('gate')]
  // The new code creates a file when it loads, and then waits for another one.
  const first = 'import { SERVICE_ENDPOINTS as API }'
  const waiting = `import { existsSync, writeFileSync } from 'node:fs'
    writeFileSync(${JSON.stringify(begun)}, '')
    while (!existsSync(${JSON.stringify(gate)})) await new Promise((resolve) => setTimeout(resolve, 20))
    ${first}`
  server.edit('src/server/platform/http/health.ts', [first, waiting], ["'no-store'", "'no-store, private'"])
  await vi.waitUntil(() => existsSync(begun), PATIENCE)
  const request = fetch(`${server.url}/health`)
  writeFileSync(gate, '')
  const response = await request
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store, private')
  expect(server.opening()).toBe(opening)
  await page.goto(`${server.url}/radios`)
  await page.getByRole('heading', { name: 'Radios' }).waitFor()
  expect(faults()).toEqual([])
})

test('a server that fails to start responds with the reason until the next change', async () => {
  const health = async () => {
    const response = await fetch(`${server.url}/health`)
    return `${response.status} ${await response.text()}`
  }
  const [file, start, broken] = [
    'src/server/network-workers.ts',
    'export const createNetworkWorkers',
    'export const = createNetworkWorkers',
  ]
  server.edit(file, [start, broken])
  await vi.waitFor(async () => expect(await health()).toContain('network-workers.ts'), PATIENCE)
  expect(await health()).toMatch(/^503 /)
  server.edit(file, [broken, start])
  await vi.waitFor(async () => expect(await health()).toBe('200 {"status":"ok"}'), PATIENCE)
})
