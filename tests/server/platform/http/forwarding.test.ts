import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { buildApp } from '../../../../src/server/app.ts'
import { clientOf, testApp } from '../../../support/app.ts'
import { people } from '../../../support/people.ts'

const server = testApp()

/** A separate server with its log lines, because it remembers what it has reported. */
const started = async (trustProxy: false | number = false) => {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const context = { ...server.context, db: server.db, config: { ...server.context.config, trustProxy } }
  const app = await buildApp(context, { logger: { level: 'warn', stream } })
  return { app, lines }
}

test.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-proto'])(
  'the header %s of an untrusted proxy is reported once in the log, and to sa',
  async (header) => {
    const { sa, admin } = await people(server)
    const { app, lines } = await started()
    const notices = async (token: string) => clientOf(app, token).get('/api/notices')
    expect((await notices(sa.token)).rows).toEqual([])
    for (let time = 0; time < 3; time++)
      await clientOf(app).get('/health', { headers: { [header]: '198.51.100.1' } })
    expect(lines.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(1)
    expect((await notices(sa.token)).rows).toEqual([
      {
        code: 'untrusted-proxy',
        message: expect.stringMatching(/active TRUST_PROXY.*puede ignorar este aviso/),
      },
    ])
    expect((await notices(admin.token)).status).toBe(403)
    await app.close()
  },
)

test('headers of a trusted proxy are not reported', async () => {
  const { sa } = await people(server)
  const { app, lines } = await started(1)
  const answer = await clientOf(app, sa.token).get('/api/notices', {
    headers: { 'x-forwarded-for': '198.51.100.1' },
  })
  expect(answer.rows).toEqual([])
  expect(lines).toEqual([])
  await app.close()
})
