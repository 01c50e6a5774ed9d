import fc, { type Arbitrary } from 'fast-check'
import naughty from '../data/blns.json' with { type: 'json' }

/** The parts of a JSON schema of the contract that values are made from. */
export interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  maxLength?: number
  pattern?: string
  format?: string
  description?: string
}

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: what it looks like to template engines
/** Texts that databases, browsers, spreadsheets, terminals, routers or careless code treat specially. */
const SPECIAL_TEXTS = [
  ...['', ' ', '\u3000', '\u200b', '\ufeff', '\u00ad', '\u202etxt.exe', '\u2066x\u2069', '\u2028', '\u0085'],
  ...['\u0000', 'tt\u00000034583', 'x\u0000', '\ud800', 'x\udc00', '\udfff\ud800', '\uffff', '\u{10ffff}'],
  ...[
    'e\u0301',
    'Z\u0351\u036b\u0343'.repeat(40),
    '👩‍👩‍👧‍👦'.repeat(20),
    'İıſßﬁŉ',
    '١٢٣',
    '１２３',
    'Å',
    'ﷺ',
  ],
  ...[
    "'",
    "' or 1=1 --",
    "'; drop table users; --",
    '"',
    '\\',
    '\\u0000',
    '%',
    '%%',
    '_',
    '$1',
    '$$',
    '::text',
  ],
  ...[
    '=HYPERLINK("http://x.example")',
    '+1',
    '-1+1',
    '@SUM(1)',
    '\t=1',
    '\r\nSet-Cookie: a=b',
    '\n',
    '\u001b[2J',
  ],
  ...[
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '{{texto}}',
    '{{',
    '${7*7}',
    '<%= 7 %>',
    '&amp;',
  ],
  ...[
    '../../etc/passwd',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://127.0.0.1/',
    'http://[::1]:5432/',
  ],
  ...[
    'null',
    'undefined',
    'NaN',
    'Infinity',
    'true',
    'false',
    '[]',
    '{}',
    '[object Object]',
    '0x10',
    '1e3',
    '1_000',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '_id',
    'id',
    'a.b',
    'a[0]',
    '*',
    ',',
    ',,',
    'a,a',
  ],
  ...[
    'https://tv.example/',
    'https://user:pass@tv.example:99999/',
    '/pictures/x',
    '//tv.example',
    'uno@correo.example',
  ],
]
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: what it looks like to template engines

const NUMBERS = [
  ...[0, -0, 1, -1, 2, 0.1, -0.5, 1e-7, 5e-324, 1e21, 1e308, -1e308, Number.POSITIVE_INFINITY, Number.NaN],
  ...[
    2 ** 15,
    2 ** 16,
    2 ** 31 - 1,
    2 ** 31,
    -(2 ** 31),
    -(2 ** 31) - 1,
    2 ** 32,
    2 ** 53 - 1,
    2 ** 53,
    2 ** 63,
    -(2 ** 63),
  ],
  ...[99, 100, 101, 999, 1000, 9999, 10_000, 100_000_000, 999_999_999, 1_000_000_000],
]

/** Days and instants at the ends of the calendar, leap days, DST changes, and texts that only look like dates. */
const DATES = [
  ...[
    '2026-03-15',
    '2026-03-15T14:30:00.000Z',
    '2026-03-15T10:30:00-04:00',
    '2024-02-29',
    '2026-02-29',
    '2026-13-01',
  ],
  ...[
    '1800-01-01',
    '1799-12-31',
    '3000-12-31',
    '3001-01-01',
    '0000-00-00',
    '0000-01-01',
    '0001-01-01',
    '9999-12-31',
  ],
  ...[
    '1800-01-01T00:00:00+14:00',
    '3000-12-31T23:59:59.999-12:00',
    '3000-12-31T23:59:59.999999Z',
    '1969-12-31T23:59:59Z',
  ],
  ...[
    '+275760-09-13T00:00:00.000Z',
    '-271821-04-20T00:00:00.000Z',
    '-000001-01-01',
    '10000-01-01',
    '4714-11-24',
    '294277-01-01',
  ],
  ...[
    '2026-03-15T24:00:00Z',
    '2026-03-15T23:59:60Z',
    '2026-03-15T14:30Z',
    '2026-03-15T14:30:00.123456789Z',
    '2026-03-15T14:30:00',
  ],
  ...[
    '2026-03-15T14:30:00+23:59',
    '2026-03-15T14:30:00-99:99',
    'infinity',
    '-infinity',
    'epoch',
    'now',
    'today',
    '20260315',
  ],
]

