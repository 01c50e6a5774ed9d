import { and, asc, eq, gte, lte, sql } from 'drizzle-orm'
import type { Executor } from '../../../platform/database/open.ts'
import { apkChunks } from '../../../platform/database/schema/apk.ts'
import type { Archive } from './zip-entry.ts'

/** Bytes per chunk of a stored file, except for the last one. */
export const CHUNK = 1_048_576

// Transferred as base64: the embedded engine would convert `bytea` to text itself, which is far slower.
const base64 = sql<string>`encode(${apkChunks.bytes}, 'base64')`

export const storeChunk = async (db: Executor, file: string, place: number, bytes: Buffer): Promise<void> => {
  const decoded = sql`decode(${bytes.toString('base64')}::text, 'base64')`
  await db.insert(apkChunks).values({ file, place, bytes: decoded })
}

const readChunk = async (db: Executor, file: string, place: number): Promise<Buffer> => {
  const [chunk] = await db
    .select({ base64 })
    .from(apkChunks)
    .where(and(eq(apkChunks.file, file), eq(apkChunks.place, place)))
  if (!chunk) throw new Error('A chunk of the application file is missing')
  return Buffer.from(chunk.base64, 'base64')
}

/** Streams a stored file in chunks; each is read once the previous one was consumed. */
export async function* storedBytes(db: Executor, file: string, size: number): AsyncGenerator<Buffer> {
  for (let place = 0; place * CHUNK < size; place++) yield await readChunk(db, file, place)
}

/** Random access to a stored file. */
export const storedArchive = (db: Executor, file: string, size: number): Archive => ({
  size,
  async read(from, length) {
    if (from < 0 || from + length > size) throw new RangeError('A range outside of the file')
    if (length === 0) return Buffer.alloc(0)
    const first = Math.floor(from / CHUNK)
    const last = Math.floor((from + length - 1) / CHUNK)
    const chunks = await db
      .select({ base64 })
      .from(apkChunks)
      .where(and(eq(apkChunks.file, file), gte(apkChunks.place, first), lte(apkChunks.place, last)))
      .orderBy(asc(apkChunks.place))
    const start = from - first * CHUNK
    return Buffer.concat(chunks.map((chunk) => Buffer.from(chunk.base64, 'base64'))).subarray(
      start,
      start + length,
    )
  },
})
