import { request } from 'node:http'
import { Readable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { MAX_APK } from '../../../../../src/domain/settings/apk.ts'
import { receiveFile } from '../../../../../src/server/features/settings/apk/receive-file.ts'
import { sweepApks } from '../../../../../src/server/features/settings/apk/replace-apk.ts'
import { CHUNK } from '../../../../../src/server/features/settings/apk/stored-file.ts'
import { newId } from '../../../../../src/server/platform/database/ids.ts'
import { apkChunks, apkFiles } from '../../../../../src/server/platform/database/schema/apk.ts'
import { auditEntries, auditPersonal } from '../../../../../src/server/platform/database/schema/audit.ts'
import { apkOf, zipOf } from '../../../../support/apk.ts'
import { testApp } from '../../../../support/app.ts'
import { people, type SignedIn, signedInWith } from '../../../../support/people.ts'

const server = testApp()
const PATH = '/api/apk'
const TYPE = 'application/vnd.android.package-archive'

const upload = async (
  { token }: SignedIn,
  payload: Buffer | Readable,
  headers: Record<string, string> = {},
) => {
  const answer = await server.app.inject({
    method: 'PUT',
    url: PATH,
    headers: { authorization: `Bearer ${token}`, 'content-type': TYPE, ...headers },
    payload,
  })
  return { status: answer.statusCode, body: answer.json() }
}

const download = async ({ token }: SignedIn) => {
  const answer = await server.app.inject({ url: PATH, headers: { authorization: `Bearer ${token}` } })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}

const stored = async () => {
  const [row] = await server.db
    .select({
      files: sql<number>`count(distinct ${apkFiles._id})::int`,
      chunks: sql<number>`count(${apkChunks.place})::int`,
    })
    .from(apkFiles)
    .leftJoin(apkChunks, eq(apkChunks.file, apkFiles._id))
  return row
}

const big = (versionCode: number): Buffer =>
  apkOf({ versionCode, versionName: `${versionCode}.0` }, 2 * CHUNK + 77)

describe('the application file', () => {
  test('is stored byte for byte, with the version of its manifest', async () => {
    const { sa, admin } = await people(server)
    const missing = await admin.get(PATH)
    expect([missing.status, missing.body.message]).toEqual([
      404,
      'Todavía no hay un archivo de la aplicación.',
    ])
    expect((await admin.get(`${PATH}/facts`)).body).toEqual({ file: null })
    const file = big(35)
    const description = {
      size: file.length,
      date: server.clock.now().toISOString(),
      versionCode: 35,
      versionName: '35.0',
      packageName: 'com.cartelera.tv',
    }
    expect(await upload(sa, file)).toEqual({ status: 200, body: description })
    expect((await admin.get(`${PATH}/facts`)).body).toEqual({ file: description })
    const { headers, bytes } = await download(admin)
    expect(bytes.equals(file)).toBe(true)
    expect(headers).toMatchObject({
      'content-type': TYPE,
      'content-length': String(file.length),
      'content-disposition': 'attachment; filename="cartelera-35.0.apk"',
      'cache-control': 'no-store',
    })
  })

  test('does not change the version of the settings by itself', async () => {
    const { sa } = await people(server)
    await upload(sa, apkOf({ versionCode: 99 }))
    expect((await sa.get('/api/settings')).body).toMatchObject({ appVersionCode: 1 })
  })

  test('is recorded in the audit log when replaced', async () => {
    const { sa } = await people(server)
    await upload(sa, apkOf({ versionCode: 1 }))
    await upload(sa, apkOf({ versionCode: 2 }))
    await upload(sa, Buffer.from('no es'))
    const entries = await server.db
      .select()
      .from(auditEntries)
      .innerJoin(auditPersonal, eq(auditPersonal._id, auditEntries._id))
      .where(eq(auditPersonal.recordName, 'Archivo de la aplicación'))
    expect(entries.map(({ audit_personal }) => audit_personal.userName)).toEqual([sa.name, sa.name])
    expect(JSON.stringify(entries.at(-1)?.audit_entries.changes)).toContain('versionCode')
  })

  test('is uploaded by sa only, and downloaded with /setting', async () => {
    const { admin, agent } = await people(server)
    const editor = await signedInWith(server, { settings: ['register', 'modify', 'delete'] })
    for (const person of [admin, agent, editor]) expect((await upload(person, apkOf())).status).toBe(403)
    expect((await agent.get(PATH)).status).toBe(403)
    expect((await agent.get(`${PATH}/facts`)).status).toBe(403)
    expect((await server.anonymous.get(PATH)).status).toBe(401)
    expect((await server.anonymous.put(PATH, 'x', { headers: { 'content-type': TYPE } })).status).toBe(401)
    expect(await stored()).toEqual({ files: 0, chunks: 0 })
  })

  test.each([
    ['a text file', Buffer.from('esto no es una aplicación')],
    ['an archive without a manifest', zipOf([{ name: 'a.txt', content: Buffer.from('a') }])],
    [
      'an archive with a text manifest',
      zipOf([{ name: 'AndroidManifest.xml', content: Buffer.from('<manifest/>') }]),
    ],
    [
      'an archive with its manifest in a folder',
      zipOf([{ name: 'x/AndroidManifest.xml', content: Buffer.alloc(9) }]),
    ],
    ['a truncated one', big(3).subarray(0, CHUNK + 5)],
    [
      'one whose manifest unpacks to more than declared',
      zipOf([{ name: 'AndroidManifest.xml', content: Buffer.alloc(9_000_000), claimed: 10 }]),
    ],
    ['one with a huge manifest', zipOf([{ name: 'AndroidManifest.xml', content: Buffer.alloc(9_000_000) }])],
  ])('is not replaced by %s', async (_what, file) => {
    const { sa } = await people(server)
    await upload(sa, apkOf({ versionCode: 1 }))
    const answer = await upload(sa, file)
    expect(answer).toMatchObject({
      status: 422,
      body: { message: 'El archivo no es una aplicación de Android (APK).' },
    })
    expect((await sa.get(`${PATH}/facts`)).body).toMatchObject({ file: { versionCode: 1 } })
    expect(await stored()).toEqual({ files: 1, chunks: 1 })
  })

  test('cannot be empty or JSON', async () => {
    const { sa } = await people(server)
    const empty = await upload(sa, Readable.from([]))
    expect(empty).toMatchObject({ status: 422, body: { message: 'El archivo está vacío.' } })
    expect((await upload(sa, Buffer.alloc(0))).status).toBe(422)
    expect((await sa.put(PATH, {})).status).toBe(415)
    expect((await upload(sa, apkOf(), { 'content-type': 'text/html' })).status).toBe(415)
  })

  test('has at most 300 MiB, with or without a declared length', async () => {
    const { sa } = await people(server)
    const answer = await upload(sa, Readable.from([apkOf()]), { 'content-length': String(301 * 1_048_576) })
    expect(answer.status).toBe(413)
    const _id = newId()
    await server.db.insert(apkFiles).values({ _id, state: 'uploading', since: server.clock.now() })
    const endless = Readable.from(
      (function* () {
        yield apkOf()
        for (;;) yield Buffer.alloc(65_536)
      })(),
    )
    const limit = 3 * CHUNK
    await expect(receiveFile(server.db, _id, endless, undefined, limit)).rejects.toMatchObject({
      statusCode: 413,
    })
    expect((await stored())?.chunks).toBeLessThanOrEqual(3)
    expect(MAX_APK).toBe(300 * 1_048_576)
  })
})

describe('an upload', () => {
  test('that ends before its declared length does not replace the file', async () => {
    const { sa } = await people(server)
    await upload(sa, apkOf({ versionCode: 1 }))
    const file = big(2)
    const address = new URL(PATH, await server.listen())
    const sending = request(address, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${sa.token}`,
        'content-type': TYPE,
        'content-length': file.length,
      },
    })
    sending.on('error', () => undefined)
    sending.write(file.subarray(0, 2 * CHUNK))
    await expect.poll(async () => (await stored())?.chunks).toBeGreaterThan(1)
    const closed = new Promise((resolve) => sending.once('close', resolve))
    sending.destroy()
    await closed
    await expect.poll(stored).toEqual({ files: 1, chunks: 1 })
    expect((await sa.get(`${PATH}/facts`)).body).toMatchObject({ file: { versionCode: 1 } })
  })

  test('concurrent with another is stored whole; the last to finish wins', async () => {
    const { sa } = await people(server)
    const files = [11, 12].map(big)
    const answers = await Promise.all(files.map((file) => upload(sa, file)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { bytes } = await download(sa)
    expect(files.filter((file) => file.equals(bytes))).toHaveLength(1)
    const current = await server.db.select().from(apkFiles).where(eq(apkFiles.state, 'current'))
    expect(current).toHaveLength(1)
  })

  test('does not affect a running download', async () => {
    const { sa } = await people(server)
    const [old, young] = [big(1), big(2)]
    await upload(sa, old)
    const reading = await server.app.inject({
      url: PATH,
      headers: { authorization: `Bearer ${sa.token}` },
      payloadAsStream: true,
    })
    const stream = reading.stream()
    const parts: Buffer[] = []
    for await (const part of stream.iterator({ destroyOnReturn: false })) {
      parts.push(Buffer.from(part))
      break
    }
    expect((await upload(sa, young)).status).toBe(200)
    for await (const part of stream) parts.push(Buffer.from(part))
    expect(Buffer.concat(parts).equals(old)).toBe(true)
    expect((await download(sa)).bytes.equals(young)).toBe(true)
  })

  test('is deleted once replaced, when no download can use it any longer', async () => {
    const { sa } = await people(server)
    await upload(sa, apkOf({ versionCode: 1 }))
    await upload(sa, apkOf({ versionCode: 2 }))
    await server.db.insert(apkFiles).values({ state: 'uploading', since: server.clock.now() })
    await sweepApks(server.context)
    expect(await stored()).toEqual({ files: 3, chunks: 2 })
    server.clock.advance(3 * 3_600_000)
    await sweepApks(server.context)
    expect(await stored()).toEqual({ files: 1, chunks: 1 })
    expect((await sa.get(`${PATH}/facts`)).body).toMatchObject({ file: { versionCode: 2 } })
  })
})
