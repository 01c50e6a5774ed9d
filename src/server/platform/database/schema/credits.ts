import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  index,
  integer,
  numeric,
  pgSequence,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import {
  TRANSACTION_PERIODS,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  TYPE_NAMES,
} from '../../../../domain/credits/transaction.ts'
import { id, instant, searchColumn, sortableText } from '../columns.ts'
import { users } from './users.ts'

/** Numbers transactions in the order of processing, under the locks of both parties. */
export const postings = pgSequence('license_transactions_posting')

const typesByName = [...TRANSACTION_TYPES].sort((one, other) =>
  TYPE_NAMES[one].localeCompare(TYPE_NAMES[other], 'es'),
)
const typeOrder = sql.raw(
  `case type ${typesByName.map((type, index) => `when '${type}' then ${index + 1}`).join(' ')} end`,
)

/** The credit ledger: processed rows never change (rule C18). */
export const licenseTransactions = pgTable(
  'license_transactions',
  {
    _id: id(),
    reference: bigint('reference', { mode: 'number' }).generatedAlwaysAsIdentity(),
    userCreated: text('user_created')
      .notNull()
      .references(() => users._id),
    userLicensed: text('user_licensed')
      .notNull()
      .references(() => users._id),
    /** The licensed user's name at that time, which outlives the user. */
    userFullName: sortableText('user_full_name').notNull(),
    /** The seller's name at that time. */
    userCreatedName: sortableText('user_created_name').notNull().default(''),
    search: text('search').notNull().default(''),
    type: text('type', { enum: TRANSACTION_TYPES }).notNull(),
    /** The alphabetical rank of the type's name. */
    typeOrder: smallint('type_order').notNull().generatedAlwaysAs(typeOrder),
    period: text('period', { enum: TRANSACTION_PERIODS }).notNull(),
    count: integer('count').notNull(),
    creditPrice: numeric('credit_price', { precision: 12, scale: 2, mode: 'number' }).notNull(),
    total: numeric('total', { precision: 12, scale: 2, mode: 'number' }).notNull(),
    description: text('description').notNull().default(''),
    status: text('status', { enum: TRANSACTION_STATUSES }).notNull(),
    /** Changes of both balances, in months: a balance is the sum of these. */
    sellerMonths: integer('seller_months').notNull().default(0),
    targetMonths: integer('target_months').notNull().default(0),
    dateExpire: instant('date_expire'),
    newDateExpire: instant('new_date_expire'),
    /** The exact expiry of a transaction in days (rule C30). */
    until: instant('until'),
    date: instant('date').notNull(),
    processedAt: instant('processed_at'),
    /** The order of processing, which the clocks of several nodes cannot provide. */
    posting: bigint('posting', { mode: 'number' }),
    idempotencyKey: text('idempotency_key'),
  },
  (table) => [
    uniqueIndex('license_transactions_reference').on(table.reference),
    uniqueIndex('license_transactions_idempotency').on(table.userCreated, table.idempotencyKey),
    index('license_transactions_created').on(table.userCreated, table.date, table._id),
    index('license_transactions_licensed').on(table.userLicensed, table.date, table._id),
    index('license_transactions_date').on(table.date, table._id),
    index('license_transactions_reference_sort').on(table.reference, table._id),
    index('license_transactions_total_sort').on(table.total, table._id),
    index('license_transactions_seller_sort').on(table.userCreatedName, table._id),
    index('license_transactions_target_sort').on(table.userFullName, table._id),
    index('license_transactions_type_sort').on(table.typeOrder, table._id),
    index('license_transactions_period_sort').on(table.period, table._id),
    index('license_transactions_count_sort').on(table.count, table._id),
    index('license_transactions_price_sort').on(table.creditPrice, table._id),
    index('license_transactions_type').on(table.type, table.date, table._id),
    // Few rows: unprocessed transactions are eventually deleted.
    index('license_transactions_pending').on(table.date, table._id).where(sql`${table.status} = 'CREATED'`),
    index('license_transactions_search').using('gin', sql`${table.search} gin_trgm_ops`),
    // A demo's transaction grants hours, hence no months; an exact expiry may be the present one.
    check(
      'license_transactions_count',
      sql`${table.count} between 1 and 9999 or (${table.count} = 0 and ${table.total} = 0
        and (${table.type} = 'CREDIT' or ${table.until} is not null))`,
    ),
    check(
      'license_transactions_days',
      sql`case when ${table.period} = 'DIAS'
        then ${table.type} in ('CREDIT', 'REFUND') and ${table.total} = 0 and ${table.creditPrice} = 0
          and ${table.sellerMonths} = 0 and ${table.targetMonths} = 0
        else ${table.until} is null end`,
    ),
    check(
      'license_transactions_posting',
      sql`${table.status} <> 'PROCESSED' or ${table.posting} is not null`,
    ),
    check('license_transactions_total', sql`${table.total} >= 0 and ${table.creditPrice} >= 0`),
  ],
)

