import { z } from 'zod'
import { endpoints } from '../contract/endpoint.ts'
import { deletedOutput, instant } from '../contract/entity.ts'
import { ENCODING_NAMES } from '../format/encodings.ts'
import { API_PATHS, type EntityName, entryOf, REGISTRY, type Resource, resourceTitle } from '../registry.ts'
import { sentFile } from '../validation/fields.ts'
import { DAY_ORDERS, type DayReading, dayReading, daySamples } from './days.ts'
import { importProof } from './proof.ts'

/**
 * Result of importing a row: the record is created, changed or unchanged; rows that repeat an earlier one and refused ones are
 * never written.
 */
export const ROW_VERDICTS = ['new', 'changed', 'same', 'duplicate', 'refused'] as const
export type RowVerdict = (typeof ROW_VERDICTS)[number]

/** A table, whose columns have to be mapped, or a playlist, whose fields are fixed. */
export const FILE_FORMATS = ['table', 'playlist'] as const

/** Columns are mapped, rows are checked, then written; an `outdated` import has to be checked again first. */
export const IMPORT_STATES = [
  'mapping',
  'checking',
  'checked',
  'applying',
  'done',
  'outdated',
  'failed',
] as const

const MIB = 1024 * 1024

/** Maximum size and rows of a file (rule W21). */
interface FileLimits {
  bytes: number
  rows: number
  /** Files of more rows are written in chunks; the others, all or nothing. */
  whole?: number
}

const LIMITS: FileLimits = { bytes: 16 * MIB, rows: 50_000 }
const LIMITS_OF: Partial<Record<Resource, FileLimits>> = {
  users: { bytes: 48 * MIB, rows: 100_000, whole: 5_000 },
}

export const fileLimits = (resource: Resource): FileLimits => LIMITS_OF[resource] ?? LIMITS

/** True if a file of so many rows is written in chunks, each for itself (rule W21). */
export const isChunked = (resource: Resource, rows: number): boolean =>
  rows > (fileLimits(resource).whole ?? Number.POSITIVE_INFINITY)

/** Maximum rows written in one transaction, since the embedded database serves no other request meanwhile. */
export const MAX_WRITTEN = 20_000
export const MAX_COLUMNS = 200
export const MAX_CELL = 20_000
/** Maximum rows with a choice other than that for their verdict. */
const MAX_EXCEPTIONS = 10_000
/** Hours after which an unfinished import is deleted. */
export const KEPT_HOURS = 24

