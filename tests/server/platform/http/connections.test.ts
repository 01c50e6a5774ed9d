import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { afterEach, expect, test } from 'vitest'
import { watchConnections } from '../../../../src/server/platform/http/connections.ts'
import type { App } from '../../../../src/server/platform/http/context.ts'

let app: App
let port: number
let answer: () => void
let arrived: Promise<void>

/** `silence`: time limit in milliseconds for a connection that sends nothing. */
const serve = async (silence?: number) => {
  app = Fastify({ return503OnClosing: false }).withTypeProvider<ZodTypeProvider>()
  watchConnections(app, silence)
  let arrive: () => void
  arrived = new Promise((resolve) => {
    arrive = resolve
  })
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  app.get('/slow', async () => {
    arrive()
    await answered
    return 'late'
  })
  app.get('/', async () => 'soon')
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
}
afterEach(() => {
  answer()
  return app.close()
})

const open = async (): Promise<{ socket: Socket; text: () => string; closed: Promise<unknown> }> => {
  const socket = connect(port, '127.0.0.1')
  const closed = once(socket, 'close')
  let text = ''
  socket.on('data', (data) => {
    text += data
  })
  await once(socket, 'connect')
  return { socket, text: () => text, closed }
}

test('closes a connection that sends nothing', async () => {
  await serve(50)
  const { text, closed } = await open()
  await closed
  expect(text()).toBe('')
})

test('closes a connection that sends half a request', async () => {
  await serve(50)
  const { socket, closed } = await open()
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n')
  await closed
})

test('closing waits for pending requests, not for idle connections', async () => {
  await serve()
  const busy = await open()
  const silent = await open()
  const idle = await open()
  idle.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  busy.socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n')
  await arrived
  while (!idle.text().endsWith('soon')) await once(idle.socket, 'data')
  const closed = app.close()
  await Promise.all([silent.closed, idle.closed])
  answer()
  await Promise.all([closed, busy.closed])
  expect(busy.text()).toMatch(/^HTTP\/1\.1 200 .*connection: close.*late$/is)
})

test('a stopping server still answers requests, and closes each connection with its response', async () => {
  await serve()
  const { socket, text, closed } = await open()
  app.releaseConnections()
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await closed
  expect(text()).toMatch(/^HTTP\/1\.1 200 .*connection: close.*soon$/is)
})
