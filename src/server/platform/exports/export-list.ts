import { AsyncLocalStorage } from 'node:async_hooks'
import { PassThrough } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import {
  ALL_COLUMNS,
  EXPORT_FORMATS,
  type ExportFormat,
  ROW_COUNT_HEADER,
} from '../../../domain/contract/export.ts'
import {
  CSV_SEPARATORS,
  type CsvSeparator,
  DECIMAL_MARKS,
  type DecimalMark,
} from '../../../domain/format/csv.ts'
import { dayOf } from '../../../domain/format/dates.ts'
import { fold } from '../../../domain/format/text.ts'
import { type Resource, resourceTitle } from '../../../domain/registry.ts'
import { recordChange } from '../audit/audit-log.ts'
import type { Declaration } from '../auth/access.ts'
import type { CurrentUser } from '../auth/current-user.ts'
import { DatabaseError } from '../database/errors.ts'
import type { Executor } from '../database/open.ts'
import { type OrderedRows, type RowCursor, readAllRows, TooManyReads } from '../database/snapshot-read.ts'
import { ClientGone, onRequestPool } from '../database/statement-context.ts'
import type { Context } from '../http/context.ts'
import { Conflict, Overloaded } from '../http/errors.ts'
import type { ListParameters } from '../http/operation.ts'
import { readSettings } from '../settings/read-settings.ts'
import { type CellTexts, type Names, type Row, rowWriter } from './row-writer.ts'

/** The parsed query of an export, except for the list's filters. */
export interface ExportQuery extends ListParameters {
  format: ExportFormat
  separator: CsvSeparator
  decimal?: DecimalMark | undefined
  columns?: readonly string[] | undefined
}

/** Query parameters of an export: those of its list, ignoring the page, the file format, and some of the known columns. */
export const exportParameters = <Shape extends z.ZodRawShape>(
  list: z.ZodObject<Shape, z.core.$strict>,
  known: readonly string[],
) => {
  const columns = z
    .string('Debe ser una lista de columnas.')
    .transform((value) => (value === ALL_COLUMNS ? known : value.split(',')))
    .refine(
      (names) => new Set(names).size === names.length && names.every((name) => known.includes(name)),
      `Debe ser ${ALL_COLUMNS}, o una lista de columnas separadas por comas: ${known.join(', ')}.`,
    )
  return list.extend({
    format: z.enum(EXPORT_FORMATS, 'Debe ser csv o json.').default('csv'),
    separator: z.enum(CSV_SEPARATORS, 'Debe ser ; o ,').default(';'),
    decimal: z.enum(DECIMAL_MARKS, 'Debe ser , o .').optional().meta({
      description: 'El signo decimal de un CSV; sin él, la coma con punto y coma, y el punto con comas',
    }),
    columns: columns
      .optional()
      .meta({ description: `Columnas separadas por comas, o ${ALL_COLUMNS}; sin ellas, las de la lista` }),
  })
}

/** Media types of the files, for the contract. */
export const EXPORT_TYPES = ['text/csv', 'application/json'] as const

/** Route options of an export: a HEAD request would read the whole list for nothing. */
export const exportOptions = (declaration: Declaration, replica = true) => ({
  exposeHeadRoute: false,
  compress: false as const,
  config: { ...declaration, load: 'reports' as const, replica },
})

/** A list as exported. */
export interface ExportedList {
  resource: Resource
  /** Name of the file, if not the resource's title. */
  name?: string
  /** Output schema of a row. */
  row: z.ZodObject
  /** Default columns of a CSV file: those shown by the list. */
  shown: readonly string[]
  /** Columns that are only in a file that is asked for them. */
  added?: readonly string[]
  /** Columns hidden from the current user: absent from every file. */
  hidden?: readonly string[]
  texts?: CellTexts
  /** Money fields, whose headers in a CSV file include the currency. */
  amounts?: ReadonlySet<string>
  /** Reference fields, for which a CSV file shows names instead of ids. */
  references?: ReadonlySet<string>
  names?(executor: Executor, rows: readonly Row[]): Promise<Names>
  /** The rows to export, by the list's own conditions. */
  find(context: Context): Promise<OrderedRows>
  /** Found rows in the list's format; rows deleted meanwhile are missing. */
  read(context: Context, found: readonly Row[]): Promise<readonly Row[]>
  /** Last row of a CSV file, with totals of all rows. */
  total?(): Row | undefined
}

/** The list's query restricted to some keys. */
export const queryByKeys = <Query extends ListParameters>(query: Query, keys: readonly string[]): Query => ({
  ...query,
  search: '',
  ids: [...keys],
  page: 1,
  limit: keys.length,
  sort: undefined,
  order: undefined,
})

/** The keys of found rows. */
export const rowKeys = (found: readonly Row[]): string[] => found.map(({ _id }) => String(_id))

/** Sorts rows by the order of their keys. */
export const sortByKeys = <Each extends { _id: string }>(
  keys: readonly string[],
  rows: readonly Each[],
): Each[] => {
  const known = new Map(rows.map((row) => [row._id, row]))
  return keys.flatMap((key) => known.get(key) ?? [])
}

const BATCH = 500
/** Time limit per export, in milliseconds: it occupies a connection. */
const MAX_DURATION = 30 * 60_000

const BUSY = {
  own: 'Ya tiene una exportación en curso. Espere a que termine, o cancélela.',
  others: 'Hay demasiadas exportaciones en curso. Intente de nuevo en unos minutos.',
} as const

