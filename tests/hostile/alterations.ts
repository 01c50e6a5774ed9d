import fc, { type Arbitrary } from 'fast-check'
import type { Operations, Parameter } from './operations.ts'
import { hostile, jsonOf, type Schema, texts, valid } from './values.ts'

/** A request before it is altered. */
export interface Base {
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface Wire {
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
}

/** A request while it is altered. The body is not serialised yet; `tail` is text that follows its last field. */
interface Draft {
  path: string
  query: string[]
  headers: Record<string, string>
  body: unknown
  tail: string
  /** Replaces the body. */
  raw: string | Buffer | undefined
}

type Alter = (draft: Draft) => void

/** A change and how it is printed. */
export interface Alteration {
  readonly says: () => string
  readonly alter: Alter
}

type Path = readonly (string | number)[]

/** The fields of a body's schema, at any depth. */
const fieldsOf = (schema: Schema, path: Path = []): { path: Path; schema: Schema }[] => {
  if (path.length > 6) return []
  const { properties = {}, items, anyOf = [], oneOf = [] } = schema
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [
      { path: [...path, name], schema: field },
      ...fieldsOf(field, [...path, name]),
    ]),
    ...(items ? [{ path: [...path, 0], schema: items }, ...fieldsOf(items, [...path, 0])] : []),
    ...[...anyOf, ...oneOf].flatMap((each) => fieldsOf(each, path)),
  ]
}

const isHolder = (value: unknown): value is Record<string | number, unknown> =>
  typeof value === 'object' && value !== null

/** A copy of a body with a value at a path, whose missing parents are created. */
const withValue = (body: unknown, [name, ...rest]: Path, value: unknown): unknown => {
  if (name === undefined) return value
  const copy: Record<string | number, unknown> = Object.assign(typeof name === 'number' ? [] : {}, body)
  const part = copy[name]
  if (value === undefined && rest.length === 0) delete copy[name]
  else copy[name] = withValue(isHolder(part) ? part : undefined, rest, value)
  return copy
}

/** Percent-encodes any text; lone surrogates become bytes that are invalid UTF-8. */
const encoded = (text: string): string =>
  Array.from(text, (sign) =>
    /^[\ud800-\udfff]$/.test(sign)
      ? `%ED%${(0xa0 | ((sign.charCodeAt(0) >> 6) & 0x1f)).toString(16)}%${(0x80 | (sign.charCodeAt(0) & 0x3f)).toString(16)}`
      : encodeURIComponent(sign),
  ).join('')

/** A value as printed with a finding. */
export const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? JSON.stringify(value) : jsonOf(value)
  return text.length > 300 ? `${text.slice(0, 300)}… (${text.length} characters)` : text
}

const WRONG_ENCODINGS = [
  '%',
  '%zz',
  '%00',
  '%ff',
  '%c0%af',
  '%ED%A0%80',
  '%u0000',
  '%252e',
  '+',
  ';',
  '%2f',
  '%5c',
]

const changeOfField = (path: Path, schema: Schema, ids: Arbitrary<string>): Arbitrary<Alteration> =>
  fc.option(hostile(schema, ids), { nil: undefined, freq: 12 }).map((value) => ({
    says: () => (value === undefined ? `without ${path.join('.')}` : `${path.join('.')} = ${shown(value)}`),
    alter: (draft) => {
      draft.body = withValue(draft.body, path, value)
    },
  }))

/** A bulk request has either ids or a filter of the list. */
const changeOfFilter = (filters: readonly Parameter[], ids: Arbitrary<string>): Arbitrary<Alteration> =>
  fc
    .oneof(...filters.map(({ name, schema = {} }) => changeOfField(['filter', name], schema, ids)))
    .map(({ says, alter }) => ({
      says,
      alter: (draft) => {
        draft.body = withValue(draft.body, ['ids'], undefined)
        alter(draft)
      },
    }))