export const IMPORT_MESSAGES = {
  tooBig: (bytes: number) => `El archivo tiene más de ${bytes / MIB} MiB: divídalo en varios.`,
  tooManyRows: (most: number) => `El archivo tiene más de ${most} filas: divídalo en varios.`,
  tooManyColumns: `El archivo tiene más de ${MAX_COLUMNS} columnas.`,
  longCell: (row: number) => `La fila ${row} tiene una celda de más de ${MAX_CELL} caracteres.`,
  empty: 'El archivo está vacío.',
  noRows: 'El archivo no tiene filas debajo de los nombres de las columnas.',
  workbook: 'Es un libro de Excel: guárdelo como «CSV UTF-8 (delimitado por comas)» e impórtelo de nuevo.',
  archive: (format: string) =>
    `El archivo está comprimido en formato ${format}: descomprímalo y elija el CSV que contiene.`,
  notText: 'El archivo no es un CSV: contiene datos que no son texto.',
  unnamed: 'La primera fila no tiene los nombres de las columnas.',
  wrongQuote: (row: number) =>
    `La fila ${row} tiene comillas mal puestas: dentro de una celda se escriben dos veces.`,
  openQuote: (row: number) => `La fila ${row} tiene comillas sin cerrar.`,
  cutOff: (row: number) =>
    `El archivo termina en mitad de la fila ${row}: expórtelo de nuevo. Si está completo, agregue un salto de línea al final.`,
  extraCells: (extra: number) =>
    extra === 1
      ? 'Tiene una celda más que los nombres de las columnas: revise sus comillas y separadores.'
      : `Tiene ${extra} celdas más que los nombres de las columnas: revise sus comillas y separadores.`,
  damaged: 'Trae � donde el archivo está dañado o se leyó con otra codificación.',
  repeated: (row: number) => `La fila ${row} ya trae este registro.`,
  ambiguous: 'Coincide con varios registros: agregue la columna Id para decir cuál es.',
  cannotCreate: 'Es nuevo, y no tiene permiso para registrar.',
  cannotUpdate: 'Ya existe, y no tiene permiso para modificar.',
  tooManyChosen: `Como máximo ${MAX_WRITTEN} filas se escriben a la vez: elija menos, y después las demás.`,
  nothingMapped: 'Debe elegir el campo de al menos una columna.',
  mappedTwice: 'Dos columnas no pueden ir al mismo campo.',
  dayOrder: 'El orden de las fechas debe ser DD/MM o MM/DD.',
  unknownField: 'El campo no existe o no se puede importar.',
  wrongColumns: 'El archivo no tiene esas columnas.',
  secretsLeft: (columns: readonly string[]) =>
    columns.length === 1
      ? `La columna «${columns[0]}» se deja vacía: escríbala de nuevo.`
      : `Las columnas ${columns.map((name) => `«${name}»`).join(', ')} se dejan vacías: escríbalas de nuevo.`,
  noneRefused: 'Ninguna fila fue rechazada.',
  missing: 'La importación no existe o venció: suba el archivo de nuevo.',
  running: 'La importación está en curso.',
  notChecked: 'Antes debe revisar las filas.',
  notOpen: 'La importación ya terminó: suba el archivo de nuevo.',
  version: 'Las filas se revisaron de nuevo: mire el resultado antes de importar.',
  forbidden: 'Quien la inició ya no tiene permiso: no se importó nada.',
  failed: 'Ocurrió un error inesperado: no se importó nada. Revise las filas de nuevo.',
  // Of an import in chunks, which keeps what is written.
  forbiddenLater: 'Quien la inició ya no tiene permiso: las demás filas no se importaron.',
  failedLater: 'Ocurrió un error inesperado: las demás filas no se importaron.',
  outdated: (rows: number) =>
    rows === 1
      ? 'No se importó nada: 1 fila cambió desde la revisión. Revise las filas de nuevo.'
      : `No se importó nada: ${rows} filas cambiaron desde la revisión. Revise las filas de nuevo.`,
  rowOutdated: (row: number, message: string) => `Fila ${row}: ${message}`,
  gone: 'El registro ya no existe.',
  changed: 'Otra persona modificó el registro.',
  exists: 'Otra persona ya creó el registro.',
  numberTaken: 'Otro registro ya tiene el número.',
} as const

const verdictCounts = z.object({
  new: z.int(),
  changed: z.int(),
  same: z.int(),
  duplicate: z.int(),
  refused: z.int(),
})
export type VerdictCounts = z.infer<typeof verdictCounts>

export const NO_VERDICTS: VerdictCounts = { new: 0, changed: 0, same: 0, duplicate: 0, refused: 0 }

const fieldOutput = z.object({
  name: z.string(),
  label: z.string(),
  isRequired: z.boolean(),
  isDay: z.boolean(),
  format: z.string().meta({ description: 'Cómo se escribe; vacío: un texto' }),
  without: z
    .string()
    .meta({ description: 'Qué pasa con los registros nuevos sin su columna; si nada, vacío' }),
  unlimited: z
    .string()
    .meta({ description: 'Qué pasa con los valores que dicen «ilimitado»; si no se permiten, vacío' }),
})

export const importOutput = z.object({
  _id: z.string(),
  format: z.enum(FILE_FORMATS),
  resource: z.enum(Object.keys(API_PATHS) as [Resource, ...Resource[]]),
  name: z.string().meta({ description: 'El nombre del archivo' }),
  encoding: z.enum(ENCODING_NAMES).meta({ description: 'Cómo se leyó el archivo' }),
  damage: z.int().meta({ description: 'En cuántos lugares el archivo no se pudo leer: dicen �' }),
  state: z.enum(IMPORT_STATES),
  message: z.string().meta({ description: 'Por qué no se importó, o no del todo; si no, vacío' }),
  dateGone: instant().meta({ description: 'Desde cuándo hay que subir el archivo de nuevo' }),
  columns: z.array(
    z.object({
      name: z.string(),
      samples: z.array(z.string()).meta({ description: 'Los primeros valores' }),
      filled: z.int().optional().meta({ description: 'En cuántas filas tiene un valor' }),
      days: daySamples.optional().meta({
        description:
          'Los primeros valores que se leen como DD/MM, como MM/DD, o de las dos maneras, y cuántos dicen «ilimitado»',
      }),
      field: z.string().nullable().meta({ description: 'El campo al que va; null: no se importa' }),
    }),
  ),
  fields: z.array(fieldOutput).meta({ description: 'Los campos a los que puede ir una columna' }),
  options: z.record(z.string(), z.unknown()).meta({ description: 'Lo que se eligió para todo el archivo' }),
  version: z.int().meta({ description: 'Cuántas veces se revisaron las filas: se envía al importar' }),
  done: z.int(),
  total: z.int(),
  isChunked: z
    .boolean()
    .meta({ description: 'Si se escribe por partes, por ser un archivo grande; si no, todo o nada' }),
  counts: verdictCounts,
  changedFields: z
    .record(z.string(), z.int())
    .meta({ description: 'En cuántos registros guardados cambiaría cada campo' }),
  created: z.int(),
  changed: z.int(),
  batch: z.string().nullable().meta({ description: 'El lote con el que se deshace' }),
  proof: importProof
    .nullable()
    .meta({ description: 'Después de importar usuarios, las sumas del archivo y de lo guardado' }),
})
export type Import = z.infer<typeof importOutput>

