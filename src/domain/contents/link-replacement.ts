import { z } from 'zod'
import { isStreamUrl } from '../validation/fields.ts'
import { hostKey, isHost, splitAddress } from './link-hosts.ts'
import type { LinkedResource } from './link-verdict.ts'

export const REPLACEMENT_MESSAGES = {
  from: 'Debe ser un dominio, como cdn.ejemplo.com, o el comienzo de una dirección, como http://cdn.ejemplo.com/peliculas.',
  to: 'Debe ser un dominio o el comienzo de una dirección, como lo que se reemplaza.',
  same: 'Debe ser distinto de lo que se reemplaza.',
  doubled: (link: string) => `Quedaría repetido: ${link}`,
  invalid: (link: string) => `Quedaría inválido: ${link}`,
} as const

/** A host, possibly with a port, or the beginning of an address with its scheme and host. */
const hostWithPort = /^(.*?)(?::(\d{1,5}))?$/s

interface Part {
  isAddress: boolean
  host: string
  port: string
}

const parsePart = (text: string): Part | undefined => {
  const parts = splitAddress(text)
  if (parts) {
    const { host, port } = parts
    return isHost(host) && isStreamUrl(text) ? { isAddress: true, host, port } : undefined
  }
  const [, host = '', port] = hostWithPort.exec(text) ?? []
  if (!isHost(host) || Number(port ?? 0) > 65_535) return undefined
  return { isAddress: false, host, port: port === undefined ? '' : `:${port}` }
}

const part = (message: string) => z.string(message).trim().max(2048, message)

/** What is replaced in links, and by what (rule L30). */
export const replacementFields = {
  from: part(REPLACEMENT_MESSAGES.from).meta({
    description: 'Un dominio, con puerto o sin él, o el comienzo de una dirección',
  }),
  to: part(REPLACEMENT_MESSAGES.to).meta({ description: 'Lo mismo que from: un dominio, o una dirección' }),
}

export interface Replacement {
  from: string
  to: string
}

export const checkReplacement: z.core.CheckFn<Replacement> = ({ value, issues }) => {
  const { from, to } = value
  const refuse = (field: keyof Replacement, message: string) =>
    issues.push({ code: 'custom', message, path: [field], input: value })
  const replaced = parsePart(from)
  const replacing = parsePart(to)
  if (!replaced) refuse('from', REPLACEMENT_MESSAGES.from)
  else if (replacing?.isAddress !== replaced.isAddress) refuse('to', REPLACEMENT_MESSAGES.to)
  else if (keyOf(from, replaced) === keyOf(to, replacing)) refuse('to', REPLACEMENT_MESSAGES.same)
}

/** The host of the links that a replacement is about. */
export const replacedHost = ({ from }: Replacement): string => parsePart(from)?.host ?? from

const keyOf = (text: string, { isAddress, host, port }: Part): string =>
  isAddress ? text : `${hostKey(host)}${port}`

/**
 * An address with the replacement made, or the same one. A host is replaced wherever it is the whole host, with its port
 * if one was given; the beginning of an address, up to any character after its host, whatever the case of scheme and host.
 */
export const replaceInAddress = (address: string, { from, to }: Replacement): string => {
  const parts = splitAddress(address)
  const replaced = parsePart(from)
  const replacing = parsePart(to)
  if (!parts || !replaced || !replacing) return address
  if (hostKey(parts.host) !== hostKey(replaced.host)) return address
  if (!replaced.isAddress) {
    if (replaced.port !== '' && replaced.port !== parts.port) return address
    const port = replacing.port === '' && replaced.port === '' ? parts.port : replacing.port
    return `${parts.scheme}${parts.user}${replacing.host}${port}${parts.rest}`
  }
  const beginning = splitAddress(from)
  const isSame =
    beginning?.scheme.toLowerCase() === parts.scheme.toLowerCase() &&
    beginning.user === parts.user &&
    beginning.port === parts.port &&
    parts.rest.startsWith(beginning.rest)
  return isSame ? `${to}${parts.rest.slice(beginning.rest.length)}` : address
}

/** Fields with an address, of resources whose records have one link; the others have a list, `content`. */
const ADDRESS_FIELDS: Partial<Record<LinkedResource, readonly string[]>> = {
  channels: ['link'],
  radios: ['link'],
  channel_lists: ['link', 'guideLink'],
}

type Fields = Readonly<Record<string, unknown>>

interface StoredLink {
  link: string
}

/** A changed link, before and after. */
export interface ReplacedLink {
  before: string
  after: string
}

/** The changed fields of a record with their links, or why it is left as it is. */
export type RecordReplacement = { fields: Fields; links: readonly ReplacedLink[] } | { message: string }

/** The replacement in all links of a record (rule L30). */
export const replaceInRecord = (
  resource: LinkedResource,
  stored: Fields,
  replacement: Replacement,
): RecordReplacement => {
  const named = ADDRESS_FIELDS[resource]
  const { fields, before, after } = named
    ? replaceInFields(stored, named, replacement)
    : replaceInContent(stored, replacement)
  const links = before.flatMap((link, index) => {
    const replaced = after[index] ?? link
    return replaced === link ? [] : [{ before: link, after: replaced }]
  })
  // Links that were equal before, such as one in two languages, stay so.
  const doubled = links.find((link) =>
    after.some((each, index) => each === link.after && before[index] !== link.before),
  )
  if (doubled && !named) return { message: REPLACEMENT_MESSAGES.doubled(doubled.after) }
  const invalid = links.find((link) => !isStreamUrl(link.after))
  if (invalid) return { message: REPLACEMENT_MESSAGES.invalid(invalid.after) }
  return { fields, links }
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

const replaceInFields = (stored: Fields, names: readonly string[], replacement: Replacement) => {
  const before = names.map((name) => textIn(stored[name]))
  const after = before.map((link) => replaceInAddress(link, replacement))
  const fields = Object.fromEntries(
    names.flatMap((name, index) => (after[index] === before[index] ? [] : [[name, after[index]]])),
  )
  return { fields, before, after }
}

const replaceInContent = ({ content }: Fields, replacement: Replacement) => {
  const links: readonly StoredLink[] = Array.isArray(content) ? content : []
  const before = links.map(({ link }) => link)
  const after = before.map((link) => replaceInAddress(link, replacement))
  const isChanged = after.some((link, index) => link !== before[index])
  const replaced = links.map((each, index) => ({ ...each, link: after[index] ?? each.link }))
  return { fields: isChanged ? { content: replaced } : {}, before, after }
}

/** Records shown as examples of a replacement, and of those that it would leave. */
export const MAX_EXAMPLES = 20

/** What a replacement would change. */
export const replacementPreview = z.object({
  records: z.int().meta({ description: 'Registros elegidos' }),
  changed: z.int().meta({ description: 'Registros que cambiarían' }),
  links: z.int().meta({ description: 'Enlaces que cambiarían' }),
  examples: z
    .array(z.object({ _id: z.string(), title: z.string(), before: z.string(), after: z.string() }))
    .meta({ description: `Los primeros ${MAX_EXAMPLES} enlaces, antes y después` }),
  refusedCount: z.int().meta({ description: 'Registros que quedarían como están' }),
  refused: z
    .array(z.object({ _id: z.string(), title: z.string(), message: z.string() }))
    .meta({ description: `Los primeros ${MAX_EXAMPLES}, y por qué` }),
})
export type ReplacementPreview = z.infer<typeof replacementPreview>