const long = fc
  .tuple(
    fc.constantFrom('a', 'ñ', '😀', 'e\u0301', '%', '"', '\\', ' '),
    fc.constantFrom(64, 65, 255, 300, 2049, 10_001, 70_000),
  )
  .map(([sign, count]) => sign.repeat(count))

const utf16 = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 })
  .map((units) => String.fromCharCode(...units))

/** Texts that no column can hold, short enough for any field. */
const unstorable = fc
  .tuple(
    fc.constantFrom('', 'a', 'tt1', '2026', '😀'),
    fc.constantFrom('\u0000', '\ud800', '\udc00'),
    fc.constantFrom('', 'b'),
  )
  .map((parts) => parts.join(''))

export const texts: Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...SPECIAL_TEXTS), weight: 5 },
  { arbitrary: fc.constantFrom(...naughty), weight: 2 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 40 }), weight: 1 },
  { arbitrary: utf16, weight: 1 },
  { arbitrary: fc.constantFrom(...DATES), weight: 1 },
  { arbitrary: long, weight: 1 },
)

const numbers: Arbitrary<number> = fc.oneof(
  fc.constantFrom(...NUMBERS),
  fc.integer(),
  fc.double({ noNaN: true }),
)

const nested = (depth: number, isList: boolean): unknown => {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = isList ? [value] : { a: value }
  return value
}

/** Shared, because building them for each request is slow. */
const BIG = [
  nested(100, false),
  nested(800, true),
  nested(800, false),
  Array(20_000).fill('x'),
  Array(3_000).fill({}),
]

const wrongTypes: Arbitrary<unknown> = fc.oneof(
  {
    arbitrary: fc.constantFrom(null, true, false, [], {}, [null], [[]], { $ne: null }, { length: 1 }, [{}]),
    weight: 4,
  },
  { arbitrary: numbers, weight: 2 },
  { arbitrary: texts, weight: 4 },
  { arbitrary: fc.array(texts, { maxLength: 4 }), weight: 1 },
  { arbitrary: fc.dictionary(texts, fc.oneof(texts, numbers), { maxKeys: 3 }), weight: 1 },
  { arbitrary: fc.constantFrom(...BIG), weight: 1 },
)

const typeOf = ({ type }: Schema): string | undefined => (Array.isArray(type) ? type[0] : type)

const isId = ({ pattern, allOf }: Schema): boolean =>
  pattern?.includes('{1,64}') || (allOf?.some(isId) ?? false)

/** Values that fit a JSON schema; some break rules that only the code checks. */
export const valid = (schema: Schema, ids: Arbitrary<string>): Arbitrary<unknown> => {
  const { enum: members, anyOf, oneOf, properties = {}, required = [], items } = schema
  if ('const' in schema) return fc.constant(schema.const)
  if (members) return fc.constantFrom(...members)
  const options = anyOf ?? oneOf
  if (options) return fc.oneof(...options.map((each) => valid(each, ids)))
  if (isId(schema)) return ids
  switch (typeOf(schema)) {
    case 'string': {
      const { maxLength = 300, format, description = '' } = schema
      if (format === 'date-time' || /AAAA|ISO/.test(description)) return fc.constantFrom(...DATES)
      const whole = fc.constantFrom(
        'x'.repeat(Math.min(maxLength, 70_000)),
        '😀'.repeat(Math.min(maxLength, 70_000) / 2),
      )
      return fc.oneof({ arbitrary: texts.map((each) => each.slice(0, maxLength)), weight: 4 }, ids, whole)
    }
    case 'integer':
    case 'number': {
      const { minimum = -1e9, maximum = 1e9 } = schema
      const inside = fc.integer({ min: Math.ceil(minimum), max: Math.min(Math.floor(maximum), 2 ** 53 - 1) })
      return fc.oneof(fc.constantFrom(minimum, maximum), inside)
    }
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      const { minItems = 0, maxItems = 3 } = schema
      const each = valid(items ?? {}, ids)
      return fc.array(each, { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 4)) })
    }
    case 'object': {
      const fields = Object.entries(properties).map(([name, field]) => [name, valid(field, ids)] as const)
      const requiredKeys = required.filter((name) => name in properties)
      return fc.record(Object.fromEntries(fields), { requiredKeys, noNullPrototype: true })
    }
    default:
      return wrongTypes
  }
}

