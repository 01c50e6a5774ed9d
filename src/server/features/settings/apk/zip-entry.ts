import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'

/** Random access to an archive's bytes, never whole in memory. */
export interface Archive {
  size: number
  /** Rejects for a range outside the archive. */
  read: (from: number, length: number) => Promise<Buffer>
}

interface Entry {
  method: number
  crc: number
  compressed: number
  size: number
  offset: number
}

const END = 0x06054b50
const END_SIZE = 22
const CENTRAL = 0x02014b50
const CENTRAL_SIZE = 46
const LOCAL = 0x04034b50
const LOCAL_SIZE = 30
const MAX_COMMENT = 65_535
/** Maximum size of a directory in bytes; 65,535 entries with names of usual length need less. */
const MAX_DIRECTORY = 16 * 1_048_576
const STORED = 0
const DEFLATED = 8
const ENCRYPTED = 1

/** The first bytes of every non-empty archive. */
export const ZIP_START = Buffer.from([0x50, 0x4b, 0x03, 0x04])

const inflate = promisify(inflateRaw)

const readDirectory = async ({ size, read }: Archive): Promise<Buffer | undefined> => {
  const length = Math.min(size, END_SIZE + MAX_COMMENT)
  const tail = await read(size - length, length)
  for (let at = length - END_SIZE; at >= 0; at--) {
    // The end record is the last one: its comment must reach exactly to the end of the file.
    if (tail.readUInt32LE(at) !== END || at + END_SIZE + tail.readUInt16LE(at + 20) !== length) continue
    const bytes = tail.readUInt32LE(at + 12)
    const from = tail.readUInt32LE(at + 16)
    if (bytes > MAX_DIRECTORY || from + bytes > size - length + at) return undefined
    return read(from, bytes)
  }
  return undefined
}

const findEntry = (directory: Buffer, name: string): Entry | undefined => {
  const sought = Buffer.from(name)
  let at = 0
  while (at + CENTRAL_SIZE <= directory.length && directory.readUInt32LE(at) === CENTRAL) {
    const nameEnd = at + CENTRAL_SIZE + directory.readUInt16LE(at + 28)
    if (directory.subarray(at + CENTRAL_SIZE, nameEnd).equals(sought)) {
      if ((directory.readUInt16LE(at + 8) & ENCRYPTED) !== 0) return undefined
      return {
        method: directory.readUInt16LE(at + 10),
        crc: directory.readUInt32LE(at + 16),
        compressed: directory.readUInt32LE(at + 20),
        size: directory.readUInt32LE(at + 24),
        offset: directory.readUInt32LE(at + 42),
      }
    }
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return undefined
}

const unpack = async (bytes: Buffer, { method, size }: Entry): Promise<Buffer | undefined> => {
  if (method === STORED) return bytes
  // Bounds the output by the declared size.
  return method === DEFLATED ? inflate(bytes, { maxOutputLength: Math.max(size, 1) }) : undefined
}

const readEntry = async ({ read }: Archive, entry: Entry, limit: number): Promise<Buffer | undefined> => {
  if (entry.size > limit || entry.compressed > limit) return undefined
  const local = await read(entry.offset, LOCAL_SIZE)
  if (local.readUInt32LE(0) !== LOCAL) return undefined
  const start = entry.offset + LOCAL_SIZE + local.readUInt16LE(26) + local.readUInt16LE(28)
  const content = await unpack(await read(start, entry.compressed), entry)
  if (content === undefined || content.length !== entry.size || crc32(content) !== entry.crc) return undefined
  return content
}

/**
 * The content of an entry of a ZIP archive; undefined if it is missing, damaged or larger than `limit` bytes. Not
 * `yauzl` 3.4, which refuses the whole archive for a fault in another entry or an end signature within the comment,
 * checks no CRC, and takes 64 ms of CPU instead of 10 to find the last of 5,000 entries.
 */
export const readZipEntry = async (
  archive: Archive,
  name: string,
  limit: number,
): Promise<Buffer | undefined> => {
  if (archive.size < END_SIZE) return undefined
  const directory = await readDirectory(archive)
  const entry = directory === undefined ? undefined : findEntry(directory, name)
  return entry === undefined ? undefined : readEntry(archive, entry, limit)
}
