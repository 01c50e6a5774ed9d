import dns from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { SourceFailed, type SourceFailure } from '../http/errors.ts'
import { decompress } from './decompress.ts'
import type { IpPolicy } from './ip-policy.ts'
import { limitedSignal } from './limited-signal.ts'
import { parseUrl } from './parse-url.ts'
import { sourceFailed } from './source-failures.ts'

const MAX_REDIRECTS = 5

export interface GuardedFetchOptions {
  /** Allowed IP addresses. */
  isAllowed: IpPolicy
  /** Time limit for everything, in milliseconds: connections, redirects and the whole body. */
  timeLimit: number
  /** Maximum bytes, both as received and decompressed. */
  sizeLimit: number
  /** Resolves a host name. */
  lookup?: typeof dns.lookup
}

/**
 * Fetches a user-supplied URL: http(s) only, and only if the policy permits the IP address actually connected to,
 * checked again at each redirect. Throws a SourceFailed, also while the body is read. `undici` accepts such a look-up
 * too, but skips it for literal addresses, and leaves redirects and limits to the caller.
 */
export const guardedFetch = async (
  href: string,
  options: GuardedFetchOptions,
): Promise<AsyncGenerator<Uint8Array>> => {
  const signal = AbortSignal.timeout(options.timeLimit)
  let url = parseWebUrl(href)
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const response = await request(url, signal, options).catch(fail(signal))
    const target = redirectTarget(response)
    if (target === undefined) return readBody(response, signal, options.sizeLimit)
    response.destroy()
    url = parseWebUrl(target, url)
  }
  throw sourceFailed('redirects')
}

export interface Excerpt {
  status: number
  /** Without parameters, in lower case. */
  contentType: string
  /** The URL after redirects. */
  url: URL
  /** The first bytes, as received. */
  bytes: Uint8Array
  /** Whether the body was read whole, cut at the limit, or interrupted by its server or the time limit. */
  end: 'whole' | 'cut' | 'broken'
}

export interface ExcerptRequest extends Omit<GuardedPost, 'body'> {
  /** Bytes to read, decided by the content type and the first bytes; at most the size limit. */
  enough?(contentType: string, head: Uint8Array): number
}

/**
 * Fetches the first bytes of a user-supplied URL under the same policy, with any status, and ends the connection.
 * `sizeLimit` cuts the body instead of failing. Throws a SourceFailed: `unreadable` for what is not HTTP.
 */
export const guardedExcerpt = async (
  href: string,
  { headers, signal: outer, enough }: ExcerptRequest,
  options: GuardedFetchOptions,
): Promise<Excerpt> => {
  const { signal, end } = limitedSignal(outer, options.timeLimit)
  try {
    let url = parseWebUrl(href)
    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      const response = await request(url, signal, options, { headers }).catch((error) =>
        fail(signal, isOtherProtocol(error) ? 'unreadable' : 'unreachable')(error),
      )
      const { statusCode: status = 0, headers: answered } = response
      if (isRedirect(status) && answered.location !== undefined) {
        response.destroy()
        url = parseWebUrl(answered.location, url)
        continue
      }
      const [type = ''] = (answered['content-type'] ?? '').toLowerCase().split(';')
      const contentType = type.trim()
      const limitOf = (head: Uint8Array) =>
        Math.min(enough?.(contentType, head) ?? options.sizeLimit, options.sizeLimit)
      return { status, contentType, url, ...(await readExcerpt(response, limitOf)) }
    }
    throw sourceFailed('redirects')
  } finally {
    end()
  }
}

const isOtherProtocol = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('HPE_')

/** Reads the first bytes of a body, and drops the rest of it. */
const readExcerpt = async (
  response: IncomingMessage,
  limitOf: (head: Uint8Array) => number,
): Promise<Pick<Excerpt, 'bytes' | 'end'>> => {
  const parts: Uint8Array[] = []
  let size = 0
  let limit: number | undefined
  let end: Excerpt['end'] = 'whole'
  try {
    for await (const part of response) {
      parts.push(part)
      size += part.length
      limit ??= limitOf(part)
      if (size <= limit) continue
      end = 'cut'
      break
    }
  } catch {
    end = 'broken'
  } finally {
    response.destroy()
  }
  return { bytes: Buffer.concat(parts).subarray(0, limit), end }
}

export interface GuardedPost {
  body: string
  headers: Readonly<Record<string, string>>
  /** Also aborts the request. */
  signal: AbortSignal
}

/**
 * Posts to a user-supplied URL under the same policy, without following redirects. The response is read up to the size
 * limit, and the rest of it dropped. Throws a SourceFailed.
 */