/** Writes JSON with the numbers that JSON.stringify turns into null, and -0. */
export const jsonOf = (value: unknown): string => {
  const numbers = new Map<string, string>()
  const text = JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== 'number' || (Number.isFinite(part) && !Object.is(part, -0))) return part
    const mark = `@number ${part}@`
    numbers.set(
      `"${mark}"`,
      Number.isNaN(part) ? 'NaN' : Object.is(part, -0) ? '-0' : `${part < 0 ? '-' : ''}1e400`,
    )
    return mark
  })
  return [...numbers].reduce((written, [mark, number]) => written.replaceAll(mark, number), text ?? '')
}

/** Values just inside and outside of a schema's limits. */
const edges = (schema: Schema, ids: Arbitrary<string>): Arbitrary<unknown> => {
  const { minimum, maximum, maxLength, minItems, maxItems, enum: members, anyOf, oneOf, items } = schema
  const found: unknown[] = []
  for (const bound of [minimum, maximum])
    if (bound !== undefined) found.push(bound, bound - 1, bound + 1, bound + 0.5, String(bound), -bound)
  if (maxLength !== undefined)
    found.push(
      ...['x', '😀', 'ñ', '\u0301'].flatMap((sign) => [sign.repeat(maxLength), sign.repeat(maxLength + 1)]),
    )
  for (const member of members ?? [])
    if (typeof member === 'string')
      found.push(member.toLowerCase(), ` ${member}`, `${member}\u0000`, [member])
  const options = anyOf ?? oneOf ?? []
  const parts = [
    ...(found.length > 0 ? [fc.constantFrom(...found)] : []),
    ...options.map((each) => edges(each, ids)),
    ...(items
      ? [
          manyOf(
            items,
            [0, 1, minItems ?? 0, (minItems ?? 1) - 1, maxItems ?? 500, (maxItems ?? 500) + 1],
            ids,
          ),
        ]
      : []),
  ]
  return parts.length > 0 ? fc.oneof(...parts) : wrongTypes
}

/** Characters in JSON: more than the largest body that the API accepts, far less than the longest string. */
const MAX_LIST_LENGTH = 4_000_000

/** Lists of these lengths of one repeated value. */
const manyOf = (items: Schema, lengths: readonly number[], ids: Arbitrary<string>): Arbitrary<unknown> =>
  fc.tuple(fc.oneof(valid(items, ids), wrongTypes), fc.constantFrom(...lengths)).map(([value, length]) => {
    const longest = Math.min(10_001, Math.ceil(MAX_LIST_LENGTH / jsonOf(value).length))
    return Array(Math.min(Math.max(length, 0), longest)).fill(value)
  })

/** Values for a field: half of them fit its schema, so that requests get past the first check. */
export const hostile = (schema: Schema, ids: Arbitrary<string>): Arbitrary<unknown> =>
  fc.oneof(
    { arbitrary: valid(schema, ids), weight: 4 },
    { arbitrary: edges(schema, ids), weight: 2 },
    { arbitrary: typeOf(schema) === 'string' ? texts : wrongTypes, weight: 2 },
    { arbitrary: unstorable, weight: 1 },
    { arbitrary: wrongTypes, weight: 1 },
    { arbitrary: ids, weight: 1 },
  )
