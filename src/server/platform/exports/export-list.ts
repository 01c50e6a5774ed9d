import { AsyncLocalStorage } from 'node:async_hooks'
import { PassThrough } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import {
  ALL_COLUMNS,
  EXPORT_FORMATS,
  type ExportFormat,
  ROWS_AHEAD,
} from '../../../domain/contract/export.ts'
import { CSV_SEPARATORS, type CsvSeparator } from '../../../domain/format/csv.ts'
import { dayOf } from '../../../domain/format/dates.ts'
import { fold } from '../../../domain/format/text.ts'
import { type Resource, titleOf } from '../../../domain/registry.ts'
import { recordChange } from '../audit/audit-log.ts'
import type { Access, CurrentUser } from '../auth/access.ts'
import { DatabaseError } from '../database/errors.ts'
import { type Reading, readWhole, TooManyReads, type WholeRead } from '../database/long-read.ts'
import type { Executor } from '../database/open.ts'
import { ClientGone, runAmongRequests } from '../database/work.ts'
import type { Context } from '../http/context.ts'
import { Conflict, Overloaded } from '../http/errors.ts'
import type { ListParameters } from '../http/operation.ts'
import { readSettings } from '../settings/read-settings.ts'
import { type CellTexts, type Names, type Row, rowWriter } from './row-writer.ts'

/** The parsed query of an export, whose filters its own list knows. */
interface ExportQuery extends ListParameters {
  format: ExportFormat
  separator: CsvSeparator
  columns?: readonly string[] | undefined
}

/** The query of an export: that of its list, whose page does not count, and how the file is written. */
export const exportParameters = <Shape extends z.ZodRawShape>(
  list: z.ZodObject<Shape, z.core.$strict>,
  row: z.ZodObject,
) => {
  const known = Object.keys(row.shape)
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
    columns: columns
      .optional()
      .meta({ description: `Columnas separadas por comas, o ${ALL_COLUMNS}; sin ellas, las de la lista` }),
  })
}

/** The query of a route that has parsed it with `exportParameters`, whose type knows the names of no filter. */
export const parsedExport = (query: Readonly<Record<string, unknown>>) =>
  query as ExportQuery & Readonly<Record<string, unknown>>

/** Media types of the files, for the contract. */
export const EXPORT_TYPES = ['text/csv', 'application/json'] as const

/** How an export's route runs: a HEAD would read all of the list for nothing. */
export const exporting = (access: Access, replica = true) => ({
  exposeHeadRoute: false,
  compress: false as const,
  config: { access, load: 'reports' as const, replica },
})

/** A list as its export reads it. */
export interface ExportedList {
  resource: Resource
  /** Of the file, where the title of the resource does not say it. */
  name?: string
  /** The output schema of a row. */
  row: z.ZodObject
  /** The columns of a table unless some are named: what the list shows. */
  shown: readonly string[]
  /** Columns that the current user does not see: absent from every file. */
  hidden?: readonly string[]
  texts?: CellTexts
  /** Fields that hold amounts of money, whose headers in a table name the currency of the settings. */
  amounts?: ReadonlySet<string>
  /** Fields that hold ids of other records, of which a table shows the names. */
  references?: ReadonlySet<string>
  names?(executor: Executor, rows: readonly Row[]): Promise<Names>
  /** Finds the rows, by the very conditions of the list. */
  find(context: Context): Promise<WholeRead>
  /** Gives found rows as the list answers them; those that are gone since are missing. */
  read(context: Context, found: readonly Row[]): Promise<readonly Row[]>
  /** After the last row of a table, from what all rows added up to. */
  total?(): Row | undefined
}

/** The query that reads the rows of some keys by the list's own code. */
export const queryOfKeys = <Query extends ListParameters>(query: Query, keys: readonly string[]): Query => ({
  ...query,
  search: '',
  ids: [...keys],
  page: 1,
  limit: keys.length,
  sort: undefined,
  order: undefined,
})

/** The keys of found rows. */
export const keysOf = (found: readonly Row[]): string[] => found.map(({ _id }) => String(_id))

/** Rows of a list by their keys, in the order of these. */
export const inOrderOf = <Each extends { _id: string }>(
  keys: readonly string[],
  rows: readonly Each[],
): Each[] => {
  const known = new Map(rows.map((row) => [row._id, row]))
  return keys.flatMap((key) => known.get(key) ?? [])
}

