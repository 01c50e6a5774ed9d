import { TextDecoder } from 'node:util'
import { type Encoding, REPLACEMENT_CHARACTER } from '../../../domain/format/encodings.ts'

/** 0x80 to 0x9F in windows-1252: the decoder of Node 20 reads them as control characters. */
const WINDOWS_1252 = '€�‚ƒ„…†‡ˆ‰Š‹Œ�Ž��‘’“”•–—˜™š›œ�žŸ'

/** 0x80 to 0xFF in code page 850, which the runtime doesn't have. */
const IBM_850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

/** Decodes a text in parts; the last call is without a part. */
export type Decode = (part?: Uint8Array) => string

const decodeLatin1 = (part: Uint8Array | undefined): string =>
  part === undefined ? '' : Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('latin1')

const byTable =
  (table: string): Decode =>
  (part) =>
    decodeLatin1(part).replace(/[\x80-\xff]/g, (byte) => table[byte.charCodeAt(0) - 0x80] ?? byte)

const byRuntime =
  (decoder: TextDecoder): Decode =>
  (part) =>
    part === undefined ? decoder.decode() : decoder.decode(part, { stream: true })

export const createDecoder = (encoding: Encoding): Decode => {
  if (encoding === 'windows-1252') return byTable(WINDOWS_1252)
  return encoding === 'ibm850' ? byTable(IBM_850) : byRuntime(new TextDecoder(encoding))
}

/** The decoder of an encoding's name as files declare it; undefined if it is unknown, or UTF-8, which is often wrong. */
export const declaredDecoder = (name: string): Decode | undefined => {
  if (/^(ibm|cp)?850$/i.test(name)) return createDecoder('ibm850')
  try {
    const decoder = new TextDecoder(name)
    if (decoder.encoding === 'utf-8') return undefined
    return decoder.encoding === 'windows-1252' ? createDecoder('windows-1252') : byRuntime(decoder)
  } catch {
    return undefined
  }
}

const MARKS: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

const markedEncoding = (bytes: Uint8Array): Encoding | undefined =>
  MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0]

/** A character of several bytes in UTF-8, or a byte that belongs to none. */
const SEQUENCES =
  /[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}|([\x80-\xff])/g

/** True if more characters are valid in UTF-8 than bytes are not. */
const isMostlyUtf8 = (latin: string): boolean => {
  let balance = 0
  for (const [, damaged] of latin.matchAll(SEQUENCES)) balance += damaged === undefined ? 1 : -1
  return balance > 0
}

const LETTERS = /[áéíóúüñçãõâêôàÁÉÍÓÚÜÑÇÃÕÂÊÔÀ]/
const SIGNS = /[‘’“”–—…€¿¡ºª°«»·•™®©£´]/
const OPENING = /[¿¡“«‘]/

/** Score of a character between its neighbours, for Spanish, Portuguese and English texts. */
const characterFit = (char: string, before: string, after: string): number => {
  if (LETTERS.test(char)) {
    const isCapital = char !== char.toLowerCase()
    // A capital stands first, or among capitals.
    if (isCapital && /[a-z]/.test(before)) return -2
    return /[a-z]/i.test(before + after) ? 3 : 0
  }
  if (!SIGNS.test(char)) return char === '\u00a0' ? 0 : -2
  // Few signs stand inside words.
  if (/[a-z]/i.test(before) && /[a-z]/i.test(after)) return char === '’' ? 2 : -1
  if (OPENING.test(char)) return /[\p{L}]/u.test(before) ? -1 : 2
  return 1
}

const SINGLE_BYTE: readonly Encoding[] = ['windows-1252', 'macintosh', 'ibm850']

/** Non-ASCII characters that are sampled to detect an encoding. */
const MAX_SAMPLED = 5000

const encodingFit = (encoding: Encoding, bytes: Uint8Array, latin: string): number => {
  const text = createDecoder(encoding)(bytes)
  let fit = 0
  let seen = 0
  for (const { index } of latin.matchAll(/[\x80-\xff]/g)) {
    fit += characterFit(text[index] ?? '', text[index - 1] ?? '', text[index + 1] ?? '')
    if (++seen === MAX_SAMPLED) break
  }
  return fit
}

/**
 * The encoding of bytes by what they hold: UTF-8 despite some damaged bytes, UTF-16 with a byte order mark, or the single-byte
 * encoding of Windows, of the Mac or of MS-DOS in which they read best.
 */
export const detectEncoding = (bytes: Uint8Array): Encoding => {
  const marked = markedEncoding(bytes)
  if (marked) return marked
  const latin = decodeLatin1(bytes)
  if (!/[\x80-\xff]/.test(latin) || isMostlyUtf8(latin)) return 'utf-8'
  const fits = SINGLE_BYTE.map((encoding) => ({ encoding, fit: encodingFit(encoding, bytes, latin) }))
  return fits.reduce((best, each) => (each.fit > best.fit ? each : best)).encoding
}

/** Decodes a text file, in the encoding that it seems to have unless one is given. */
export const decodeText = (bytes: Uint8Array, encoding = detectEncoding(bytes)): string => {
  const decode = createDecoder(encoding)
  return decode(bytes) + decode()
}

/** The number of places that could not be decoded. */
export const countDamage = (text: string): number => text.split(REPLACEMENT_CHARACTER).length - 1

/** Bytes sampled to detect an encoding; more if few of them are non-ASCII. */
const HEAD = 64 * 1024
const MAX_HELD = 1024 * 1024
const MIN_SAMPLED = 32

const beyondAscii = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum + (byte >> 7), 0)

/** Decodes a stream, by what its first bytes declare if anything, or else in the encoding that these seem to have. */
export async function* decodeStream(
  source: AsyncIterable<Uint8Array>,
  declaredBy: (head: Uint8Array) => Decode | undefined = () => undefined,
): AsyncGenerator<string> {
  let held: Uint8Array = new Uint8Array()
  let decode: Decode | undefined
  let seen = 0
  for await (const part of source) {
    if (decode) {
      yield decode(part)
      continue
    }
    held = Buffer.concat([held, part])
    seen += beyondAscii(part)
    if (held.length < HEAD || (held.length < MAX_HELD && seen < MIN_SAMPLED)) continue
    decode = declaredBy(held) ?? createDecoder(detectEncoding(held))
    yield decode(held)
    held = new Uint8Array()
  }
  decode ??= declaredBy(held) ?? createDecoder(detectEncoding(held))
  yield decode(held) + decode()
}