const rowOutput = z.object({
  row: z.int().meta({ description: 'La fila del archivo; la de los nombres de las columnas es la 1' }),
  verdict: z.enum(ROW_VERDICTS),
  title: z.string(),
  record: z.string().nullable().meta({ description: 'El registro guardado que le corresponde' }),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  values: z
    .array(
      z.object({
        field: z.string(),
        text: z.string(),
        original: z.string().meta({ description: 'Lo que dice la celda; vacío si dice lo mismo' }),
      }),
    )
    .meta({ description: 'De una fila nueva, los valores como se guardarán' }),
  options: z
    .record(z.string(), z.array(z.string()))
    .meta({ description: 'Por campo, los valores entre los que se elige; sin elegir, el primero' }),
  notes: z.array(z.string()).meta({ description: 'Lo que conviene saber antes de elegirla' }),
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
})
export type ImportRow = z.infer<typeof rowOutput>

const pastImportOutput = z.object({
  batch: z.string(),
  name: z.string(),
  date: instant(),
  created: z.int(),
  changed: z.int(),
  isUndone: z.boolean(),
  canUndo: z.boolean(),
  refused: z.int().meta({ description: 'Cuántas filas rechazadas se pueden descargar todavía' }),
})
export type PastImport = z.infer<typeof pastImportOutput>

const mappingInput = z.strictObject({
  columns: z
    .array(z.string().nullable(), 'Debe ser una lista de campos.')
    .max(MAX_COLUMNS, IMPORT_MESSAGES.tooManyColumns)
    .meta({ description: 'El campo de cada columna, en su orden; null: no se importa' }),
  options: z.record(z.string(), z.unknown()).default({}),
})

/** Option of files with a date column. */
export const dayOptions = z.object({
  dayOrder: z.enum(DAY_ORDERS, IMPORT_MESSAGES.dayOrder).optional(),
})

/** Day order of a file: the chosen one, or the one detected in its columns. */
export const fileDayReading = ({
  columns,
  fields,
  options,
}: {
  columns: readonly Pick<Import['columns'][number], 'field' | 'days'>[]
  fields: readonly { name: string; isDay?: boolean }[]
  options: Readonly<Record<string, unknown>>
}): DayReading => {
  const names = new Set(fields.flatMap(({ name, isDay }) => (isDay ? [name] : [])))
  const samples = columns.flatMap(({ field, days = {} }) =>
    field !== null && names.has(field) ? [days] : [],
  )
  return dayReading(samples, dayOptions.parse(options).dayOrder)
}

const rowNumber = z.int('Debe ser el número de una fila.').min(1, 'Debe ser el número de una fila.')
const someFields = z.array(z.string().max(100), 'Debe ser una lista de campos.').max(MAX_COLUMNS)

const choiceInput = z.strictObject({
  version: z.int('Debe ser la versión de la revisión.'),
  takeNew: z.boolean('Debe ser verdadero o falso.').meta({ description: 'Si se crean los nuevos' }),
  fields: someFields
    .default([])
    .meta({ description: 'Los campos que se sobrescriben en los registros guardados' }),
  rows: z
    .array(
      z.strictObject({
        row: rowNumber,
        take: z.boolean(),
        fields: someFields.optional(),
        values: z.record(z.string(), z.string()).optional(),
      }),
    )
    .max(MAX_EXCEPTIONS, `Como máximo ${MAX_EXCEPTIONS} filas se eligen una por una.`)
    .default([])
    .meta({
      description:
        'Las filas que se eligen aparte, con valores de los que ofrecen; sin campos, todos los que cambian',
    }),
})
export type ImportChoice = Omit<z.infer<typeof choiceInput>, 'version'>

