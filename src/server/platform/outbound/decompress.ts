import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { sourceFailed } from './source-failures.ts'

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

const isZlibError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')

/**
 * Decompresses bytes that begin like gzip, because names and headers are often wrong. Throws a SourceFailed if they are
 * not valid gzip.
 */
export async function* decompress(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const parts = source[Symbol.asyncIterator]()
  let head: Uint8Array = new Uint8Array()
  while (head.length < 2) {
    const { value, done } = await parts.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  const whole = withHead(head, parts)
  if (!isGzip(head)) return yield* whole
  const gunzip = createGunzip()
  // Errors of both streams surface where the result is read.
  pipeline(Readable.from(whole, { objectMode: false }), gunzip, () => undefined)
  try {
    yield* gunzip
  } catch (error) {
    throw isZlibError(error) ? sourceFailed('unreadable') : error
  }
}

async function* withHead(head: Uint8Array, parts: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (head.length > 0) yield head
    for (let next = await parts.next(); !next.done; next = await parts.next()) yield next.value
  } finally {
    await parts.return?.()
  }
}