const RETRY_AFTER_SECONDS = 30

/**
 * Streams a whole list as a file, from one snapshot and at the client's speed. An error after the first rows aborts the
 * connection, so that a partial file is never taken for a complete one.
 */
export const sendExport = (
  context: Context,
  request: { currentUser: CurrentUser; query: ExportQuery },
  reply: FastifyReply,
  list: ExportedList,
): void => {
  stream(context, request, reply, list).catch((error) => reply.send(error))
}

const stream = async (
  context: Context,
  { currentUser, query }: { currentUser: CurrentUser; query: ExportQuery },
  reply: FastifyReply,
  list: ExportedList,
): Promise<void> => {
  const { format } = query
  const { resource, name = resourceTitle(resource) } = list
  const { currency } = await readSettings(context.db, currentUser)
  const output = new PassThrough()
  // Errors before Fastify attaches its listener would otherwise be unhandled.
  output.on('error', () => undefined)
  // The audit log is written outside the reading transaction.
  const outside = AsyncLocalStorage.snapshot()
  const count = await new Promise<number>((resolve, reject) => {
    const work = async (reading: RowCursor<Row>): Promise<void> => {
      const event = {
        action: 'export',
        resource,
        record: { _id: null, name },
        after: { ...auditParameters(query), rows: reading.count },
      } as const
      await outside(() => onRequestPool(() => recordChange(context.db, currentUser, context.now(), event)))
      resolve(reading.count)
      await writeRows(context, output, reading, list, query, currency)
    }
    onePerUser(currentUser.id, () =>
      readAllRows(
        { db: context.db, isEmbedded: context.stats().pools.some(({ name }) => name === 'embedded') },
        (executor) => list.find({ ...context, db: executor }),
        work,
      ),
    ).then(
      () => output.end(),
      (error) => {
        reject(error instanceof TooManyReads ? new Overloaded(RETRY_AFTER_SECONDS, BUSY.others) : error)
        output.destroy(error)
      },
    )
  })
  const file = `${fold(name).replace(/[^a-z0-9]+/g, '-')}-${dayOf(context.now(), context.config.timeZone)}.${format}`
  reply
    .headers({ [ROW_COUNT_HEADER]: String(count), 'content-disposition': `attachment; filename="${file}"` })
    .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
    .send(output)
}

/** Users with a running export on this node. */
const exporters = new Set<string>()

/** Runs an export, unless the user has another one under way. */
export const onePerUser = async <T>(user: string, work: () => Promise<T>): Promise<T> => {
  if (exporters.has(user)) throw new Conflict(BUSY.own)
  exporters.add(user)
  try {
    return await work()
  } finally {
    exporters.delete(user)
  }
}

/** The parameters of an export, for the audit log. */
const auditParameters = ({
  page: _page,
  limit: _limit,
  separator: _separator,
  decimal: _decimal,
  ...asked
}: ExportQuery) => {
  const { search, sort, order, columns, ...filters } = asked
  return {
    q: search,
    ...filters,
    sort: sort === undefined ? undefined : `${sort} ${order ?? 'asc'}`,
    columns: columns?.join(', '),
  }
}

const NO_NAMES: Names = new Map()

const writeRows = async (
  context: Context,
  output: PassThrough,
  { executor, next }: RowCursor<Row>,
  list: ExportedList,
  { format, separator, decimal, columns: named }: ExportQuery,
  currency: string,
): Promise<void> => {
  const {
    resource,
    row,
    shown,
    added = [],
    hidden = [],
    texts,
    amounts,
    references = new Set(),
    names,
    read,
    total,
  } = list
  const rest = Object.keys(row.shape).filter((column) => !added.includes(column))
  const all = named ?? (format === 'csv' ? shown : rest)
  const columns = all.filter((column) => !hidden.includes(column))
  const { timeZone } = context.config
  const writer = rowWriter(
    format,
    { separator, decimal },
    {
      resource,
      row,
      columns,
      texts,
      amounts: currency === '' ? undefined : amounts,
      currency,
      references,
      timeZone,
    },
  )
  const readNames = format === 'csv' && columns.some((name) => references.has(name)) ? names : undefined
  const end = performance.now() + MAX_DURATION
  await write(output, writer.head)
  for (let found = await next(BATCH); found.length > 0; found = await next(BATCH)) {
    if (performance.now() > end) throw new DatabaseError('An export took too long')
    const rows = await read({ ...context, db: executor }, found)
    const known = (await readNames?.(executor, rows)) ?? NO_NAMES
    await write(output, rows.map((each) => writer.line(each, known)).join(''))
    // Yields to other requests, even if the client never blocks.
    await nextTurn()
  }
  const last = format === 'csv' ? total?.() : undefined
  await write(output, (last ? writer.line(last, NO_NAMES) : '') + writer.tail)
}

/** Waits until the client has consumed earlier output. */
const write = async (output: PassThrough, text: string): Promise<void> => {
  if (output.destroyed) throw new ClientGone()
  if (output.write(text)) return
  await new Promise<void>((resolve, reject) => {
    const onDrain = () => {
      output.off('close', onClose)
      resolve()
    }
    const onClose = () => {
      output.off('drain', onDrain)
      reject(new ClientGone())
    }
    output.once('drain', onDrain)
    output.once('close', onClose)
  })
}
