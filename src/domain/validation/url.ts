import { z } from 'zod'
import { optionalText, requiredText } from './text.ts'

const MAX_URL = 2048

const parses = z.url()

const isAddress = (protocols: RegExp) => (value: string) =>
  !/[\s\p{Cc}]/u.test(value) && protocols.test(value) && parses.safeParse(value).success

export const isWebUrl = isAddress(/^https?:\/\/[^/?#]/i)

/** True for an address that players open: http(s), rtmp, rtsp or udp. */
export const isStreamUrl = isAddress(/^(https?|rtmp|rtsp|udp):\/\/[^/?#]/i)

/** True for an http(s) address or a path of this server, with exactly one leading slash. */
export const isImageUrl = (value: string): boolean =>
  isWebUrl(value) || /^\/(?![/\\])[^\s\\\p{Cc}]*$/u.test(value)

/** True for what runs code or carries its own content; browsers skip white space and controls before they look. */
export const isUnsafeScheme = (value: string): boolean =>
  /^(javascript|data|vbscript|blob|file):/i.test(value.replace(/[\s\p{Cc}]/gu, ''))

const required = (test: (value: string) => boolean) => (missing: string, invalid: string) =>
  requiredText(missing, MAX_URL, invalid).refine(test, invalid)

export const requiredWebUrl = required(isWebUrl)
export const requiredImageUrl = required(isImageUrl)
export const requiredStreamUrl = required(isStreamUrl)

export const optionalWebUrl = (invalid: string) => optionalText(MAX_URL, isWebUrl, invalid)
export const optionalImageUrl = (invalid: string) => optionalText(MAX_URL, isImageUrl, invalid)

/** An address that players open, or a path that an operator's own base completes; never what runs code. */
export const requiredStreamLink = (missing: string, invalid: string) =>
  requiredText(missing, MAX_URL, invalid).refine((value) => !isUnsafeScheme(value), invalid)

export const LINK_MESSAGES = { link: 'Link invalido.', url: 'URL invalido.' } as const
