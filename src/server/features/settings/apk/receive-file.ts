import type { Readable } from 'node:stream'
import { errorCodes } from 'fastify'
import { APK_MESSAGES, MAX_APK } from '../../../../domain/settings/apk.ts'
import type { Executor } from '../../../platform/database/open.ts'
import { Invalid } from '../../../platform/http/errors.ts'
import { CHUNK, storeChunk } from './stored-file.ts'
import { ZIP_START } from './zip-entry.ts'

/** Milliseconds without data after which an upload is aborted. */
const IDLE_LIMIT = 60_000

export const refuseFile = (message: string): Invalid => new Invalid([{ field: '', message }])

const tooBig = (): Error => new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()

/** The chunks of a request body; the connection stays open for the response, whatever happens to them. */
async function* bodyParts(body: Readable): AsyncGenerator<Buffer> {
  const timer = setTimeout(() => body.destroy(), IDLE_LIMIT)
  try {
    for await (const part of body.iterator({ destroyOnReturn: false })) {
      timer.refresh()
      yield Buffer.from(part)
    }
  } catch {
    throw refuseFile(APK_MESSAGES.incomplete)
  } finally {
    clearTimeout(timer)
  }
}

/** Stores a body in chunks, one in memory at a time; returns its size in bytes. */
const storeParts = async (db: Executor, file: string, body: Readable, limit: number): Promise<number> => {
  const chunk = Buffer.allocUnsafe(CHUNK)
  let size = 0
  let used = 0
  const store = async (): Promise<void> => {
    const place = Math.floor((size - 1) / CHUNK)
    if (place === 0 && !chunk.subarray(0, ZIP_START.length).equals(ZIP_START))
      throw refuseFile(APK_MESSAGES.notApk)
    await storeChunk(db, file, place, chunk.subarray(0, used))
    used = 0
  }
  for await (const part of bodyParts(body)) {
    if (size + part.length > limit) throw tooBig()
    for (let at = 0; at < part.length; ) {
      const copied = part.copy(chunk, used, at)
      at += copied
      used += copied
      size += copied
      if (used === CHUNK) await store()
    }
  }
  if (used > 0) await store()
  return size
}

/** Receives a file, of the declared length if given; returns its size, or throws the error to report. */
export const receiveFile = async (
  db: Executor,
  file: string,
  body: Readable,
  declared: number | undefined,
  limit = MAX_APK,
): Promise<number> => {
  if (declared !== undefined && declared > limit) throw tooBig()
  try {
    const size = await storeParts(db, file, body, limit)
    if (size === 0) throw refuseFile(APK_MESSAGES.empty)
    if (declared !== undefined && size !== declared) throw refuseFile(APK_MESSAGES.incomplete)
    return size
  } catch (error) {
    // Drains the body, since clients read the error only after sending everything; oversized uploads are cut off
    // instead.
    if (error instanceof Invalid) body.resume()
    throw error
  }
}
