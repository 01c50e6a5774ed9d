/** The version in an application's manifest. */
export interface ManifestVersion {
  packageName: string
  versionCode: number
  /** Empty if the manifest refers to a string resource elsewhere. */
  versionName: string
}

/** Kinds of chunks in Android's binary XML. */
const XML = 0x0003
const STRINGS = 0x0001
const RESOURCE_IDS = 0x0180
const ELEMENT = 0x0102
const HEADER_SIZE = 8

const UTF8 = 0x100
const NONE = 0xffffffff

/** Types of attribute values. */
const TEXT = 0x03
const DECIMAL = 0x10
const HEXADECIMAL = 0x11

/** Android's resource ids of the two attributes: their names may have been stripped. */
const VERSION_CODE = 0x0101021b
const VERSION_NAME = 0x0101021c
const MAX_TEXT = 300
/** Real manifests have about twenty. */
const MAX_ATTRIBUTES = 200
/** Characters that the database cannot store or that are not readable. */
const UNSTORABLE = /[\p{Cc}\p{Surrogate}]/gu

interface Attribute {
  name: string
  id: number | undefined
  type: number
  data: number
}

interface Pools {
  text: (index: number) => string
  idOf: (index: number) => number | undefined
}

const noText = (): string => ''

/** Reads a length of one unit, or of two if the first one's highest bit is set. */
const readLength = (bytes: Buffer, at: number, isUtf8: boolean): { length: number; next: number } => {
  const first = isUtf8 ? bytes.readUInt8(at) : bytes.readUInt16LE(at)
  const [unit, bit] = isUtf8 ? [1, 0x80] : [2, 0x8000]
  if ((first & bit) === 0) return { length: first, next: at + unit }
  const second = isUtf8 ? bytes.readUInt8(at + unit) : bytes.readUInt16LE(at + unit)
  return { length: (first & (bit - 1)) * 2 * bit + second, next: at + 2 * unit }
}

const readStrings = (chunk: Buffer): Pools['text'] => {
  const count = chunk.readUInt32LE(8)
  const isUtf8 = (chunk.readUInt32LE(16) & UTF8) !== 0
  const start = chunk.readUInt32LE(20)
  return (index) => {
    if (index >= count) return ''
    const at = start + chunk.readUInt32LE(28 + 4 * index)
    const characters = readLength(chunk, at, isUtf8)
    const { length, next } = isUtf8 ? readLength(chunk, characters.next, true) : characters
    const end = next + Math.min(length, MAX_TEXT) * (isUtf8 ? 1 : 2)
    if (end > chunk.length) throw new RangeError('A text beyond the end of its chunk')
    return chunk.toString(isUtf8 ? 'utf8' : 'utf16le', next, end).replace(UNSTORABLE, '')
  }
}

const readIds =
  (chunk: Buffer): Pools['idOf'] =>
  (index) => {
    const at = HEADER_SIZE + 4 * index
    return at + 4 <= chunk.length ? chunk.readUInt32LE(at) : undefined
  }

const readAttributes = (chunk: Buffer, { text, idOf }: Pools): Attribute[] => {
  const start = 16 + chunk.readUInt16LE(24)
  const size = chunk.readUInt16LE(26)
  return Array.from({ length: Math.min(chunk.readUInt16LE(28), MAX_ATTRIBUTES) }, (_, index) => {
    const at = start + index * size
    const name = chunk.readUInt32LE(at + 4)
    return {
      name: text(name),
      id: idOf(name),
      type: chunk.readUInt8(at + 15),
      data: chunk.readUInt32LE(at + 16),
    }
  })
}

const readVersion = (chunk: Buffer, pools: Pools): ManifestVersion | undefined => {
  if (pools.text(chunk.readUInt32LE(20)) !== 'manifest') return undefined
  const attributes = readAttributes(chunk, pools)
  const findAttribute = (id: number | undefined, name: string) =>
    attributes.find((each) => each.id !== undefined && each.id === id) ??
    attributes.find((each) => each.name === name)
  const attributeText = (attribute: Attribute | undefined): string =>
    attribute?.type === TEXT && attribute.data !== NONE ? pools.text(attribute.data) : ''
  const code = findAttribute(VERSION_CODE, 'versionCode')
  const isNumber = code?.type === DECIMAL || code?.type === HEXADECIMAL
  return {
    packageName: attributeText(findAttribute(undefined, 'package')),
    versionCode: isNumber ? code.data | 0 : 0,
    versionName: attributeText(findAttribute(VERSION_NAME, 'versionName')),
  }
}

const scan = (bytes: Buffer): ManifestVersion | undefined => {
  if (bytes.readUInt16LE(0) !== XML) return undefined
  const pools: Pools = { text: noText, idOf: () => undefined }
  let at = bytes.readUInt16LE(2)
  while (at + HEADER_SIZE <= bytes.length) {
    const size = bytes.readUInt32LE(at + 4)
    if (size < HEADER_SIZE || at + size > bytes.length) return undefined
    const chunk = bytes.subarray(at, at + size)
    const kind = chunk.readUInt16LE(0)
    if (kind === STRINGS) pools.text = readStrings(chunk)
    if (kind === RESOURCE_IDS) pools.idOf = readIds(chunk)
    if (kind === ELEMENT) return readVersion(chunk, pools)
    at += size
  }
  return undefined
}

/** The version in a binary AndroidManifest.xml; undefined if the bytes are none. */
export const readManifest = (bytes: Buffer): ManifestVersion | undefined => {
  try {
    return scan(bytes)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
