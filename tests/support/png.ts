import { crc32, deflateSync } from 'node:zlib'

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const chunk = (type: string, data: Buffer): Buffer => {
  const checked = Buffer.concat([Buffer.from(type), data])
  return Buffer.concat([u32(data.length), checked, u32(crc32(checked))])
}

interface PngOptions {
  width?: number
  height?: number
  /** A grey level, which makes pictures differ. */
  grey?: number
  /** Bytes of a chunk that decoders ignore. */
  padding?: number
}

/** A grey PNG. */
export const pngOf = ({ width = 40, height = 20, grey = 128, padding = 0 }: PngOptions = {}): Buffer => {
  const header = Buffer.concat([u32(width), u32(height), Buffer.from([8, 0, 0, 0, 0])])
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(width, grey)])
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...(padding > 0 ? [chunk('prVt', Buffer.alloc(padding))] : []),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => line)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
