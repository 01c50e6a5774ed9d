/** The parts of an OpenAPI document that the page shows. */
export interface Schema {
  type?: string | string[]
  enum?: unknown[]
  items?: Schema
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  description?: string
  minimum?: number
  maximum?: number
  maxLength?: number
}
export interface ContractResponse {
  /** Reference to a response shared by all operations. */
  $ref?: string
  description?: string
  content?: Record<string, { schema?: Schema }>
}
interface Operation {
  summary?: string
  tags?: string[]
  security?: unknown[]
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: Schema }[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
  responses?: Record<string, ContractResponse>
}
export interface Contract {
  info: { title: string; version: string; description?: string }
  paths?: Record<string, Record<string, Operation>>
  /** Requests that the service makes, by type. */
  webhooks?: Record<string, Record<string, Operation>>
  components?: { responses?: Record<string, ContractResponse> }
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const TYPES: Readonly<Record<string, string>> = {
  string: 'texto',
  integer: 'entero',
  number: 'número',
  boolean: 'sí o no',
  null: 'nada',
  object: 'objeto',
}

/** Describes a type in Spanish: 'entero de 1 a 100', 'lista de texto', 'asc | desc'. */
const describeType = (schema: Schema = {}): string => {
  const { type, enum: values, items, anyOf, minimum, maximum, maxLength } = schema
  if (values) return values.map(String).join(' | ')
  if (anyOf) return anyOf.map(describeType).join(' o ')
  if (type === 'array') return `lista de ${describeType(items)}`
  const name = [type ?? 'object']
    .flat()
    .map((each) => TYPES[each] ?? each)
    .join(' o ')
  const range = minimum === undefined || maximum === undefined ? '' : ` de ${minimum} a ${maximum}`
  return `${name}${range}${maxLength === undefined ? '' : `, hasta ${maxLength} caracteres`}`
}

interface Row {
  name: string
  place: string
  kind: string
  isRequired: boolean
}

const fieldRows = (schema: Schema | undefined, place: string): Row[] => {
  const object = schema?.items ?? schema
  return Object.entries(object?.properties ?? {}).map(([name, field]) => ({
    name,
    place,
    kind: [describeType(field), field.description].filter(Boolean).join('. '),
    isRequired: place === 'cuerpo' && (object?.required ?? []).includes(name),
  }))
}

const PLACES: Readonly<Record<string, string>> = { query: 'consulta', path: 'dirección', header: 'cabecera' }

const requestRows = ({ parameters = [], requestBody }: Operation): Row[] => [
  ...parameters.map(({ name, in: place, required = false, description, schema }) => ({
    name,
    place: PLACES[place] ?? place,
    kind: [describeType(schema), description].filter(Boolean).join('. '),
    isRequired: required,
  })),
  ...fieldRows(requestBody?.content?.['application/json']?.schema, 'cuerpo'),
]

const responseRows = ({ responses = {} }: Operation): Row[] => {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))
  return fieldRows(success?.[1].content?.['application/json']?.schema, 'respuesta')
}

const table = (rows: readonly Row[]): string =>
  rows.length === 0
    ? ''
    : `<table><thead><tr><th scope="col">Campo</th><th scope="col">En</th><th scope="col">Valor</th></tr></thead><tbody>${rows
        .map(
          ({ name, place, kind, isRequired }) =>
            `<tr><td><code>${escapeHtml(name)}</code>${isRequired ? ' *' : ''}</td><td>${place}</td><td>${escapeHtml(kind)}</td></tr>`,
        )
        .join('')}</tbody></table>`

const responseList = (responses: Record<string, ContractResponse> = {}): string =>
  `<ul>${Object.entries(responses)
    .filter(([, { $ref }]) => $ref === undefined)
    .map(([status, { description = '' }]) => `<li><b>${status}</b> ${escapeHtml(description)}</li>`)
    .join('')}</ul>`

const operation = (path: string, method: string, described: Operation, note: string): string => `<details>
<summary><b class="${method}">${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code> <span>${escapeHtml(described.summary ?? '')}</span>${note}</summary>
${table(requestRows(described))}${responseList(described.responses)}${table(responseRows(described))}</details>`

/** Who may call it, if not both sessions and keys. */
const accessNote = ({ security }: Operation): string => {
  if (!security) return ' <i>abierta</i>'
  return security.length > 1 ? '' : ' <i>solo personas</i>'
}

/** Content of the page's style element. */
export const CONTRACT_STYLE = `:root{color-scheme:light dark;--ink:light-dark(#1b2430,#e8ecf2);--quiet:light-dark(#56616f,#9aa7b8);--line:light-dark(#dfe4ea,#2a3442);--ground:light-dark(#f5f6f8,#10161e);--card:light-dark(#fff,#18202b);--action:light-dark(#2159c4,#7aa7ff)}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main{max-width:960px;margin:0 auto;padding:24px 16px 64px}h1{margin:0 0 4px;font-size:24px}h2{font-size:17px;margin:28px 0 8px}
p,i,summary span,th{color:var(--quiet)}a{color:var(--action)}details{background:var(--card);border:1px solid var(--line);border-radius:10px;margin:6px 0;padding:0 14px}
summary{padding:10px 0;cursor:pointer;overflow-wrap:anywhere}summary b{display:inline-block;min-width:62px;color:var(--action)}summary span{margin-left:6px}
table{border-collapse:collapse;width:100%;margin:4px 0 12px;font-size:14px}th,td{text-align:left;vertical-align:top;padding:5px 8px 5px 0;border-top:1px solid var(--line);overflow-wrap:anywhere}ul{padding-left:18px}`

/**
 * Renders the OpenAPI document at /api/openapi.json as an HTML page, in Spanish and without scripts.
 * `@fastify/swagger-ui` 5 is in English only and loads 1.8 MB; `@scalar/fastify-api-reference` 1.72 loads 4.4 MB and
 * stays blank under our policy, which allows no inline script.
 */
export const contractPage = ({ info, paths = {}, webhooks = {}, components }: Contract): string => {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method, described })),
  )
  const shared = Object.fromEntries(
    Object.entries(components?.responses ?? {}).map(([name, response]) => [name.slice(1), response]),
  )
  const tags = [...new Set(operations.map(({ described }) => described.tags?.[0] ?? ''))]
  const sections = tags.map((tag) => {
    const own = operations.filter(({ described }) => (described.tags?.[0] ?? '') === tag)
    return `<section><h2>${escapeHtml(tag)}</h2>${own.map(({ path, method, described }) => operation(path, method, described, accessNote(described))).join('')}</section>`
  })
  const sent = Object.entries(webhooks).flatMap(([type, methods]) =>
    Object.entries(methods).map(([method, described]) => operation(type, method, described, '')),
  )
  return `<!doctype html><html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(info.title)}</title><link rel="icon" type="image/svg+xml" href="/logo.svg"><style>${CONTRACT_STYLE}</style></head>
<body><main><h1>${escapeHtml(info.title)}</h1><p>${escapeHtml(info.description ?? '')}</p>
<p>Versión ${escapeHtml(info.version)} · <a href="/api/openapi.json">OpenAPI 3.1</a> · El token viaja como <code>Authorization: Bearer</code>. Los campos con * son obligatorios.</p>
<details><summary>Respuestas que cualquier operación puede dar</summary>${responseList(shared)}</details>
${sections.join('')}<section><h2>Lo que el servicio envía a los webhooks</h2>${sent.join('')}</section></main></body></html>`
}
