import type dns from 'node:dns'
import { SaxesParser } from 'saxes'
import type { LinkReason } from '../../../domain/contents/link-verdict.ts'
import { SourceFailed, type SourceFailure } from '../../platform/http/errors.ts'
import { type Excerpt, guardedExcerpt } from '../../platform/outbound/guarded-fetch.ts'
import type { IpPolicy } from '../../platform/outbound/ip-policy.ts'
import { limitedSignal } from '../../platform/outbound/limited-signal.ts'

/** Bytes read of a manifest, and of anything else. */
const MANIFEST = 512 * 1024
const EXCERPT = 1024

export interface CheckOptions {
  isAllowed: IpPolicy
  /** Milliseconds for the whole link. */
  timeLimit: number
  signal: AbortSignal
  /** Address that describes videos of YouTube. */
  oembedUrl: string
  lookup?: typeof dns.lookup
}

/** A link as it is checked: `address` is undefined for an internal one without a base address. */
export interface CheckedLink {
  address: string | undefined
  isYoutube: boolean
}

/**
 * Checks as a player would whether a link leads to content (rule L21). Never throws; a result is only 'down' if the
 * cause cannot be that the host refuses this server.
 */
export const checkLink = async (
  { address, isYoutube }: CheckedLink,
  options: CheckOptions,
): Promise<LinkReason> => {
  if (address === undefined) return 'noBase'
  const { signal, end } = limitedSignal(options.signal, options.timeLimit)
  try {
    return isYoutube
      ? await checkVideo(address, { ...options, signal })
      : await checkStream(address, { ...options, signal })
  } catch (error) {
    return error instanceof SourceFailed ? FAILURES[error.failure] : 'failing'
  } finally {
    end()
  }
}

const FAILURES: Readonly<Record<SourceFailure, LinkReason>> = {
  address: 'address',
  private: 'private',
  redirects: 'redirects',
  unreachable: 'unreachable',
  status: 'failing',
  tooSlow: 'slow',
  tooBig: 'large',
  tooCostly: 'large',
  // Icecast's own protocol, for one.
  unreadable: 'protocol',
  archive: 'protocol',
}

/** What a status says of a link; undefined if it says that it works. */
const statusReason = (status: number): LinkReason | undefined => {
  if (status >= 200 && status < 300) return undefined
  if (status === 404 || status === 410) return 'notFound'
  if (status === 503) return 'busy'
  // Most refusals say so with another status than 403.
  return status >= 500 ? 'failing' : 'refused'
}

const fetchExcerpt = (
  address: string,
  { isAllowed, timeLimit, signal, lookup }: CheckOptions,
  headers: Readonly<Record<string, string>> = {},
): Promise<Excerpt> =>
  guardedExcerpt(
    address,
    { headers, signal, enough: (type, head) => (isManifest(type, head) ? MANIFEST : EXCERPT) },
    { isAllowed, timeLimit, sizeLimit: MANIFEST, ...(lookup && { lookup }) },
  )

const startOf = (head: Uint8Array): string => Buffer.from(head.subarray(0, EXCERPT)).toString()

const isPlaylist = (contentType: string, start: string): boolean =>
  contentType.includes('mpegurl') || start.replace(/^\uFEFF/, '').startsWith('#EXTM3U')

const isDash = (contentType: string, start: string): boolean => {
  const text = start.trimStart()
  const isXml = text.startsWith('<MPD') || (text.startsWith('<?xml') && text.includes('<MPD'))
  return isXml || contentType === 'application/dash+xml'
}

const isManifest = (contentType: string, head: Uint8Array): boolean =>
  isPlaylist(contentType, startOf(head)) || isDash(contentType, startOf(head))

/** YouTube describes a video that can be played; 401 is one that may only be watched there. */
const checkVideo = async (video: string, options: CheckOptions): Promise<LinkReason> => {
  const address = new URL(options.oembedUrl)
  const page = URL.canParse(video) ? video : `https://www.youtube.com/watch?v=${encodeURIComponent(video)}`
  address.search = String(new URLSearchParams({ url: page, format: 'json' }))
  const { status } = await fetchExcerpt(address.href, options)
  return status === 400 ? 'notFound' : (statusReason(status) ?? 'works')
}

