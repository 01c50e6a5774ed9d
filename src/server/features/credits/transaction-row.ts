import { sql } from 'drizzle-orm'
import { TYPE_NAMES, typeNumber } from '../../../domain/credits/transaction.ts'
import type { Transaction } from '../../../domain/credits/transaction-schemas.ts'
import { formatDay } from '../../../domain/format/dates.ts'
import type { TransactionRow } from '../../platform/database/schema/credits.ts'
import { searchText } from '../../platform/database/search.ts'

/** The names that a transaction copies, and its search text. */
export const namesOf = (
  seller: { fullName: string },
  target: { fullName: string; name: string },
  description = '',
) => ({
  userCreatedName: seller.fullName,
  userFullName: target.fullName,
  search: searchText(target.fullName, target.name, seller.fullName, description),
})

/** The next number in the order in which transactions are applied. */
export const nextPosting = sql`nextval('license_transactions_posting')`

/** A row as the API answers it, its days by the service's clock. */
export const transactionResponse = (row: TransactionRow, timeZone: string): Transaction => {
  const day = (date: Date | null) => (date === null ? '' : formatDay(date, timeZone))
  return {
    ...row,
    type: typeNumber(row.type),
    typeDescrition: TYPE_NAMES[row.type],
    saved: true,
    price: row.creditPrice,
    date: row.date.toISOString(),
    dateExpireRef: row.dateExpire?.toISOString() ?? null,
    dateExpireFormat: day(row.dateExpire),
    newDateExpire: row.newDateExpire?.toISOString() ?? null,
    newDateExpireFormat: day(row.newDateExpire),
  }
}
