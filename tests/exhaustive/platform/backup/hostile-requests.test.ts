import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { backUp } from '../../../../src/server/platform/backup/back-up.ts'
import { restore } from '../../../../src/server/platform/backup/restore.ts'
import { readContents } from '../../../../src/server/platform/database/installation-state.ts'
import type { Database } from '../../../../src/server/platform/database/open.ts'
import { installation, settings } from '../../../../src/server/platform/database/schema/settings.ts'
import { profiles } from '../../../../src/server/platform/database/schema/users.ts'
import { testApp } from '../../../support/app.ts'
import { fillAwkwardly } from '../../../support/awkward-data.ts'
import { rowsOf, spares } from '../../../support/backups.ts'

const source = testApp({ keep: true })
const spare = spares()
const kept = spares({ keep: true })
let good = Buffer.alloc(0)
let untouched: Promise<Database> | undefined

beforeAll(async () => {
  await fillAwkwardly(source)
  const path = spare.file()
  await backUp(source.database.database, path, new Date())
  good = readFileSync(path)
})

const fileOf = (content: Buffer): string => {
  const path = spare.file()
  writeFileSync(path, content)
  return path
}

/** A backup with forged lines and a correct checksum. */
const forged = (change: (lines: string[]) => string[]): string => {
  const lines = change(gunzipSync(good).toString('utf8').split('\n').slice(0, -2))
  const text = `${lines.join('\n')}\n`
  const rows: Record<string, number> = {}
  let table = ''
  for (const line of lines) {
    if (line.startsWith('{"table"')) table = JSON.parse(line).table
    if (line.startsWith('{"table"')) rows[table] = 0
    if (line.startsWith('[')) rows[table] = (rows[table] ?? 0) + 1
  }
  const sha256 = createHash('sha256').update(text).digest('hex')
  return fileOf(gzipSync(`${text}${JSON.stringify({ end: true, rows, sha256 })}\n`))
}

const header = (change: (header: Record<string, unknown>) => object) =>
  forged(([first = '', ...lines]) => [JSON.stringify(change(JSON.parse(first))), ...lines])

/** Expects the error, and no writes. */
const expectRefused = async (path: string, message: RegExp): Promise<void> => {
  untouched ??= kept.empty()
  const target = await untouched
  await expect(restore(target, path, { replace: true })).rejects.toThrow(message)
  expect(await readContents(target.db)).toBe('empty')
}

describe('an invalid backup is rejected without writing', () => {
  test('if it is truncated anywhere', async () => {
    for (const part of [0.999, 0.5, 0.0001])
      await expectRefused(
        fileOf(good.subarray(0, Math.ceil(good.length * part))),
        /incompleta: el archivo se cortó/,
      )
  })

  test('if it is truncated between two lines and compressed again', async () => {
    const lines = gunzipSync(good).toString('utf8').split('\n')
    for (const count of [1, 5, lines.length - 2])
      await expectRefused(fileOf(gzipSync(`${lines.slice(0, count).join('\n')}\n`)), /incompleta/)
  })

  test('if a byte has changed, in the compressed file or in the text', async () => {
    const packed = Buffer.from(good)
    packed.writeUInt8(packed.readUInt8(good.length >> 1) ^ 1, good.length >> 1)
    await expectRefused(fileOf(packed), /dañada: su contenido cambió/)
    const text = gunzipSync(good).toString('utf8').replace('Calle 1', 'Calle 2')
    await expectRefused(fileOf(gzipSync(text)), /dañada: su contenido cambió/)
  })

  test('if lines were added after its end', async () => {
    const text = `${gunzipSync(good).toString('utf8')}["more"]\n`
    await expectRefused(fileOf(gzipSync(text)), /dañada/)
  })

  test('if it is another file or empty', async () => {
    await expectRefused(fileOf(Buffer.alloc(0)), /incompleta/)
    for (const content of ['hola', '{}'])
      await expectRefused(fileOf(Buffer.from(content)), /no es una copia de seguridad de Cartelera/)
    for (const content of ['', 'hola\n', '{"cartelera":"otra"}\n', '[1]\n'])
      await expectRefused(fileOf(gzipSync(content)), /no es una copia de seguridad de Cartelera/)
  })

  test.each(['sessions', 'api_keys'])('if it has the table %s, which no backup holds', async (table) => {
    const section = [JSON.stringify({ table, columns: ['_id'] }), '["uno"]']
    for (const at of [1, -1])
      await expectRefused(
        forged((lines) => [...lines.slice(0, at), ...section, ...lines.slice(at)]),
        new RegExp(`tiene la tabla ${table}, que ninguna copia guarda`),
      )
  })

  test('if it does not exist or is a folder', async () => {
    await expectRefused('/nowhere/copia.jsonl.gz', /No se puede usar el archivo .*: no existe\./)
    await expectRefused('/tmp', /es una carpeta/)
  })

  test('if it is of a later version, or from before the baseline', async () => {
    await expectRefused(
      header((old) => ({ ...old, format: 2 })),
      /versión más nueva/,
    )
    const later = (migrations: unknown) => [...(Array.isArray(migrations) ? migrations : []), Date.now()]
    await expectRefused(
      header((old) => ({ ...old, migrations: later(old.migrations) })),
      /versión más nueva/,
    )
    await expectRefused(
      header((old) => ({ ...old, migrations: [Date.now(), Date.now()] })),
      /versión preliminar/,
    )
  })

  test('if its tables or columns differ', async () => {
    const other = /no son las de esta versión/
    const isOfSettings = (line: string) => line.startsWith('{"table":"settings"')
    await expectRefused(
      forged((lines) => lines.map((line) => (isOfSettings(line) ? line.replace('"_id"', '"id"') : line))),
      other,
    )
    await expectRefused(
      forged((lines) =>
        lines.map((line) => (isOfSettings(line) ? line.replace('"settings"', '"x\\"; --"') : line)),
      ),
      other,
    )
    const rows = forged((lines) => {
      const start = lines.findIndex(isOfSettings)
      return lines.filter((_, index) => index !== start && index !== start + 1)
    })
    await expectRefused(rows, other)
  })

  test('if a row violates a constraint', async () => {
    const orphan = forged((lines) =>
      lines.filter((line) => !line.startsWith('["') || !line.includes('"Administrador"')),
    )
    await expectRefused(orphan, /./)
  })
})

