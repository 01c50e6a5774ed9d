import { connect } from 'node:net'
import Fastify from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { afterEach, expect, test } from 'vitest'
import { limitSlowBodies } from '../../../../src/server/platform/http/connections.ts'

const app = Fastify().withTypeProvider<ZodTypeProvider>()
limitSlowBodies(app)
app.post('/', { config: { bodyTimeout: 50 } }, async () => 'llegó')

afterEach(() => app.close())

const send = async (text: string): Promise<string> => {
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\n${text}`)
  const parts: string[] = []
  for await (const part of socket) {
    parts.push(String(part))
    if (text.length === 4) socket.end()
  }
  return parts.join('')
}

test('a body that does not arrive in time is a 408 and closes the connection', async () => {
  expect(await send('ab')).toMatch(/^HTTP\/1\.1 408 /)
})
