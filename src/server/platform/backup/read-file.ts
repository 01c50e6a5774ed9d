import { createHash, type Hash } from 'node:crypto'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { z } from 'zod'
import { isBeforeBaseline } from '../database/migrate.ts'
import { BackupError, fileError } from './backup-error.ts'
import { type OpeningKeys, readDecrypted } from './encryption.ts'
import {
  type ArchiveHeader,
  anyHeaderSchema,
  archiveHeaderSchema,
  type BackupHeader,
  endSchema,
  FORMAT,
  headerSchema,
  sequencesSchema,
  type TableSection,
  tableSchema,
} from './format.ts'

/** The parts of a backup, or of an archived month, in order; the end with the row counts by table. */
type BackupSection<Header> =
  | { kind: 'header'; header: Header }
  | ({ kind: 'table' } & TableSection)
  | { kind: 'row'; line: Buffer }
  | { kind: 'sequences'; sequences: Record<string, string | null> }
  | { kind: 'end'; rows: Record<string, number> }

const NEWLINE = 0x0a
const ROW = '['.charCodeAt(0)
/** No row is longer: a line was sent in one request, or is one piece of a file. */
const MAX_LINE = 64 * 1024 * 1024

const damaged = (path: string) => new BackupError(`La copia ${path} está dañada: su contenido cambió.`)
const preliminary = (path: string) =>
  new BackupError(
    `${path} es de una versión preliminar de Cartelera, que esta no puede leer. ` +
      'Consérvelo y léalo con la versión que lo creó, en otra base de datos (DATA_DIR o DATABASE_URL).',
  )
const cut = (path: string) => new BackupError(`La copia ${path} está incompleta: el archivo se cortó.`)

/** A kind of file, with the schema of its header and the error of a file of another kind. */
interface FileKind<Header> {
  name: string
  header: z.ZodType<Header>
  notOurs: (path: string) => BackupError
}

const BACKUP: FileKind<BackupHeader> = {
  name: 'backup',
  header: headerSchema,
  notOurs: (path) => new BackupError(`${path} no es una copia de seguridad de Cartelera.`),
}
const ARCHIVE: FileKind<ArchiveHeader> = {
  name: 'archive',
  header: archiveHeaderSchema,
  notOurs: (path) => new BackupError(`${path} no es un archivo de meses retirados de Cartelera.`),
}

/**
 * Reads a backup from beginning to end; throws a BackupError once it is found to be truncated, modified or of another
 * kind, possibly only at the end: callers that must not act on a bad file read it twice.
 */
export const readBackup = (path: string, keys: OpeningKeys = {}) => readSections(path, keys, BACKUP)

/** Reads a month exported by retention, like `readBackup`. */
export const readArchive = (path: string, keys: OpeningKeys = {}) => readSections(path, keys, ARCHIVE)

async function* readSections<Header>(
  path: string,
  keys: OpeningKeys,
  kind: FileKind<Header>,
): AsyncGenerator<BackupSection<Header>> {
  const reader = new SectionParser(path, kind)
  for await (const line of readLines(path, keys, kind.notOurs)) {
    yield reader.next(line)
  }
  reader.finish()
}

class SectionParser<Header> {
  readonly #path: string
  readonly #kind: FileKind<Header>
  readonly #hash: Hash = createHash('sha256')
  readonly #rows = new Map<string, number>()
  #table: string | undefined
  #part: 'start' | 'tables' | 'sequences' | 'end' = 'start'

  constructor(path: string, kind: FileKind<Header>) {
    this.#path = path
    this.#kind = kind
  }

