import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { checkArchive } from '../../../../src/server/platform/backup/archive.ts'
import { withTrailer, writeText } from '../../../../src/server/platform/backup/back-up.ts'
import {
  decrypt,
  encrypt,
  encryptFile,
  type OpeningKeys,
  readDecrypted,
} from '../../../../src/server/platform/backup/encryption.ts'
import { readArchive, readBackup } from '../../../../src/server/platform/backup/read-file.ts'
import { ownMigrations } from '../../../../src/server/platform/database/migrate.ts'

const recipient = 'age1fwnu038jwd29vyrly4stewqllgctz4pqqv8xgxz50crl6ace39jqqkzkel'
const backupIdentity = 'AGE-SECRET-KEY-15V4ER29T6SKW2C6CXFN4L9E4P8NMF5D00KHXQJZH858NM6S7J8KQYSA0JS'
const otherIdentity = 'AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX'
const passphrase = 'caballo correcto'
const KIB = 1024

const folder = mkdtempSync(join(tmpdir(), 'cartelera-encryption-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const freePath = () => join(folder, `archivo-${files++}`)
const fileWith = (content: string | Uint8Array): string => {
  const path = freePath()
  writeFileSync(path, content)
  return path
}
const encrypted = async (content: Uint8Array): Promise<Buffer> => {
  const path = freePath()
  await encryptFile(fileWith(content), path, { recipient })
  return readFileSync(path)
}
const read = (path: string, keys: OpeningKeys = { backupIdentity }) => buffer(readDecrypted(path, keys))

const BACKUP = { cartelera: 'backup', demo: false, partitions: { visits: [], audit: [] } }
const MONTH = { cartelera: 'archive', log: 'visits', month: '2025-01' }
const ROWS = 5_000
/** A backup of one table. */
async function* backupPieces(kind: object = BACKUP) {
  const line = (value: unknown) => `${JSON.stringify(value)}\n`
  const header = { ...kind, format: 1, date: new Date(0).toISOString(), migrations: ownMigrations() }
  yield { text: line(header), count: 0 }
  yield { text: line({ table: 'users', columns: ['_id', 'name'] }), table: 'users', count: 0 }
  for (let row = 0; row < ROWS; row++)
    yield { text: line([String(row), randomBytes(12).toString('hex')]), table: 'users', count: 1 }
  yield { text: line({ sequences: {} }), count: 0 }
}
const backup = async (): Promise<string> => {
  const path = freePath()
  await writeText(path, withTrailer(backupPieces()), { recipient })
  return path
}
const countRows = async (path: string, keys: OpeningKeys): Promise<number> => {
  let rows = 0
  for await (const part of readBackup(path, keys)) if (part.kind === 'row') rows++
  return rows
}

describe('an encrypted file', () => {
  test.each([0, 1, 64 * KIB, 64 * KIB + 1, 300 * KIB])(
    'of %i bytes opens with the identity of its recipient',
    async (size) => {
      const content = randomBytes(size)
      const path = freePath()
      const { bytes, sha256 } = await encryptFile(fileWith(content), path, { recipient })
      expect(statSync(path)).toMatchObject({ size: bytes })
      expect(statSync(path).mode & 0o777).toBe(0o600)
      expect(createHash('sha256').update(readFileSync(path)).digest('hex')).toBe(sha256)
      expect((await read(path)).equals(content)).toBe(true)
    },
  )

  test('opens with its passphrase and no other', async () => {
    const path = freePath()
    await encryptFile(fileWith('hola\n'), path, { passphrase })
    expect(readFileSync(path).includes('hola')).toBe(false)
    expect(String(await read(path, { backupKey: { passphrase } }))).toBe('hola\n')
    const wrong = read(path, { backupKey: { passphrase: 'otra frase larga' }, backupIdentity })
    await expect(wrong).rejects.toThrow(`${path} está cifrada con otra clave que la de BACKUP_PASSPHRASE.`)
    await expect(wrong).rejects.not.toThrow('otra frase')
  })

  test('of the program age opens', async () => {
    const files = {
      identity:
        'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBQMk9BTjhlWUZOMDBIR3V0b1dnZkRCZkNpbVRRcjNWQmxSQldFRWdra0dVCjB4UVRMRjkxeEhKSlBzOFF0SHRiTEQrQWtMNjFyWU5IOUFPOXVHdy9DNUkKLS0tIEdnUWJERHVKSDNsTDJrYkxBMi93WHRBQ3BSeUkxSGZwRWYwVDZsOEE3M2sKdagLhkvMF2O6AET/So12si3+kwws6RAc7i86/+nsRsCSPqWkHw==',
      passphrase:
        'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNjcnlwdCBZVXVtOUEvUDhGUy9ma1ZPMUg4QUZnIDE4ClJ6L0dEV2ZmMFd5MnVUWXpwQnNwbk1yclRPUEx4bWxJQ2cvTkJWL2JiT0kKLS0tIGJIOXBrcnVjWHBXbnV5emx1TVUvSzduallSZWlLalI5Vmx4QU43Q3BUNFUKCUC+afA+FaflfqvJ1+F+HqEi3Y4JUvAGO0Mr6oFC75GVDn9PEQ==',
    }
    for (const content of Object.values(files)) {
      const path = fileWith(Buffer.from(content, 'base64'))
      expect(String(await read(path, { backupKey: { passphrase }, backupIdentity }))).toBe('hola\n')
    }
  })

  test('is refused, naming the variable, without its key or with another one', async () => {
    const path = fileWith(await encrypted(Buffer.from('hola')))
    for (const keys of [{}, { backupKey: { passphrase } }, { backupKey: { recipient } }])
      await expect(read(path, keys)).rejects.toThrow(
        `${path} está cifrada: indique su clave con BACKUP_IDENTITY.`,
      )
    const wrong = read(path, { backupIdentity: otherIdentity })
    await expect(wrong).rejects.toThrow(`${path} está cifrada con otra clave que la de BACKUP_IDENTITY.`)
    await expect(wrong).rejects.not.toThrow('AGE-SECRET-KEY')
  })

  test('is refused if it was cut anywhere, also between two chunks', async () => {
    const whole = await encrypted(randomBytes(200 * KIB))
    const header = whole.indexOf('\n---') + 1
    const chunk = 64 * KIB + 16
    const payload = whole.length - (200 * KIB + 4 * 16)
    const ends = [30, header, header + 10, payload - 8, payload, payload + chunk, payload + 3 * chunk]
    for (const end of [...ends, whole.length - 1])
      await expect(read(fileWith(whole.subarray(0, end)))).rejects.toThrow(/está incompleta o dañada/)
  })

  test('is refused if a byte was changed or added', async () => {
    const whole = await encrypted(randomBytes(200 * KIB))
    for (const at of [40, 150, whole.indexOf('\n---') + 10, 300, whole.length >> 1, whole.length - 1]) {
      const changed = Buffer.from(whole)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      await expect(read(fileWith(changed))).rejects.toThrow(/está incompleta o dañada|con otra clave/)
    }
    await expect(read(fileWith(Buffer.concat([whole, Buffer.alloc(1)])))).rejects.toThrow(/dañada/)
  })

  test('never replaces a file, and leaves nothing behind if it fails', async () => {
    const kept = fileWith('otra')
    const from = fileWith('hola')
    await expect(encryptFile(from, kept, { recipient })).rejects.toThrow(`El archivo ${kept} ya existe`)
    expect(readFileSync(kept, 'utf8')).toBe('otra')
    const path = freePath()
    await expect(encryptFile(from, path, { recipient: 'age1nada' })).rejects.toThrow()
    await expect(encryptFile(`${path}-no`, path, { recipient })).rejects.toThrow(`${path}-no: no existe.`)
    await expect(encryptFile(from, `${path}/x`, { recipient })).rejects.toThrow(`${path}/x: no existe.`)
    expect(readdirSync(folder).filter((name) => name.startsWith(basename(path)))).toEqual([])
  })
})

test('a month exported by retention that was encrypted since is read with its key', async () => {
  const [plain, path] = [freePath(), freePath()]
  await writeText(plain, withTrailer(backupPieces(MONTH)))
  await encryptFile(plain, path, { recipient })
  expect(await checkArchive(path, { backupIdentity })).toMatchObject(MONTH)
})

test('files that are not encrypted are read as they are', async () => {
  for (const content of ['', 'hola', 'age-encryption.org/v', gzipSync('hola')])
    expect(await read(fileWith(content), {})).toEqual(Buffer.from(content))
})

test('a file of any size is encrypted and decrypted with a few chunks in memory', async () => {
  const CHUNKS = 300
  let [produced, received, most] = [0, 0, 0]
  async function* source() {
    for (; produced < CHUNKS; produced++) {
      most = Math.max(most, produced * 64 * KIB - received)
      yield Buffer.alloc(64 * KIB)
    }
  }
  const start = 'age-encryption.org/v1\n'
  const context = { path: '', start, keys: { backupIdentity } }
  for await (const chunk of decrypt(encrypt(source(), { recipient }), context)) received += chunk.length
  expect(received).toBe(CHUNKS * 64 * KIB)
  expect(most).toBeLessThan(20 * 64 * KIB)
})

describe('an encrypted backup', () => {
  test('is read with its key, and refused without a row lost if it was cut or changed', async () => {
    const path = await backup()
    expect(await countRows(path, { backupIdentity })).toBe(ROWS)
    const whole = readFileSync(path)
    for (const part of [0.1, 0.5, 0.9999])
      await expect(
        countRows(fileWith(whole.subarray(0, Math.floor(whole.length * part))), { backupIdentity }),
      ).rejects.toThrow(/está incompleta o dañada/)
    await expect(countRows(path, {})).rejects.toThrow('BACKUP_IDENTITY')
    await expect(readArchive(path, { backupIdentity }).next()).rejects.toThrow(
      'no es un archivo de meses retirados',
    )
  })

  test('is released by a reader that stops early', async () => {
    const path = await backup()
    for await (const part of readBackup(path, { backupIdentity })) if (part.kind === 'table') break
    for await (const _ of readDecrypted(path, { backupIdentity })) break
  })

  test('has its name only when it is complete', async () => {
    const path = freePath()
    async function* text({ fails }: { fails: boolean }) {
      yield* withTrailer(backupPieces())
      expect(existsSync(path)).toBe(false)
      if (fails) throw new Error('the database is gone')
    }
    await expect(writeText(path, text({ fails: true }), { recipient })).rejects.toThrow(
      'the database is gone',
    )
    expect(readdirSync(folder).filter((name) => name.startsWith(basename(path)))).toEqual([])
    await writeText(path, text({ fails: false }), { recipient })
    expect(await countRows(path, { backupIdentity })).toBe(ROWS)
  })

  test('holds what is no backup, and is refused as such', async () => {
    const path = fileWith(await encrypted(Buffer.from('hola')))
    await expect(countRows(path, { backupIdentity })).rejects.toThrow(
      'no es una copia de seguridad de Cartelera',
    )
  })
})
