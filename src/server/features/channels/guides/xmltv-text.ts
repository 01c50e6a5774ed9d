import { TextDecoder } from 'node:util'
import { sourceFailed } from '../../../platform/outbound/source-failures.ts'
import { ungzipped } from '../../../platform/outbound/ungzipped.ts'

/** What decides how a feed is written: its first bytes. */
const HEAD = 64 * 1024

const MARKS: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

const decoderOf = (label: string): TextDecoder | undefined => {
  try {
    return new TextDecoder(label)
  } catch {
    return undefined
  }
}

/** True for bytes that are UTF-8, but for a letter that is cut at their end. */
const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** By its mark, its declaration, or what its first bytes are: feeds that say UTF-8 and are not are read as Latin. */
const textDecoder = (head: Uint8Array): TextDecoder => {
  const mark = MARKS.find(([, bytes]) => bytes.every((byte, index) => head[index] === byte))
  if (mark) return new TextDecoder(mark[0])
  const start = new TextDecoder('latin1').decode(head.subarray(0, 1024))
  const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(start)?.[1] ?? 'utf-8'
  const decoder = decoderOf(declared)
  if (decoder && decoder.encoding !== 'utf-8') return decoder
  return new TextDecoder(isUtf8(head) ? 'utf-8' : 'windows-1252')
}

/** The text of a feed, plain or compressed, in whatever encoding; throws a SourceFailed after `limit` bytes of text. */
export async function* feedText(source: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<string> {
  let head: Uint8Array | undefined = new Uint8Array()
  let decoder: TextDecoder | undefined
  let size = 0
  for await (const part of ungzipped(source)) {
    size += part.length
    if (size > limit) throw sourceFailed('tooBig')
    if (decoder) {
      yield decoder.decode(part, { stream: true })
      continue
    }
    head = Buffer.concat([head ?? new Uint8Array(), part])
    if (head.length < HEAD) continue
    decoder = textDecoder(head)
    yield decoder.decode(head, { stream: true })
    head = undefined
  }
  if (decoder) yield decoder.decode()
  else if (head) yield textDecoder(head).decode(head)
}