  next(line: Buffer): BackupSection<Header> {
    const part = this.#part
    if (part === 'start') {
      this.#part = 'tables'
      this.#add(line)
      return { kind: 'header', header: this.#header(line) }
    }
    if (part === 'sequences') {
      this.#part = 'end'
      return { kind: 'end', rows: this.#end(this.#parse(endSchema, line)) }
    }
    if (part === 'end') throw damaged(this.#path)
    this.#add(line)
    return line[0] === ROW ? this.#row(line) : this.#section(line)
  }

  finish(): void {
    if (this.#part === 'start') throw this.#kind.notOurs(this.#path)
    if (this.#part !== 'end') throw cut(this.#path)
  }

  #add(line: Buffer): void {
    this.#hash.update(line).update('\n')
  }

  #header(line: Buffer): Header {
    const value = parseJson(line)
    const any = anyHeaderSchema.safeParse(value)
    if (!any.success || any.data.cartelera !== this.#kind.name) throw this.#kind.notOurs(this.#path)
    if (any.data.format > FORMAT) throw newerBackup(this.#path)
    if (isBeforeBaseline(any.data.migrations ?? [])) throw preliminary(this.#path)
    return this.#parse(this.#kind.header, line)
  }

  #row(line: Buffer): BackupSection<Header> {
    if (this.#table === undefined) throw damaged(this.#path)
    this.#rows.set(this.#table, (this.#rows.get(this.#table) ?? 0) + 1)
    return { kind: 'row', line }
  }

  #section(line: Buffer): BackupSection<Header> {
    const table = tableSchema.safeParse(parseJson(line))
    if (!table.success) {
      this.#part = 'sequences'
      return { kind: 'sequences', ...this.#parse(sequencesSchema, line) }
    }
    this.#table = table.data.table
    if (this.#rows.has(this.#table)) throw damaged(this.#path)
    this.#rows.set(this.#table, 0)
    return { kind: 'table', ...table.data }
  }

  #end({ rows, sha256 }: z.infer<typeof endSchema>): Record<string, number> {
    const counts = Object.entries(rows)
    const agree = counts.length === this.#rows.size && counts.every(([name, n]) => this.#rows.get(name) === n)
    if (!agree || sha256 !== this.#hash.digest('hex')) throw damaged(this.#path)
    return rows
  }

  #parse<Value>(schema: z.ZodType<Value>, line: Buffer): Value {
    const parsed = schema.safeParse(parseJson(line))
    if (!parsed.success) throw damaged(this.#path)
    return parsed.data
  }
}

/** The error for a backup of a newer version. */
export const newerBackup = (path: string) =>
  new BackupError(
    `La copia ${path} es de una versión más nueva de Cartelera: actualice esta instalación y vuelva a intentarlo.`,
  )

const parseJson = (line: Buffer): unknown => {
  try {
    return JSON.parse(line.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Splits at line feeds only: Node's line reader also splits at other characters, which texts may contain. */
async function* readLines(
  path: string,
  keys: OpeningKeys,
  notOurs: FileKind<unknown>['notOurs'],
): AsyncGenerator<Buffer> {
  const gunzip = createGunzip()
  // Passes errors on to the reader of `gunzip`.
  pipeline(readDecrypted(path, keys), gunzip, () => undefined)
  let pending: Buffer[] = []
  let length = 0
  let lines = 0
  try {
    const chunks: AsyncIterable<Buffer> = gunzip
    for await (const chunk of chunks) {
      let start = 0
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        lines++
        yield Buffer.concat([...pending, chunk.subarray(start, end)])
        pending = []
        length = 0
        start = end + 1
      }
      pending.push(chunk.subarray(start))
      length += chunk.length - start
      if (length > MAX_LINE) throw lines === 0 ? notOurs(path) : damaged(path)
    }
  } catch (error) {
    throw readingError(error, path, notOurs)
  } finally {
    gunzip.destroy()
  }
  // The trailer ends with a line feed.
  if (length > 0) throw lines === 0 ? notOurs(path) : cut(path)
}

const readingError = (error: unknown, path: string, notOurs: FileKind<unknown>['notOurs']): unknown => {
  if (!(error instanceof Error) || !('code' in error)) return error
  if (error.code === 'Z_BUF_ERROR') return cut(path)
  if (error.code === 'Z_DATA_ERROR')
    return error.message === 'incorrect header check' ? notOurs(path) : damaged(path)
  return fileError(error, path)
}