/** Fields that the contract does not have, and repeated ones: JSON parsers use the last or reject them. */
const tail = (names: readonly string[], ids: Arbitrary<string>): Arbitrary<Alteration> =>
  fc
    .tuple(fc.oneof(fc.constantFrom('__proto__', 'constructor', '', ...names), texts), hostile({}, ids))
    .map(([name, value]) => `,${JSON.stringify(name)}:${jsonOf(value)}`)
    .map((text) => ({
      says: () => `and then ${shown(text)}`,
      alter: (draft) => {
        draft.tail += text
      },
    }))

const BROKEN = [
  ...[
    '',
    ' ',
    '{',
    '[',
    '"',
    '{"a":',
    '{"a":1,}',
    '{a:1}',
    "{'a':1}",
    '[1,',
    'null',
    'true',
    '0',
    '""',
    '[]',
    '{}',
    '{}{}',
  ],
  ...[
    '\ufeff{}',
    '\u0000',
    '{"a":"\u0000"}',
    '{"a":1e400}',
    '{"a":-0}',
    '{"a":01}',
    '{"a":NaN}',
    '{"\\ud800":1}',
    '// x',
  ],
  ...[
    '{"__proto__":{"status":true}}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"toJSON":1}',
    '{"":{"":{"":1}}}',
  ],
  ...[
    '['.repeat(5_000),
    '{"a":'.repeat(5_000),
    `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
    `"${'x'.repeat(1_100_000)}"`,
  ],
]

const rawBody = (isJson: boolean): Arbitrary<Alteration> =>
  fc
    .oneof(
      fc.constantFrom<string | Buffer>(...BROKEN),
      texts,
      fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
      ...(isJson ? [] : [tables, fc.constant(Buffer.from('504b0506', 'hex'))]),
    )
    .map((raw) => ({
      says: () => `the body ${shown(String(raw))}`,
      alter: (draft) => {
        draft.raw = raw
      },
    }))

/** Files of rows, with separators and quotes in any place. */
const tables: Arbitrary<string> = fc
  .tuple(
    fc.array(
      fc.oneof(
        fc.constantFrom('title', 'name', 'year', 'Título', '_id', 'Nombre', 'number', 'link', '__proto__'),
        texts,
      ),
      {
        minLength: 1,
        maxLength: 5,
      },
    ),
    fc.array(fc.array(texts, { maxLength: 6 }), { maxLength: 4 }),
    fc.constantFrom(',', ';', '\t', '|', '\u0000'),
    fc.boolean(),
  )
  .map(([names, rows, separator, isQuoted]) =>
    [names, ...rows]
      .map((cells) =>
        cells.map((cell) => (isQuoted ? `"${cell.replaceAll('"', '""')}"` : cell)).join(separator),
      )
      .join('\n'),
  )

const textOf = (value: unknown): string => (typeof value === 'string' ? value : jsonOf(value))

const changeOfQuery = (name: Arbitrary<string>, value: Arbitrary<unknown>): Arbitrary<Alteration> =>
  fc.tuple(name, value, fc.constantFrom('=', '=', '=', '=', '[]=', '[a]=', '')).map(([key, each, sign]) => {
    const text = `${encoded(key)}${sign}${encoded(textOf(each).slice(0, 20_000))}`
    return {
      says: () => `?${shown(text)}`,
      alter: (draft) => {
        draft.query.push(text)
      },
    }
  })

const repeatedQuery = (name: Arbitrary<string>): Arbitrary<Alteration> =>
  fc.tuple(name, texts, fc.constantFrom(2, 3, 500)).map(([key, value, count]) => ({
    says: () => `?${key}=${shown(value)} ${count} times`,
    alter: (draft) => {
      draft.query.push(...Array(count).fill(`${encoded(key)}=${encoded(value.slice(0, 20))}`))
    },
  }))

const rawQuery: Arbitrary<Alteration> = fc
  .constantFrom(...WRONG_ENCODINGS, '&&&', '=', '?', '#', 'a'.repeat(20_000))
  .map((text) => ({
    says: () => `?${shown(text)}`,
    alter: (draft) => {
      draft.query.push(text)
    },
  }))