describe('a database that is not empty', () => {
  const restored = async (): Promise<[Database, string]> => {
    const path = fileOf(good)
    const target = await spare.empty()
    await restore(target, path, { replace: false })
    return [target, path]
  }

  test('is replaced only with --replace', async () => {
    const [target, path] = await restored()
    await target.db.update(profiles).set({ name: 'Otra' }).where(eq(profiles.name, 'Administrador'))
    const before = await rowsOf(target.db)
    await expect(restore(target, path, { replace: false })).rejects.toThrow(/La base de datos no está vacía/)
    expect(await rowsOf(target.db)).toEqual(before)
    await restore(target, path, { replace: true })
    expect(await rowsOf(target.db)).toEqual(await rowsOf(source.db))
  })

  test('is unchanged if the restore fails half-way', async () => {
    const [target] = await restored()
    const before = await rowsOf(target.db)
    const twice = forged((lines) =>
      lines.flatMap((line) =>
        line.startsWith('["') && line.includes('"Administrador"') ? [line, line] : [line],
      ),
    )
    await expect(restore(target, twice, { replace: true })).rejects.toThrow()
    expect(await rowsOf(target.db)).toEqual(before)
  })

  test('is never replaced if it belongs to another program', async () => {
    const target = await spare.empty()
    await target.db.execute(sql`drop schema if exists drizzle cascade`)
    await target.db.execute(sql`drop schema public cascade`)
    await target.db.execute(sql`create schema public`)
    await target.db.execute(sql`create table orders (id int)`)
    await expect(restore(target, fileOf(good), { replace: true })).rejects.toThrow(
      /tablas que no son de Cartelera y no se toca/,
    )
    expect((await target.db.execute(sql`select * from orders`)).rows).toEqual([])
    await expect(backUp(target, spare.file(), new Date())).rejects.toThrow(
      'La base de datos no es de Cartelera.',
    )
  })
})

describe('the flag of a demo database', () => {
  const ofDemo = async (): Promise<string> => {
    await source.db.update(installation).set({ isDemo: true })
    const path = spare.file()
    await backUp(source.database.database, path, new Date())
    await source.db.update(installation).set({ isDemo: false })
    return path
  }

  test('is restored with it', async () => {
    const target = await spare.empty()
    expect((await restore(target, await ofDemo(), { replace: false })).header.demo).toBe(true)
    expect(await readContents(target.db)).toBe('demo')
    expect(await target.db.select().from(settings)).toHaveLength(1)
  })

  test('prevents replacing production data with a demo backup', async () => {
    const before = await rowsOf(source.db)
    const path = await ofDemo()
    await expect(restore(source.database.database, path, { replace: true })).rejects.toThrow(
      'La copia contiene datos de demostración y no reemplaza los de producción.',
    )
    expect(await rowsOf(source.db)).toEqual(before)
  })
})
