import { z } from 'zod'
import { type Link, linkSchema } from '../contents/link.ts'
import { recordOutput } from '../contract/entity.ts'
import { isDay, startOfDay } from '../format/dates.ts'
import { fold } from '../format/text.ts'
import type { ValidationError } from '../validation/errors.ts'
import { isDayField, isStreamUrl } from '../validation/fields.ts'
import { schemaLabels } from '../validation/schema-labels.ts'
import { valueLabel } from '../value-labels.ts'
import type { ImportField } from './columns.ts'
import { type DayReading, dayProblem, readFileDay } from './days.ts'
import { formatText, isMoment, unwrapSchema } from './formats.ts'
import { aboutCell, ambiguousName, missingDefault, unknownValue } from './messages.ts'
import { readMoment } from './moments.ts'

/** Attributes of a link with columns of their own; they apply to all links of the row. */
const LINK_FIELDS = ['quality', 'audio', 'closedCaption', 'linkType', 'isLinkReserved'] as const
const isLinkField = (name: string): name is (typeof LINK_FIELDS)[number] =>
  LINK_FIELDS.some((each) => each === name)

/** Default attributes of new links, chosen for the whole file. */
export const linkDefaults = z.object({
  quality: linkSchema.shape.quality.optional(),
  audio: linkSchema.shape.audio.optional(),
})
type LinkDefaults = z.infer<typeof linkDefaults>

const isLinkDefault = (name: string): boolean => name in linkDefaults.shape

/** Further column names, as other programs and people write them. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  _id: ['id', 'identificador'],
  title: ['titulo', 'name', 'nombre', 'pelicula', 'serie', 'canal', 'movie', 'channel'],
  name: ['nombre', 'descripcion', 'description', 'categoria'],
  year: ['ano', 'anio'],
  imdbId: ['imdb', 'imdb id', 'id imdb', 'codigo imdb', 'tconst'],
  synopsis: ['plot', 'resumen', 'overview', 'descripcion', 'description'],
  synopsisEng: ['sinopsis ingles', 'english synopsis', 'plot en', 'description en', 'english description'],
  covertImage: ['imagen del covert', 'covert', 'cover', 'poster', 'portada', 'caratula', 'imagen'],
  fullImage: ['backdrop', 'backdrop path', 'fondo', 'background'],
  genres: ['genero', 'genre'],
  categories: ['categoria', 'category'],
  actors: ['cast', 'reparto', 'actor'],
  runtime: ['duracion', 'minutos', 'duration'],
  released: ['estreno', 'fecha estreno', 'release date'],
  rated: ['rating code', 'certificacion', 'edad', 'mpaa', 'mpaa rating'],
  trailer: ['youtube trailer', 'trailer url'],
  rating: ['puntaje', 'nota', 'imdb rating', 'calificacion'],
  status: ['estado', 'activa', 'active', 'enabled'],
  datePublish: ['fecha publicacion', 'publish date', 'available from', 'disponible desde'],
  dateUnpublish: ['fecha retiro', 'unpublish date', 'available until', 'disponible hasta'],
  children: ['infantil', 'kids'],
  isAdult: ['adulto', 'adult', 'xxx'],
  number: ['canal numero', 'num', 'no', 'nro', 'channel number', 'tvg chno'],
  image: ['logo', 'icono', 'tvg logo'],
  epgId: ['epg', 'tvg id'],
  linkInternal: ['tipo de link', 'urlInternal'],
  guideLink: ['link de la guia'],
  link: ['url', 'enlace', 'link', 'stream', 'direccion'],
  url: ['link', 'enlace', 'direccion'],
  content: [
    'enlace',
    'link',
    'links',
    'url',
    'urls',
    'stream',
    'stream url',
    'stream source',
    'direct source',
  ],
  category: ['categoria', 'grupo', 'group title'],
  channelGuide: ['guia', 'guide'],
  descriptionEnglish: ['ingles', 'english', 'english description', 'description en', 'name en'],
  quality: ['calidad'],
  audio: ['idioma', 'idiomas', 'language'],
  closedCaption: ['subtitulo', 'subtitulos', 'subtitles', 'captions'],
}

const isRequired = (schema: z.core.$ZodType): boolean => !z.safeParse(schema, undefined).success

/** The importable fields of a catalogue entity: those of its form, and the id, which identifies the record. */
export const importFields = (input: z.ZodObject): ImportField[] => {
  const labels = schemaLabels(input, recordOutput)
  const fieldOf = (name: string, schema?: z.core.$ZodType): ImportField => ({
    name,
    label: labels[name] ?? name,
    isRequired: schema !== undefined && isRequired(schema),
    isDay: schema !== undefined && (isDayField(schema) || isMoment(schema)),
    format: formatText(name, schema),
    aliases: ALIASES[name] ?? [],
  })
  const own = Object.entries(input.shape).map(([name, schema]) => fieldOf(name, schema))
  const links =
    'content' in input.shape
      ? LINK_FIELDS.map((name) => ({ ...fieldOf(name), format: formatText(name, linkSchema.shape[name]) }))
      : []
  return [fieldOf('_id'), ...own, ...links]
}