/** Replaces a part of the path that is a parameter; dots would lead to another endpoint. */
const changeOfSegment = (places: readonly number[], ids: Arbitrary<string>): Arbitrary<Alteration> =>
  fc
    .tuple(
      fc.constantFrom(...places),
      fc.oneof(
        { arbitrary: ids, weight: 4 },
        { arbitrary: texts.map((text) => encoded(text.slice(0, 3_000))), weight: 3 },
        {
          arbitrary: fc.constantFrom(...WRONG_ENCODINGS, '0', '-1', '1e9', 'a'.repeat(64), 'a1'.repeat(33)),
          weight: 1,
        },
      ),
    )
    .filter(([, text]) => !/^(\.|%2e)*$/i.test(text))
    .map(([place, text]) => ({
      says: () => `the path's part ${place} = ${shown(text)}`,
      alter: (draft) => {
        draft.path = draft.path
          .split('/')
          .map((part, index) => (index === place ? text : part))
          .join('/')
      },
    }))

const HEADERS: Readonly<Record<string, readonly string[]>> = {
  'content-type': [
    ...[
      '',
      ' ',
      'text/plain',
      'application/JSON',
      'application/json; charset=utf-16',
      'application/json; charset="x',
      ';',
      '/',
    ],
    ...[
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
      'application/json, text/csv',
      'a/b;'.repeat(500),
    ],
  ],
  accept: ['', '*/*', 'text/html', 'application/xml', 'q=0', ', ,', 'text/csv;q=1e9', 'x'.repeat(4_000)],
  'accept-encoding': ['', 'gzip', 'br;q=NaN', '*;q=0', 'identity;q=0', 'gzip, gzip, gzip', 'zstd', ';;;'],
  'accept-language': ['', '*', 'es-DO', 'x'.repeat(2_000), '\u00ff'],
  'if-none-match': ['*', '"x"', 'W/"', '""', ','],
  'if-modified-since': ['x', 'Thu, 01 Jan 1970 00:00:00 GMT', 'Sat, 31 Dec 9999 23:59:59 GMT'],
  range: ['bytes=0-', 'bytes=-1', 'bytes=9-1', 'bytes=0-0,1-1', 'x'],
  cookie: ['token=x', '=', ';;;', '__proto__=x', 'a=b; '.repeat(500)],
  origin: ['null', 'https://tv.example', 'file://'],
  host: ['', 'x', '127.0.0.1:99999', 'tv.example'],
  'x-forwarded-for': ['127.0.0.1', '::', '999.1.1.1, x', 'x'.repeat(1_000)],
  'x-http-method-override': ['DELETE'],
  expect: ['100-continue'],
  'user-agent': ['', '\u00ff\u0080', 'Mozilla/5.0 '.repeat(300), '<script>'],
  'content-length': ['-1', '1e3', 'x', '99999999999'],
  'content-encoding': ['gzip', 'br', 'x'],
  'transfer-encoding': ['chunked', 'gzip, chunked'],
}

const header: Arbitrary<Alteration> = fc
  .oneof(
    ...Object.entries(HEADERS).map(([name, values]) =>
      fc.constantFrom(...values).map((value) => ({ name, value })),
    ),
  )
  .map(({ name, value }) => ({
    says: () => `${name}: ${shown(value)}`,
    alter: (draft) => {
      draft.headers[name] = value
    },
  }))

/** Characters that headers can carry. */
const headerTexts = fc
  .oneof(texts, fc.uuid())
  .map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/gu, '').slice(0, 4_000))

const declaredHeader = (name: string): Arbitrary<Alteration> =>
  headerTexts.map((value) => ({
    says: () => `${name}: ${shown(value)}`,
    alter: (draft) => {
      draft.headers[name] = value
    },
  }))

/** The filters of the list whose records a bulk request is for; the contract names them only there. */
const filtersOf = (endpoint: string, operations: Operations): readonly Parameter[] => {
  const [, path] = /^POST (.*)\/bulk$/.exec(endpoint) ?? []
  return operations.get(`GET ${path}`)?.parameters ?? []
}

