import type dns from 'node:dns'
import { SaxesParser } from 'saxes'
import type { LinkReason } from '../../../domain/contents/link-verdict.ts'
import { SourceFailed, type SourceFailure } from '../../platform/http/errors.ts'
import { type Excerpt, guardedExcerpt } from '../../platform/outbound/guarded-fetch.ts'
import type { IpPolicy } from '../../platform/outbound/ip-policy.ts'
import { limitedSignal } from '../../platform/outbound/limited-signal.ts'
import { parseUrl } from '../../platform/outbound/parse-url.ts'

/** Bytes read of a manifest, and of anything else. */
const MANIFEST_BYTES = 512 * 1024
const EXCERPT_BYTES = 1024

export interface CheckOptions {
  isAllowed: IpPolicy
  /** Milliseconds for the whole link. */
  timeLimit: number
  signal: AbortSignal
  /** YouTube's oEmbed endpoint. */
  oembedUrl: string
  lookup?: typeof dns.lookup
}

/** A link to check; `url` is undefined for an internal one without a base URL. */
export interface CheckedLink {
  url: string | undefined
  isYoutube: boolean
}

/**
 * Checks as a player would whether a link leads to content (rule L21). Never throws; a result is only 'down' if the
 * cause cannot be that the host refuses this server.
 */
export const checkLink = async (
  { url, isYoutube }: CheckedLink,
  options: CheckOptions,
): Promise<LinkReason> => {
  if (url === undefined) return 'noBase'
  const { signal, end } = limitedSignal(options.signal, options.timeLimit)
  try {
    return isYoutube
      ? await checkVideo(url, { ...options, signal })
      : await checkStream(url, { ...options, signal })
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

/** Why a status means that a link does not work; undefined if it works. */
const statusReason = (status: number): LinkReason | undefined => {
  if (status >= 200 && status < 300) return undefined
  if (status === 404 || status === 410) return 'notFound'
  if (status === 503) return 'busy'
  // Hosts refuse with many statuses besides 403.
  return status >= 500 ? 'failing' : 'refused'
}

const fetchExcerpt = (
  url: string,
  { isAllowed, timeLimit, signal, lookup }: CheckOptions,
  headers: Readonly<Record<string, string>> = {},
): Promise<Excerpt> =>
  guardedExcerpt(
    url,
    { headers, signal, enough: (type, head) => (isManifest(type, head) ? MANIFEST_BYTES : EXCERPT_BYTES) },
    { isAllowed, timeLimit, sizeLimit: MANIFEST_BYTES, ...(lookup && { lookup }) },
  )

const decodeStart = (head: Uint8Array): string => Buffer.from(head.subarray(0, EXCERPT_BYTES)).toString()

const isPlaylist = (contentType: string, start: string): boolean =>
  contentType.includes('mpegurl') || start.replace(/^\uFEFF/, '').startsWith('#EXTM3U')

const isDash = (contentType: string, start: string): boolean => {
  const text = start.trimStart()
  const isXml = text.startsWith('<MPD') || (text.startsWith('<?xml') && text.includes('<MPD'))
  return isXml || contentType === 'application/dash+xml'
}

const isManifest = (contentType: string, head: Uint8Array): boolean =>
  isPlaylist(contentType, decodeStart(head)) || isDash(contentType, decodeStart(head))

/** YouTube describes a video that can be played; 401 is one that may only be watched there. */
const checkVideo = async (video: string, options: CheckOptions): Promise<LinkReason> => {
  const url = new URL(options.oembedUrl)
  const page = parseUrl(video) ? video : `https://www.youtube.com/watch?v=${encodeURIComponent(video)}`
  url.search = String(new URLSearchParams({ url: page, format: 'json' }))
  const { status } = await fetchExcerpt(url.href, options)
  return status === 400 ? 'notFound' : (statusReason(status) ?? 'works')
}

const checkStream = async (url: string, options: CheckOptions): Promise<LinkReason> => {
  const { protocol } = parseUrl(url) ?? {}
  if (protocol === undefined) return 'address'
  if (!/^https?:$/.test(protocol)) return 'protocol'
  const excerpt = await fetchExcerpt(url, options)
  const reason = statusReason(excerpt.status) ?? bodyReason(excerpt)
  if (reason) return reason
  if (!isManifest(excerpt.contentType, excerpt.bytes)) return 'works'
  if (excerpt.end !== 'whole') return MANIFEST_ENDS[excerpt.end]
  const text = Buffer.from(excerpt.bytes).toString()
  if (isPlaylist(excerpt.contentType, decodeStart(excerpt.bytes)))
    return checkPlaylist(text, excerpt.url, options)
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
 * The first URL of a playlist, and whether it belongs to a variant instead of a segment. `m3u8-parser` 7.2, which reads
 * everything else too, takes three minutes for a hostile line of 500 kB.
 */
const firstUrl = (text: string, base: URL): { url: URL | undefined; isVariant: boolean } => {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim())
  const first = lines.find((line) => line !== '' && !line.startsWith('#'))
  return {
    url: first === undefined ? undefined : parseUrl(first, base),
    isVariant: lines.some((line) => line.startsWith('#EXT-X-STREAM-INF')),
  }
}

/** Follows a playlist to the first variant, and that to its first segment, of which some bytes are read. */
const checkPlaylist = async (text: string, base: URL, options: CheckOptions): Promise<LinkReason> => {
  let first = firstUrl(text, base)
  if (first.isVariant) {
    if (!first.url) return 'manifest'
    const excerpt = await fetchExcerpt(first.url.href, options)
    const reason = statusReason(excerpt.status) ?? bodyReason(excerpt)
    if (reason) return segmentReason(reason)
    if (excerpt.end !== 'whole') return MANIFEST_ENDS[excerpt.end]
    first = firstUrl(Buffer.from(excerpt.bytes).toString(), excerpt.url)
  }
  // A variant has no variants: a playlist that refers to itself ends here.
  if (first.isVariant || !first.url) return 'manifest'
  const excerpt = await fetchExcerpt(first.url.href, options, {
    range: `bytes=0-${EXCERPT_BYTES - 1}`,
  })
  const reason = statusReason(excerpt.status) ?? bodyReason(excerpt)
  return reason ? segmentReason(reason) : 'works'
}

/** Why a playlist does not work, by the reason of its variant or segment. */
const segmentReason = (reason: LinkReason): LinkReason =>
  reason === 'refused' || reason === 'busy' ? reason : 'segment'

/**
 * Whether DASH describes anything to play. Its addresses are composed by templates, and are not followed. Players
 * refuse XML with an error too, and reading on would take seconds for 500 kB of them.
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