export type TransactionRow = typeof licenseTransactions.$inferSelect

const sums = () => ({
  transactions: integer('transactions').notNull(),
  /** Of sold periods; `days` of transactions in days. */
  credits: bigint('credits', { mode: 'number' }).notNull(),
  total: numeric('total', { precision: 18, scale: 2, mode: 'number' }).notNull(),
})

/**
 * Sums of processed transactions by day and by month of the service, maintained by triggers. Only sales of one seller,
 * which are serialised anyway, update the same rows.
 */
export const ledgerSums = pgTable(
  'ledger_sums',
  {
    span: text('span', { enum: ['day', 'month'] }).notNull(),
    /** First day of the span. */
    start: date('start', { mode: 'string' }).notNull(),
    userCreated: text('user_created').notNull(),
    userCreatedName: sortableText('user_created_name').notNull(),
    /** The reseller whose customer the licensed user is now; empty for none, and after the user's deletion. */
    owner: text('owner').notNull(),
    type: text('type', { enum: TRANSACTION_TYPES }).notNull(),
    ...sums(),
    days: bigint('days', { mode: 'number' }).notNull().default(0),
  },
  (table) => [
    primaryKey({
      name: 'ledger_sums_key',
      columns: [table.userCreated, table.span, table.start, table.owner, table.type, table.userCreatedName],
    }),
    index('ledger_sums_start').on(table.span, table.start),
    index('ledger_sums_owner').on(table.owner, table.span, table.start),
  ],
)

/**
 * Distinct search texts of transactions by seller and licensed user, with their number of transactions: a search within
 * a scope reads one row per customer instead of all transactions. Maintained by triggers.
 */
export const transactionSearch = pgTable(
  'transaction_search',
  {
    /** A digest of the row's other identifying columns. */
    _id: text('_id').primaryKey(),
    userCreated: text('user_created').notNull(),
    userLicensed: text('user_licensed').notNull(),
    /** The reseller whose customer the licensed user is now; empty for none, and after the user's deletion. */
    owner: text('owner').notNull(),
    transactions: integer('transactions').notNull(),
    search: searchColumn(),
  },
  (table) => [
    index('transaction_search_created').on(table.userCreated),
    index('transaction_search_licensed').on(table.userLicensed),
    index('transaction_search_owner').on(table.owner),
    index('transaction_search_words').using('gin', sql`${table.search} gin_trgm_ops`),
  ],
)

/**
 * Totals of a user's processed transactions, up to the last reconciliation. Still valid, since processed rows never
 * change: the next reconciliation only adds new ones. Not in backups.
 */
export const reconciledUsers = pgTable('reconciled_users', {
  user: text('user_id').primaryKey(),
  /** The last included sale by the user; those of one seller are processed in posting order. */
  soldPosting: bigint('sold_posting', { mode: 'number' }).notNull().default(0),
  soldMonths: bigint('sold_months', { mode: 'number' }).notNull().default(0),
  soldTransactions: integer('sold_transactions').notNull().default(0),
  soldTotal: numeric('sold_total', { precision: 18, scale: 2, mode: 'number' }).notNull().default(0),
  boughtMonths: bigint('bought_months', { mode: 'number' }).notNull().default(0),
  boughtTransactions: integer('bought_transactions').notNull().default(0),
  boughtTotal: numeric('bought_total', { precision: 18, scale: 2, mode: 'number' }).notNull().default(0),
  /** The resulting expiry. */
  expiry: instant('expiry'),
})

/** The last reconciliation without differences: at most one row. Not in backups. */
export const reconciliationCheckpoint = pgTable(
  'reconciliation_checkpoint',
  {
    _id: text('_id').primaryKey().default('checkpoint'),
    date: instant('date').notNull(),
    /** Date of the last reconciliation that read all transactions. */
    fullDate: instant('full_date').notNull(),
    /** Date of the newest transaction seen; null if there was none. */
    newest: instant('newest'),
  },
  (table) => [check('reconciliation_checkpoint_single', sql`${table._id} = 'checkpoint'`)],
)