const checkStream = async (address: string, options: CheckOptions): Promise<LinkReason> => {
  if (!URL.canParse(address)) return 'address'
  if (!/^https?:$/.test(new URL(address).protocol)) return 'protocol'
  const found = await fetchExcerpt(address, options)
  const wrong = statusReason(found.status) ?? bodyReason(found)
  if (wrong) return wrong
  if (!isManifest(found.contentType, found.bytes)) return 'works'
  if (found.end !== 'whole') return MANIFEST_ENDS[found.end]
  const text = Buffer.from(found.bytes).toString()
  if (isPlaylist(found.contentType, startOf(found.bytes))) return checkPlaylist(text, found.url, options)
  return isPlayableDash(text) ? 'works' : 'manifest'
}

const MANIFEST_ENDS = { cut: 'large', broken: 'slow' } as const satisfies Record<string, LinkReason>

/** Why a body is no content; undefined if it may be. */
const bodyReason = ({ contentType, bytes }: Excerpt): LinkReason | undefined => {
  if (bytes.length === 0) return 'empty'
  const start = Buffer.from(bytes.subarray(0, 256)).toString('latin1').trimStart().toLowerCase()
  return contentType === 'text/html' || start.startsWith('<!doctype html') || start.startsWith('<html')
    ? 'page'
    : undefined
}

/**
 * The first address of a playlist, and whether it is a variant's instead of a segment's. `m3u8-parser` 7.2, which reads
 * everything else too, takes three minutes for a hostile line of 500 kB.
 */
const firstAddress = (text: string): { address: string | undefined; isVariant: boolean } => {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim())
  return {
    address: lines.find((line) => line !== '' && !line.startsWith('#')),
    isVariant: lines.some((line) => line.startsWith('#EXT-X-STREAM-INF')),
  }
}

/** Follows a playlist to the first variant, and that to its first segment, of which some bytes are read. */
const checkPlaylist = async (text: string, base: URL, options: CheckOptions): Promise<LinkReason> => {
  let first = firstAddress(text)
  let from = base
  if (first.isVariant) {
    if (first.address === undefined || !URL.canParse(first.address, base.href)) return 'manifest'
    const found = await fetchExcerpt(new URL(first.address, base).href, options)
    const wrong = statusReason(found.status) ?? bodyReason(found)
    if (wrong) return partReason(wrong)
    if (found.end !== 'whole') return MANIFEST_ENDS[found.end]
    first = firstAddress(Buffer.from(found.bytes).toString())
    from = found.url
  }
  // A variant has no variants: a playlist that refers to itself ends here.
  if (first.isVariant || first.address === undefined || !URL.canParse(first.address, from.href))
    return 'manifest'
  const found = await fetchExcerpt(new URL(first.address, from).href, options, {
    range: `bytes=0-${EXCERPT - 1}`,
  })
  const wrong = statusReason(found.status) ?? bodyReason(found)
  return wrong ? partReason(wrong) : 'works'
}

/** Why a part of a playlist does not work, as a reason of the whole. */
const partReason = (reason: LinkReason): LinkReason =>
  reason === 'refused' || reason === 'busy' ? reason : 'segment'

/**
 * Whether DASH describes anything to play. Its addresses are composed by templates, and are not followed. Players refuse XML
 * with an error too, and reading on would take seconds for 500 kB of them.
 */
const isPlayableDash = (text: string): boolean => {
  let isMpd = false
  let isPlayable = false
  const parser = new SaxesParser()
  parser.on('opentag', ({ name }) => {
    isMpd ||= name === 'MPD'
    isPlayable ||= isMpd && name === 'Representation'
  })
  try {
    parser.write(text).close()
  } catch {
    return false
  }
  return isPlayable
}
