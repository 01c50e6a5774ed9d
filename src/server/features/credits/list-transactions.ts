import { and, eq, getTableColumns } from 'drizzle-orm'
import type { Size } from '../../../domain/contract/list-limit.ts'
import { type Transaction, transactionOutput } from '../../../domain/credits/endpoints.ts'
import { TYPE_NAMES } from '../../../domain/credits/transaction.ts'
import { formatDay } from '../../../domain/format/dates.ts'
import { formatMoney, formatReference } from '../../../domain/format/text.ts'
import type { Candidate } from '../../../domain/search/search.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { rowsWhere } from '../../platform/database/count-rows.ts'
import { listPage } from '../../platform/database/list-query.ts'
import { selectListKeys } from '../../platform/database/snapshot-read.ts'
import { type ExportedList, queryByKeys, rowKeys, sortByKeys } from '../../platform/exports/export-list.ts'
import type { Context } from '../../platform/http/context.ts'
import { NotFound } from '../../platform/http/errors.ts'
import { listSize, resolvePaging, type SizeQuery } from '../../platform/lists/list-limit.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'
import { customerName, transactionResponse } from './ledger.ts'
import {
  countFromSums,
  countFromTexts,
  findStoredSums,
  listConditions,
  parseReference,
  source,
  type TransactionQuery,
  table,
  transactionCondition,
  transactionScope,
} from './transaction-source.ts'

const sourceInOrder = { ...source, scanLimit: 50_000 } as const

export const listTransactions = async (
  context: Context,
  currentUser: CurrentUser,
  query: TransactionQuery,
): Promise<Transaction[]> => {
  const { db, config } = context
  const sort = query.sort ?? source.defaultSort.by
  const rows = await listPage(db, sort === 'date' || sort === 'reference' ? sourceInOrder : source, {
    ...(await resolvePaging(context, currentUser, query)),
    ...listConditions(db, config, currentUser, query),
    sort: query.sort,
    order: query.order,
  })
  return rows.map((row) => transactionResponse(row, config.timeZone))
}

export const exportedTransactions = (currentUser: CurrentUser, query: TransactionQuery): ExportedList => ({
  resource: 'license_transactions',
  name: 'Movimientos de créditos',
  row: transactionOutput,
  shown: [
    'reference',
    'date',
    'userCreatedName',
    'userFullName',
    'typeDescrition',
    'period',
    'count',
    'creditPrice',
    'total',
  ] satisfies (keyof Transaction)[],
  amounts: new Set(['price', 'creditPrice', 'total']),
  texts: {
    reference: (reference) => formatReference(Number(reference)),
    status: (status) => (status === 'PROCESSED' ? 'Procesado' : 'Pendiente'),
  },
  find: async ({ db, config }) =>
    selectListKeys(source, {
      where: transactionCondition(db, config, currentUser, query),
      sort: query.sort,
      order: query.order,
    }),
  async read(context, rows) {
    const keys = rowKeys(rows)
    return sortByKeys(keys, await listTransactions(context, currentUser, queryByKeys(query, keys)))
  },
})

export const countTransactions = (
  context: Context,
  currentUser: CurrentUser,
  query: SizeQuery<TransactionQuery>,
): Promise<Size> => {
  const { db, config } = context
  const sums = findStoredSums(db, config, currentUser, query)
  return listSize(context, query, {
    rows: rowsWhere(table, transactionCondition(db, config, currentUser, query)),
    storedCount: sums ? countFromSums(sums) : countFromTexts(db, currentUser, query),
  })
}

/** A transaction; throws NotFound outside the scope. */
export const findTransaction = async (
  { db, config }: Context,
  currentUser: CurrentUser,
  transaction: string,
): Promise<Transaction> => {
  const [row] = await db
    .select({ ...getTableColumns(table), userName: customerName })
    .from(table)
    .where(and(eq(table._id, transaction), transactionScope(currentUser)))
  if (!row) throw new NotFound()
  return transactionResponse(row, config.timeZone)
}

/** The processed transaction in scope with this reference. */
export const findByReference = async (
  { db, config }: Context,
  currentUser: CurrentUser,
  search: string,
): Promise<Candidate[]> => {
  const reference = parseReference(search)
  if (reference === undefined) return []
  const rows = await db
    .select()
    .from(table)
    .where(and(eq(table.reference, reference), eq(table.status, 'PROCESSED'), transactionScope(currentUser)))
  if (rows.length === 0) return []
  const title = formatReference(reference)
  const { currency } = await readSettings(db, currentUser)
  return rows.map(({ _id, type, userFullName, total, date }) => ({
    resource: 'license_transactions',
    _id,
    title,
    detail: [
      TYPE_NAMES[type],
      userFullName,
      formatMoney(total, currency),
      formatDay(date, config.timeZone),
    ].join(' · '),
    names: [title, String(reference)],
  }))
}