type Cells = Readonly<Record<string, string>>
type Values = Record<string, unknown>

/** The ids of records by reference field and name. */
export type NamedRecords = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>

/** Context in which the cells of a file are read. */
export interface CellReading {
  named: NamedRecords
  days: DayReading
  timeZone: string
  links: LinkDefaults
}

/** Converts a row's cells to the types of the entity's schema; unreadable cells stay text, for the schema to refuse. */
export const readCells = (
  input: z.ZodObject,
  cells: Cells,
  { named, days, timeZone, links }: CellReading,
  stored?: Readonly<Record<string, unknown>>,
): Values => {
  const values: Values = {}
  for (const [name, schema] of Object.entries(input.shape)) {
    const text = cells[name]
    if (text === undefined) continue
    values[name] =
      name === 'content'
        ? parseLinks(text, cells, links, Array.isArray(stored?.content) ? stored.content : [])
        : isDayField(schema)
          ? parseDay(text.trim(), days)
          : isMoment(schema)
            ? parseMoment(text.trim(), timeZone, days)
            : readValue(name, unwrapSchema(schema), text.trim(), named.get(name))
  }
  return values
}

const YES_OR_NO = 'Debe decir Sí o No.'

const YES = new Set([
  'si',
  'yes',
  'true',
  '1',
  'x',
  'verdadero',
  'activo',
  'activa',
  'enable',
  'enabled',
  's',
  'y',
])
const NO = new Set(['no', 'false', '0', 'falso', 'inactivo', 'inactiva', 'disable', 'disabled', 'n'])

const readValue = (
  name: string,
  schema: unknown,
  text: string,
  named: ReadonlyMap<string, readonly string[]> | undefined,
): unknown => {
  if (schema instanceof z.ZodBoolean) return parseBoolean(text)
  if (schema instanceof z.ZodNumber) return parseNumber(text)
  if (schema instanceof z.ZodEnum) return parseCode(name, schema, text)
  if (schema instanceof z.ZodArray) return parseList(name, unwrapSchema(schema.element), text, named)
  return named ? parseId(text, named) : text
}

const parseBoolean = (text: string): unknown => {
  const word = fold(text)
  return YES.has(word) ? true : NO.has(word) ? false : text
}

const parseNumber = (text: string): unknown =>
  /^[+-]?\d{1,15}(?:[.,]\d{1,15})?$/.test(text) ? Number(text.replace(',', '.')) : text

/** Accepts an enum's code or its Spanish label. */
const parseCode = (name: string, { options }: z.ZodEnum, text: string): unknown => {
  const word = fold(text)
  return (
    options.find((code) => fold(String(code)) === word) ??
    options.find((code) => fold(valueLabel(name, String(code))) === word) ??
    text
  )
}

/** Reads a day without a time; other texts are left to the schema. */
const parseDay = (text: string, days: DayReading): string => {
  const read = readFileDay(text, days)
  return read && /^(?:[.,]0+)?$/.test(read.rest) ? read.day : text
}

/** Reads an instant; a day without a time begins at midnight. Other texts are left to the schema. */
const parseMoment = (text: string, timeZone: string, days: DayReading): string => {
  const read = readMoment(text, timeZone, days)
  return read ? (read.at ?? startOfDay(read.day, timeZone)).toISOString() : text
}