export const guardedPost = async (
  href: string,
  sent: GuardedPost,
  options: GuardedFetchOptions,
): Promise<{ status: number; answer: string; retryAfter: string | undefined }> => {
  const { signal, end } = limitedSignal(sent.signal, options.timeLimit)
  try {
    const response = await request(parseWebUrl(href), signal, options, sent).catch(fail(signal))
    // An interrupted body is no failure: only the status counts.
    const { bytes } = await readExcerpt(response, () => options.sizeLimit)
    const { statusCode = 0, headers } = response
    return { status: statusCode, answer: Buffer.from(bytes).toString(), retryAfter: headers['retry-after'] }
  } finally {
    end()
  }
}

function parseWebUrl(href: string, base?: URL): URL {
  const url = parseUrl(href, base)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') throw sourceFailed('address')
  return url
}

/** Maps network errors to a SourceFailure; our own errors pass unchanged. */
const fail =
  (signal: AbortSignal, otherwise: SourceFailure = 'unreachable') =>
  (error: unknown): never => {
    if (error instanceof SourceFailed) throw error
    throw sourceFailed(signal.aborted ? 'tooSlow' : otherwise)
  }

function request(
  url: URL,
  signal: AbortSignal,
  { isAllowed, lookup = dns.lookup }: GuardedFetchOptions,
  sent: Partial<Pick<GuardedPost, 'body' | 'headers'>> = {},
) {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return new Promise<IncomingMessage>((resolve, reject) => {
    // Literal addresses skip the look-up.
    if (isIP(host) && !isAllowed(host)) throw sourceFailed('private')
    const client = url.protocol === 'https:' ? https : http
    const body = sent.body === undefined ? undefined : Buffer.from(sent.body)
    const outgoing = client.request(url, {
      method: body ? 'POST' : 'GET',
      // A new connection: a kept-alive one would skip the check.
      agent: false,
      signal,
      lookup: checkedLookup(isAllowed, lookup),
      headers: {
        'user-agent': 'Cartelera',
        accept: '*/*',
        ...(sent.headers ?? { 'accept-encoding': 'gzip' }),
        ...(body && { 'content-length': body.length }),
      },
    })
    outgoing.on('response', resolve)
    // Without a listener Node drops the connection, and neither event is emitted.
    outgoing.on('upgrade', (_response, socket) => {
      socket.destroy()
      reject(sourceFailed('unreadable'))
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** These name the machine itself, also where its resolver does not know them (RFC 6761). */
const LOOPBACK_NAME = /(^|\.)localhost\.?$/

/** Resolves a name; rejects if any of its addresses is not allowed. */
const checkedLookup =
  (isAllowed: IpPolicy, lookup: typeof dns.lookup): LookupFunction =>
  (host, options, done) => {
    if (LOOPBACK_NAME.test(host) && !isAllowed('127.0.0.1')) return done(sourceFailed('private'), '')
    lookup(host, { ...options, all: true }, (error, found) => {
      const [first] = found ?? []
      if (error || first === undefined) return done(error ?? sourceFailed('unreachable'), '')
      if (!found.every(({ address }) => isAllowed(address))) return done(sourceFailed('private'), '')
      if (options.all) done(null, found)
      else done(null, first.address, first.family)
    })
  }

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)

/** The target of a redirect, if any; throws for a response that is neither a body nor a redirect. */
function redirectTarget(response: IncomingMessage): string | undefined {
  const { statusCode = 0, headers } = response
  if (statusCode >= 200 && statusCode < 300) return undefined
  if (isRedirect(statusCode) && headers.location !== undefined) return headers.location
  response.destroy()
  throw sourceFailed('status')
}

async function* readBody(
  response: IncomingMessage,
  signal: AbortSignal,
  sizeLimit: number,
): AsyncGenerator<Uint8Array> {
  const encoding = response.headers['content-encoding'] ?? 'identity'
  const raw = bounded(response, sizeLimit)
  try {
    if (encoding === 'identity') yield* raw
    else if (/^(x-)?gzip$/i.test(encoding)) yield* bounded(decompress(raw), sizeLimit)
    else throw sourceFailed('unreadable')
  } catch (error) {
    fail(signal, 'unreadable')(error)
  } finally {
    response.destroy()
  }
}

async function* bounded(source: AsyncIterable<Uint8Array>, sizeLimit: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const part of source) {
    size += part.length
    if (size > sizeLimit) throw sourceFailed('tooBig')
    yield part
  }
}
