import { z } from 'zod'

export const HOST_MESSAGES = {
  host: 'Debe ser un dominio, como cdn.ejemplo.com, o *.ejemplo.com para sus subdominios.',
} as const

/** The parts of an address, which joined give it again: scheme, user, host, port and the rest. */
export interface AddressParts {
  scheme: string
  user: string
  host: string
  port: string
  rest: string
}

const address = /^([a-z][a-z0-9+.-]{0,20}:\/\/)([^/?#]*)(.*)$/is
const hostAndPort = /^(\[[^\]]*\]|[^:]*)(.*)$/s

/** Splits an address with a scheme and a host; undefined for anything else, such as a path below a base address. */
export const splitAddress = (text: string): AddressParts | undefined => {
  const [, scheme, authority = '', rest = ''] = address.exec(text) ?? []
  const user = authority.slice(0, authority.lastIndexOf('@') + 1)
  const [, host, port = ''] = hostAndPort.exec(authority.slice(user.length)) ?? []
  return scheme && host ? { scheme, user, host, port, rest } : undefined
}

/** The form in which hosts are compared: lower case, and as browsers send it (`ñ.example` is `xn--ida.example`). */
export const hostKey = (host: string): string => {
  if (isAscii.test(host)) return host.toLowerCase()
  const { data } = normalized.safeParse(`http://${host}/`)
  return (data && splitAddress(data)?.host) ?? host.toLowerCase()
}

const isAscii = /^[\x20-\x7e]*$/
const normalized = z.url({ normalize: true })

/** A host name of at least two characters, without a scheme, user, port or path. */
export const isHost = (text: string): boolean =>
  /^(\[[\da-f:.]+\]|[\p{L}\p{N}]([\p{L}\p{N}._-]*[\p{L}\p{N}])?)$/iu.test(text) &&
  text.length > 1 &&
  text.length <= 253 &&
  !text.includes('..') &&
  normalized.safeParse(`http://${text}/`).success

const PARENT = '*.'

/** The filter of lists by the host of a link; `*.host` finds its subdomains (rule L29). */
export const linkHostField = z
  .string(HOST_MESSAGES.host)
  .trim()
  .refine((text) => isHost(text.startsWith(PARENT) ? text.slice(PARENT.length) : text), HOST_MESSAGES.host)

/** The forms in which a host that was asked for may be stored: as typed, and as browsers send it. */
export const hostForms = (sought: string): string[] => {
  const prefix = sought.startsWith(PARENT) ? PARENT : ''
  const host = sought.slice(prefix.length)
  return [...new Set([host.toLowerCase(), hostKey(host)])].map((form) => `${prefix}${form}`)
}