const parseList = (
  name: string,
  element: unknown,
  text: string,
  named: ReadonlyMap<string, readonly string[]> | undefined,
): unknown => {
  if (text.startsWith('[')) return parsed(text)
  const parts = splitParts(text, named)
  if (element instanceof z.ZodEnum) return parts.map((part) => parseCode(name, element, part))
  return named ? parts.map((part) => parseId(part, named)) : parts
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Splits a list of names. Names may contain commas, so the longest existing one wins. */
const splitParts = (text: string, named: ReadonlyMap<string, unknown> | undefined): string[] => {
  const words = text.split(/[,;|\n]/).map((part) => part.trim())
  const parts: string[] = []
  for (let start = 0; start < words.length; ) {
    let length = 1
    for (let more = named ? Math.min(words.length - start, 5) : 1; more > 1; more--)
      if (named?.has(fold(words.slice(start, start + more).join(', ')))) {
        length = more
        break
      }
    const part = words.slice(start, start + length).join(', ')
    if (part !== '') parts.push(part)
    start += length
  }
  return parts
}

/** The id of the only record with that name; other texts are treated as ids. */
const parseId = (text: string, named: ReadonlyMap<string, readonly string[]>): string => {
  const ids = named.get(fold(text)) ?? []
  return ids.length === 1 ? (ids[0] ?? text) : text
}

const isLink = (value: unknown): value is Link =>
  typeof value === 'object' && value !== null && 'link' in value && typeof value.link === 'string'

/**
 * The links of a row: URLs, one per line or separated by bars. Links that the record already has are updated with the
 * attributes that the row gives; its other links are not changed.
 */
const parseLinks = (
  text: string,
  cells: Cells,
  defaults: LinkDefaults,
  stored: readonly unknown[],
): unknown => {
  if (text.trim().startsWith('[')) return parsed(text)
  const addresses = text
    .split(/[|\n]/)
    .map((address) => address.trim())
    .filter((address) => address !== '')
  const given = splitLink(cells)
  const kept = stored.map((link) =>
    isLink(link) && addresses.includes(link.link) ? { ...link, ...given } : link,
  )
  const known = new Set(stored.flatMap((link) => (isLink(link) ? [link.link] : [])))
  const added = [...new Set(addresses)].filter((address) => !known.has(address))
  return [
    ...kept,
    ...added.map((link) => ({ link, linkType: isStreamUrl(link) ? 'E' : 'I', ...defaults, ...given })),
  ]
}

const splitLink = (cells: Cells): Values => {
  const parts: Values = {}
  for (const name of LINK_FIELDS) {
    const text = cells[name]?.trim()
    if (text !== undefined && text !== '')
      parts[name] = readValue(name, unwrapSchema(linkSchema.shape[name]), text, undefined)
  }
  return parts
}

/** Formats links for a comparison of before and after. */
export const linksText = (value: unknown): string =>
  Array.isArray(value)
    ? value
        .filter(isLink)
        .map(({ link, quality, audio }) => `${link} (${[quality, ...(audio ?? [])].join(', ')})`)
        .join('\n')
    : ''

/** Nouns for enum fields in error messages. */
const NOUNS: Readonly<Record<string, string>> = {
  type: 'El tipo',
  mediaType: 'El tipo de contenido',
  rated: 'La clasificación',
  trailerProvider: 'El proveedor del trailer',
  quality: 'La calidad',
  audio: 'El idioma',
  closedCaption: 'El idioma de subtítulos',
  linkType: 'El tipo de enlace',
  linkInternal: 'El tipo de enlace',
}

/** A row's errors, at most one per field, each naming the cell's text. */
export const rowErrors = (
  input: z.ZodObject,
  errors: readonly ValidationError[],
  cells: Cells,
  reading: CellReading,
): ValidationError[] => {
  const first = new Map<string, string>()
  for (const { field: path, message } of errors) {
    const field = findColumn(path)
    if (!first.has(field)) first.set(field, cellMessage(input, field, message, cells, reading))
  }
  return [...first].map(([field, message]) => ({ field, message }))
}

/** The field of a path such as `content.0.quality`. */
const findColumn = (path: string): string => {
  const [name = '', , part = ''] = path.split('.')
  return name === 'content' && isLinkField(part) ? part : name
}

const cellMessage = (
  input: z.ZodObject,
  field: string,
  message: string,
  cells: Cells,
  { named, days, timeZone }: CellReading,
): string => {
  const cell = cells[field]?.trim() ?? ''
  const isOfLink = isLinkField(field) && 'content' in input.shape
  if (cell === '') return isOfLink && isLinkDefault(field) ? missingDefault(message) : message
  const own = isOfLink ? undefined : input.shape[field]
  if (own && isDayField(own) && !isDay(cell) && !readFileDay(cell, days)) return dayProblem(cell, days)
  if (own && isMoment(own) && !readMoment(cell, timeZone, days)) return dayProblem(cell, days)
  const schema = unwrapSchema(isOfLink ? linkSchema.shape[field] : own)
  const element = schema instanceof z.ZodArray ? unwrapSchema(schema.element) : schema
  const names = named.get(field)
  const parts = schema instanceof z.ZodArray ? splitParts(cell, names) : [cell]
  if (element instanceof z.ZodEnum) {
    const { options } = element
    const unknown = parts.find((part) => !options.some((code) => code === parseCode(field, element, part)))
    const known = options.map((code) => valueLabel(field, String(code)))
    if (unknown !== undefined) return unknownValue(NOUNS[field] ?? 'El valor', unknown, known)
  }
  if (element instanceof z.ZodBoolean) return aboutCell(YES_OR_NO, cell)
  const ambiguous = parts.find((part) => (names?.get(fold(part))?.length ?? 1) > 1)
  if (ambiguous !== undefined) return ambiguousName(ambiguous)
  return aboutCell(message, parts.find((part) => names?.has(fold(part)) === false) ?? cell)
}
