import { crc32, deflateRawSync } from 'node:zlib'

export interface ManifestOptions {
  packageName?: string
  versionCode?: number
  versionName?: string
  encoding?: 'utf8' | 'utf16'
  /** Attribute names are omitted, as shrinking tools do; resource ids identify them. */
  isShortened?: boolean
}

const NONE = 0xffffffff
const u16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value >>> 0)
  return bytes
}

const chunk = (type: number, header: Buffer, body: Buffer): Buffer =>
  Buffer.concat([u16(type), u16(8 + header.length), u32(8 + header.length + body.length), header, body])

const pooled = (text: string, encoding: 'utf8' | 'utf16'): Buffer =>
  encoding === 'utf16'
    ? Buffer.concat([u16(text.length), Buffer.from(text, 'utf16le'), u16(0)])
    : Buffer.concat([
        Buffer.from([text.length, Buffer.byteLength(text)]),
        Buffer.from(text),
        Buffer.from([0]),
      ])

const stringPool = (texts: readonly string[], encoding: 'utf8' | 'utf16'): Buffer => {
  const strings = texts.map((text) => pooled(text, encoding))
  const offsets = strings.map((_, index) =>
    u32(strings.slice(0, index).reduce((sum, { length }) => sum + length, 0)),
  )
  const header = [u32(texts.length), u32(0), u32(encoding === 'utf8' ? 0x100 : 0), u32(28 + 4 * texts.length)]
  const data = Buffer.concat(strings)
  const padding = Buffer.alloc((4 - (data.length % 4)) % 4)
  return chunk(1, Buffer.concat([...header, u32(0)]), Buffer.concat([...offsets, data, padding]))
}

const attribute = (name: number, type: number, raw: number, data: number): Buffer =>
  Buffer.concat([u32(NONE), u32(name), u32(raw), u16(8), Buffer.from([0, type]), u32(data)])

/** A binary AndroidManifest.xml with only its root element. */
export const manifestOf = (options: ManifestOptions = {}): Buffer => {
  const { packageName = 'com.cartelera.tv', versionCode = 35, versionName = '3.5.0' } = options
  const { encoding = 'utf8', isShortened = false } = options
  const names = isShortened ? ['', ''] : ['versionCode', 'versionName']
  const texts = [...names, 'manifest', 'package', versionName, packageName]
  const attributes = [
    attribute(0, 0x10, NONE, versionCode),
    attribute(1, 0x03, 4, 4),
    attribute(3, 0x03, 5, 5),
  ]
  const attributesHead = [u16(20), u16(20), u16(attributes.length), u16(0), u16(0), u16(0)]
  const element = Buffer.concat([u32(NONE), u32(2), ...attributesHead, ...attributes])
  const body = Buffer.concat([
    stringPool(texts, encoding),
    chunk(0x180, Buffer.alloc(0), Buffer.concat([u32(0x0101021b), u32(0x0101021c)])),
    chunk(0x102, Buffer.concat([u32(1), u32(NONE)]), element),
  ])
  return chunk(3, Buffer.alloc(0), body)
}

export interface ZipEntry {
  name: string
  content: Buffer
  isStored?: boolean
  /** Uncompressed size that the archive claims; by default the real one. */
  claimed?: number
}

const records = ({ name, content, isStored = false, claimed }: ZipEntry, offset: number) => {
  const packed = isStored ? content : deflateRawSync(content)
  const facts = [
    u16(0),
    u16(isStored ? 0 : 8),
    u32(0),
    u32(crc32(content)),
    u32(packed.length),
    u32(claimed ?? content.length),
  ]
  const names = [u16(Buffer.byteLength(name)), u16(0)]
  return {
    local: Buffer.concat([u32(0x04034b50), u16(20), ...facts, ...names, Buffer.from(name), packed]),
    central: Buffer.concat([
      u32(0x02014b50),
      u16(20),
      u16(20),
      ...facts,
      ...names,
      u16(0),
      u16(0),
      u16(0),
      u32(0),
      u32(offset),
      Buffer.from(name),
    ]),
  }
}

export const zipOf = (entries: readonly ZipEntry[], comment = ''): Buffer => {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const { local, central } = records(entry, offset)
    locals.push(local)
    centrals.push(central)
    offset += local.length
  }
  const directory = Buffer.concat(centrals)
  const counts = [u16(0), u16(0), u16(entries.length), u16(entries.length)]
  const end = [u32(0x06054b50), ...counts, u32(directory.length), u32(offset), u16(comment.length)]
  return Buffer.concat([...locals, directory, ...end, Buffer.from(comment)])
}

/** A small APK: `size` bytes of another file, then the manifest. */
export const apkOf = (options: ManifestOptions = {}, size = 1000): Buffer =>
  zipOf([
    { name: 'classes.dex', content: Buffer.alloc(size, 'código'), isStored: true },
    { name: 'AndroidManifest.xml', content: manifestOf(options) },
  ])