/**
 * Fields that an import overwrites in a changed record, or an empty list for a new record; undefined if the row is not
 * imported.
 */
export const chosenFields = (
  { takeNew, fields }: Pick<ImportChoice, 'takeNew' | 'fields'>,
  exception: ImportChoice['rows'][number] | undefined,
  { verdict, changed }: { verdict: RowVerdict; changed: readonly string[] },
): readonly string[] | undefined => {
  if (verdict === 'new') return (exception?.take ?? takeNew) ? [] : undefined
  if (verdict !== 'changed' || exception?.take === false) return undefined
  const asked = exception === undefined ? fields : (exception.fields ?? changed)
  const chosen = changed.filter((field) => asked.includes(field))
  return chosen.length > 0 ? chosen : undefined
}

/** Media types of files uploaded as raw bytes: their encoding is still to be detected. */
export const CSV_TYPES = [
  'text/csv',
  'text/plain',
  'text/tab-separated-values',
  'application/csv',
  'application/vnd.ms-excel',
  'application/octet-stream',
]

/** Import endpoints below a resource's path; later steps use the id of the import. */
export const importEndpoints = <const Path extends string>(resource: Resource, many: string, path: Path) => {
  const tag = resourceTitle(resource)
  const called = entryOf(resource).name.many
  return endpoints({
    upload: {
      id: `upload${many}`,
      method: 'POST',
      path,
      tag,
      summary: `Sube un archivo CSV de ${called} y reconoce sus columnas`,
      body: sentFile('El archivo CSV'),
      response: { 201: importOutput },
      errors: [401, 403, 404, 422, 503],
    },
    fields: {
      id: `list${many}ImportFields`,
      method: 'GET',
      path: `${path}/fields`,
      tag,
      summary: `Lista los campos de ${called} que puede traer un archivo`,
      response: { 200: z.array(fieldOutput) },
      errors: [401, 403, 404, 422],
    },
    history: {
      id: `list${many}Uploaded`,
      method: 'GET',
      path,
      tag,
      summary: `Lista las importaciones propias de ${called} que se pueden deshacer`,
      response: { 200: z.array(pastImportOutput) },
      errors: [401, 403, 404, 422],
    },
  })
}

/** A function call, because the compiler widens a reference to a generic path into the union of all paths. */
const pathOf = <Name extends EntityName>(resource: Name): (typeof API_PATHS)[Name] => API_PATHS[resource]

export const catalogueImportEndpoints = <const Name extends EntityName>(resource: Name) =>
  importEndpoints(resource, REGISTRY[resource].operation.many, `${pathOf(resource)}/imports`)

export const IMPORT_ENDPOINTS = /* @__PURE__ */ endpoints({
  get: {
    id: 'getImport',
    method: 'GET',
    path: '/api/imports/:id',
    tag: 'Importaciones',
    summary: 'Muestra una importación propia y su avance',
    response: { 200: importOutput },
    errors: [401, 403, 404],
  },
  check: {
    id: 'checkImport',
    method: 'PUT',
    path: '/api/imports/:id/mapping',
    tag: 'Importaciones',
    summary: 'Dice qué columna va a qué campo, y revisa todas las filas sin escribir nada',
    body: mappingInput,
    response: { 202: importOutput },
    errors: [401, 403, 404, 409, 422],
  },
  rows: {
    id: 'listImportRows',
    method: 'GET',
    path: '/api/imports/:id/rows',
    tag: 'Importaciones',
    summary: 'Lista las filas revisadas: qué haría cada una',
    response: { 200: z.array(rowOutput) },
    errors: [401, 403, 404, 422],
  },
  refused: {
    id: 'listImportRefused',
    method: 'GET',
    path: '/api/imports/:id/refused',
    tag: 'Importaciones',
    summary: 'Descarga las filas rechazadas como las trae el archivo, con una columna «Motivo»',
    response: { 200: z.string() },
    errors: [401, 403, 404, 409, 422, 503],
  },
  apply: {
    id: 'applyImport',
    method: 'POST',
    path: '/api/imports/:id/apply',
    tag: 'Importaciones',
    summary: 'Escribe lo elegido, todo o nada; un archivo grande, por partes',
    body: choiceInput,
    response: { 202: importOutput },
    errors: [401, 403, 404, 409, 422],
  },
  discard: {
    id: 'discardImport',
    method: 'DELETE',
    path: '/api/imports/:id',
    tag: 'Importaciones',
    summary: 'Descarta una importación que no se escribió',
    response: { 200: deletedOutput },
    errors: [401, 403, 404, 409],
  },
})
