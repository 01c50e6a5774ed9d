import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startServer } from '../journeys/support/server.ts'
import { startProxy } from '../support/proxy.ts'
import { newDatabase, testCleanUp } from './setup.ts'
import { ask, begin, CATEGORY, createCategory, openShop, sell } from './shop.ts'

const PASSWORD = 'clave-de-prueba'

const { endings, folder, smallDisk } = testCleanUp()

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

test('answers 503 while PostgreSQL hangs, and stops gracefully', async () => {
  const proxy = await startProxy(await newDatabase())
  endings.push(() => proxy.close())
  const shop = await openShop(folder(), proxy.url, 100)
  endings.push(() => shop.kill())
  const statuses = async () => {
    const calls = ['/api/users/short', '/api/users/size', '/api/channels/short', '/health', '/ready']
    return Promise.all(calls.map(async (path) => (await shop.sa.call('GET', path)).status))
  }
  expect(await statuses()).toEqual([200, 200, 200, 200, 200])

  proxy.freeze()
  expect(await Promise.all([statuses(), createCategory(shop)])).toEqual([Array(5).fill(503), 503])

  proxy.thaw()
  while ((await shop.sa.call('GET', '/ready')).status !== 200) await pause(50)
  expect(await statuses()).toEqual([200, 200, 200, 200, 200])
  expect(await sell(shop.agent, shop.customers[0] ?? '')).toBeDefined()

  proxy.freeze()
  const begun = await Promise.all([
    begin(shop.url(), shop.sa.token, 'GET', '/api/users/short'),
    begin(shop.url(), shop.sa.token, 'POST', '/api/categories', CATEGORY),
  ])
  // Throws unless the status is 0.
  await shop.stop()
  const outcomes = await Promise.all(begun.map(({ outcome }) => outcome))
  expect(outcomes.map(({ status }) => status)).toEqual([503, 503])
})

/** Asks for `100 Continue`, which shows that the server has started the request. */
const headOf = (length: number) =>
  `POST /auth/local HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

test('on SIGTERM reports unready, answers pending requests and ignores idle connections', async () => {
  const url = await newDatabase()
  const server = await startServer(folder(), { CARTELERA_SA_PASSWORD: PASSWORD, DATABASE_URL: url }, [
    'start',
  ])
  endings.push(() => server.kill().catch(() => undefined))
  const { port } = new URL(server.url)
  const silent = connect(Number(port), '127.0.0.1')
  await once(silent, 'connect')
  const silentClosed = once(silent, 'close')
  expect((await ask(server.url, '', 'GET', '/ready')).body).toEqual({ status: 'ready' })

  const slow = connect(Number(port), '127.0.0.1')
  const body = JSON.stringify({ name: 'sa', password: PASSWORD })
  slow.write(`${headOf(body.length)}${body.slice(0, 10)}`)
  await once(slow, 'data')
  let answer = ''
  slow.on('data', (data) => {
    answer += data
  })
  const slowClosed = once(slow, 'close')
  const stopped = server.stop()
  await expect
    .poll(async () => (await ask(server.url, '', 'GET', '/ready')).body)
    .toEqual({ status: 'stopping' })
  await silentClosed
  slow.write(body.slice(10))
  await Promise.all([stopped, slowClosed])
  expect(answer).toMatch(/^HTTP\/1\.1 200 .*connection: close.*token/is)
})

test('on SIGTERM cuts a request that does not end, and exits with 0', async () => {
  const server = await startServer(folder(), { CARTELERA_SA_PASSWORD: PASSWORD }, ['start'])
  endings.push(() => server.kill().catch(() => undefined))
  const slow = connect(Number(new URL(server.url).port), '127.0.0.1')
  slow.on('error', () => undefined)
  slow.write(`${headOf(9)}{`)
  await once(slow, 'data')
  const slowClosed = once(slow, 'close')
  const seconds = await secondsOf(() => server.stop())
  await slowClosed
  expect(seconds).toBeGreaterThan(9)
})

test('on a full disk the embedded database answers reads, rejects writes with the reason, and a start names the disk', async () => {
  const disk = smallDisk(320)
  const data = join(disk.path, 'data')
  mkdirSync(data)
  const shop = await openShop(data, undefined, 100)
  endings.push(() => shop.kill().catch(() => undefined))
  disk.fill(8)
  await expect.poll(async () => (await shop.sa.call('GET', '/ready')).body).toEqual({ status: 'disk-full' })
  const { status, body } = await shop.sa.call('POST', '/api/categories', CATEGORY)
  expect([status, body.message]).toEqual([503, expect.stringMatching(/no queda espacio en el disco/)])
  expect((await shop.sa.call('GET', '/api/users/short')).status).toBe(200)
  expect((await shop.sa.call('GET', '/health')).status).toBe(200)
  await shop.stop()

  const again = spawn(process.execPath, ['dist/server/main.js', 'start'], {
    env: { DATA_DIR: data, PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  again.stderr.on('data', (data) => {
    said += data
  })
  const [code] = await once(again, 'close')
  expect(code).toBe(1)
  expect(said).toContain(`No queda espacio en el disco de la carpeta de datos ${data}`)
  expect(said).not.toMatch(/Aborted|ASSERTIONS|\s+at /)

  disk.free()
  await shop.start()
  expect(await createCategory(shop)).toBe(201)
  await shop.stop()
})
