import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { buildApp } from '../../../../src/server/app.ts'
import { testApp } from '../../../support/app.ts'

const server = testApp({ keep: true })

/** Response on a connection until the server closes it. */
const answerTo = async (request: string): Promise<string> => {
  const app = await buildApp(server.context)
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(request)
  const parts: string[] = []
  for await (const part of socket) parts.push(String(part))
  await app.close()
  return parts.join('')
}

test('TRACE echoes nothing', async () => {
  const answer = await answerTo('TRACE / HTTP/1.1\r\nHost: x\r\nX-Own: visible\r\nConnection: close\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 404 /)
  expect(answer).not.toContain('visible')
})

test.each([
  ['no HTTP', 'hola\r\n\r\n', '400 Bad Request', 'La solicitud no se puede leer.'],
  [
    'a body of two lengths',
    'POST /auth/local HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    '400 Bad Request',
    'La solicitud no se puede leer.',
  ],
  [
    'oversized headers',
    `GET /health HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    '431 Request Header Fields Too Large',
    'Los encabezados son demasiado grandes.',
  ],
])('%s is rejected in Spanish, and the connection ends', async (_name, request, status, message) => {
  const answer = await answerTo(request)
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\r\n`))
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual({ message })
  expect(answer).toContain('\r\nstrict-transport-security: max-age=31536000\r\n')
  expect(answer).toContain('\r\nx-content-type-options: nosniff\r\n')
})
