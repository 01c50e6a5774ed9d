import { isReseller } from '../../../domain/access/permissions.ts'
import { transactionNames } from '../../features/credits/ledger.ts'
import { derivedColumns } from '../../features/users/user-row.ts'
import type { licenseTransactions } from '../../platform/database/schema/credits.ts'
import type { users } from '../../platform/database/schema/users.ts'
import { idAt, type Random } from '../random.ts'
import { priceAt } from '../settings.ts'
import { type DemoTransaction, monthsOf } from './ledger.ts'
import type { DemoUser } from './make-user.ts'

export const userRow = (
  { id, role, createdBy, input, creditToResell, dateExpire, ...rest }: DemoUser,
  passwordHash: string,
): typeof users.$inferInsert => ({
  _id: id,
  ...input,
  ...rest,
  ...derivedColumns(input),
  passwordHash,
  createdBy: createdBy?.id ?? null,
  userCreate: createdBy?.input.name ?? '',
})

/** Effect of a transaction on both balances, in months. */
const balanceEffects = (transaction: DemoTransaction) => {
  const { by, type } = transaction
  const months = monthsOf(transaction)
  return {
    sellerMonths: isReseller(by.role) && (type === 'SALE' || type === 'TRANSFER') ? -months : 0,
    targetMonths: type === 'TRANSFER' ? months : type === 'REFUND_TRANSFER' ? -months : 0,
  }
}

/** Table row of a transaction, processed at once. */
export const transactionRow = (
  transaction: DemoTransaction,
  now: Date,
  random: Random,
): typeof licenseTransactions.$inferInsert => {
  const { by, to, ...rest } = transaction
  const creditPrice = priceAt(rest.period, rest.date, now)
  return {
    _id: idAt(rest.date, random),
    userCreated: by.id,
    userLicensed: to.id,
    ...transactionNames(by.input, to.input),
    ...rest,
    creditPrice,
    total: rest.type === 'CREDIT' ? 0 : creditPrice * rest.count,
    ...balanceEffects(transaction),
    status: 'PROCESSED',
    processedAt: rest.date,
  }
}