/** Every way to alter a request of an operation. */
const alterationsOf = (
  endpoint: string,
  operations: Operations,
  ids: Arbitrary<string>,
): Arbitrary<Alteration> => {
  const { parameters = [], requestBody } = operations.get(endpoint) ?? {}
  const weighted: { arbitrary: Arbitrary<Alteration>; weight: number }[] = [{ arbitrary: header, weight: 2 }]
  const queries = parameters.filter((each) => each.in === 'query')
  const names = fc.constantFrom('_id', 'x', '__proto__', ...queries.map(({ name }) => name))
  weighted.push({
    arbitrary: changeOfQuery(fc.oneof(names, texts), texts),
    weight: queries.length > 0 ? 2 : 1,
  })
  for (const { name, schema = {} } of queries)
    weighted.push({ arbitrary: changeOfQuery(fc.constant(name), hostile(schema, ids)), weight: 3 })
  if (queries.length > 0) weighted.push({ arbitrary: repeatedQuery(names), weight: 2 })
  weighted.push({ arbitrary: rawQuery, weight: 1 })
  const places = endpoint
    .slice(endpoint.indexOf('/'))
    .split('/')
    .flatMap((part, index) => (/^[:*]/.test(part) ? [index] : []))
  if (places.length > 0) weighted.push({ arbitrary: changeOfSegment(places, ids), weight: 6 })
  for (const { name } of parameters.filter((each) => each.in === 'header'))
    weighted.push({ arbitrary: declaredHeader(name), weight: 5 })
  const schema = requestBody?.content?.['application/json']?.schema
  if (schema) {
    const fields = fieldsOf(schema)
    const filters = filtersOf(endpoint, operations)
    if (filters.length > 0) weighted.push({ arbitrary: changeOfFilter(filters, ids), weight: 20 })
    for (const { path, schema: field } of fields)
      weighted.push({
        arbitrary: changeOfField(path, field, ids),
        weight: Math.max(1, Math.ceil(60 / fields.length)),
      })
    const whole = valid(schema, ids).map((body) => ({
      says: () => `the body ${shown(body)}`,
      alter: (draft: Draft) => {
        draft.body = body
      },
    }))
    weighted.push({ arbitrary: whole, weight: 8 })
    weighted.push({
      arbitrary: tail(
        fields.flatMap(({ path }) => String(path[0])),
        ids,
      ),
      weight: 6,
    })
  }
  if (requestBody) weighted.push({ arbitrary: rawBody(schema !== undefined), weight: schema ? 5 : 20 })
  return fc.oneof(...weighted)
}

/** Lists of alterations of one request: often one, so that the rest of the request is valid, sometimes none. */
export const alterations = (
  endpoint: string,
  operations: Operations,
  ids: Arbitrary<string>,
): Arbitrary<Alteration[]> => {
  const one = alterationsOf(endpoint, operations, ids)
  return fc.oneof(
    { arbitrary: fc.constant<Alteration[]>([]), weight: 1 },
    { arbitrary: one.map((each) => [each]), weight: 6 },
    { arbitrary: fc.array(one, { minLength: 2, maxLength: 4 }), weight: 2 },
  )
}

/** The request as sent. */
export const altered = ({ path, body, headers = {} }: Base, changes: readonly Alteration[]): Wire => {
  const [start = '', query] = path.split('?')
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
  const draft: Draft = {
    path: start,
    query: query === undefined ? [] : [query],
    headers: {},
    body: isRaw ? undefined : body,
    tail: '',
    raw: isRaw ? body : undefined,
  }
  for (const { alter } of changes) alter(draft)
  const url = draft.query.length > 0 ? `${draft.path}?${draft.query.join('&')}` : draft.path
  if (draft.raw === undefined && draft.body === undefined && draft.tail === '')
    return { url, headers: { ...headers, ...draft.headers } }
  const json = jsonOf(draft.body ?? {})
  // A repeated field follows the others.
  const whole =
    draft.tail && json.endsWith('}')
      ? `${json.slice(0, -1)}${json === '{}' ? draft.tail.slice(1) : draft.tail}}`
      : json
  const type = { 'content-type': 'application/json', ...headers, ...draft.headers }
  return { url, headers: type, payload: draft.raw ?? whole }
}