const BATCH = 500
/** A client that takes longer keeps its connection from others, in milliseconds. */
const LONGEST = 30 * 60_000

const BUSY = {
  own: 'Ya tiene una exportación en curso. Espere a que termine, o cancélela.',
  others: 'Hay demasiadas exportaciones en curso. Intente de nuevo en unos minutos.',
} as const

const AGAIN_SECONDS = 30

/**
 * Streams the whole of a list as a file, from one snapshot and as fast as the client takes it. What fails once rows are
 * under way ends the connection, so that no part of a file passes for the whole.
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
  const { resource, name = titleOf(resource) } = list
  const { currency } = await readSettings(context.db, currentUser)
  const output = new PassThrough()
  // What fails before Fastify listens has no other listener.
  output.on('error', () => undefined)
  // The audit log is written outside of the transaction that reads.
  const outside = AsyncLocalStorage.snapshot()
  const count = await new Promise<number>((resolve, reject) => {
    const work = async (reading: Reading<Row>): Promise<void> => {
      const event = {
        action: 'export',
        resource,
        record: { _id: null, name },
        after: { ...askedIn(query), rows: reading.count },
      } as const
      await outside(() => runAmongRequests(() => recordChange(context.db, currentUser, context.now(), event)))
      resolve(reading.count)
      await writeRows(context, output, reading, list, query, currency)
    }
    asOnlyOne(currentUser.id, () =>
      readWhole(
        { db: context.db, isEmbedded: context.stats().pools.some(({ name }) => name === 'embedded') },
        (executor) => list.find({ ...context, db: executor }),
        work,
      ),
    ).then(
      () => output.end(),
      (error) => {
        reject(error instanceof TooManyReads ? new Overloaded(AGAIN_SECONDS, BUSY.others) : error)
        output.destroy(error)
      },
    )
  })
  const file = `${fold(name).replace(/[^a-z0-9]+/g, '-')}-${dayOf(context.now(), context.config.timeZone)}.${format}`
  reply
    .headers({ [ROWS_AHEAD]: String(count), 'content-disposition': `attachment; filename="${file}"` })
    .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
    .send(output)
}

/** Who is exporting from this node. */
const exporters = new Set<string>()

const asOnlyOne = async <T>(user: string, work: () => Promise<T>): Promise<T> => {
  if (exporters.has(user)) throw new Conflict(BUSY.own)
  exporters.add(user)
  try {
    return await work()
  } finally {
    exporters.delete(user)
  }
}

/** What an export asks for, as the audit log keeps it. */
const askedIn = ({ page: _page, limit: _limit, separator: _separator, ...asked }: ExportQuery) => {
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
  { executor, next }: Reading<Row>,
  list: ExportedList,
  { format, separator, columns: named }: ExportQuery,
  currency: string,
): Promise<void> => {
  const {
    resource,
    row,
    shown,
    hidden = [],
    texts,
    amounts,
    references = new Set(),
    names,
    read,
    total,
  } = list
  const all = named ?? (format === 'csv' ? shown : undefined) ?? Object.keys(row.shape)
  const columns = all.filter((column) => !hidden.includes(column))
  const { timeZone } = context.config
  const writer = rowWriter(format, separator, {
    resource,
    row,
    columns,
    texts,
    amounts: currency === '' ? undefined : amounts,
    currency,
    references,
    timeZone,
  })
  const readNames = format === 'csv' && columns.some((name) => references.has(name)) ? names : undefined
  const end = performance.now() + LONGEST
  await write(output, writer.head)
  for (let found = await next(BATCH); found.length > 0; found = await next(BATCH)) {
    if (performance.now() > end) throw new DatabaseError('An export took too long')
    const rows = await read({ ...context, db: executor }, found)
    const known = (await readNames?.(executor, rows)) ?? NO_NAMES
    await write(output, rows.map((each) => writer.line(each, known)).join(''))
    // Other requests come in between, also where the client takes all at once.
    await nextTurn()
  }
  const last = format === 'csv' ? total?.() : undefined
  await write(output, (last ? writer.line(last, NO_NAMES) : '') + writer.tail)
}

/** Waits until the client has taken what was written before. */
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
