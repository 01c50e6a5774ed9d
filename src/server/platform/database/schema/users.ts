import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { GroupAccess } from '../../../../domain/access/permissions.ts'
import { USER_STATUSES } from '../../../../domain/access/permissions.ts'
import type { Device } from '../../../../domain/users/user.ts'
import { id, instant, keyText, searchColumn, sortableText } from '../columns.ts'

export const profiles = pgTable(
  'profiles',
  {
    _id: id(),
    name: text('name').notNull(),
    nameKey: keyText('name_key').notNull(),
    accessWeb: boolean('access_web').notNull(),
    accessApp: boolean('access_app').notNull(),
    dateValidate: boolean('date_validate').notNull(),
    deviceValidate: boolean('device_validate').notNull(),
    /** Whether its users sign in to the web with a second factor. */
    secondFactor: boolean('second_factor').notNull().default(false),
    isSystem: boolean('is_system').notNull().default(false),
    routeAccess: jsonb('route_access').$type<GroupAccess[]>().notNull(),
    search: text('search').generatedAlwaysAs(sql`' ' || name_key`),
    dateCreate: instant('date_create').notNull(),
    dateUpdate: instant('date_update').notNull(),
  },
  (table) => [uniqueIndex('profiles_name').on(table.nameKey)],
)

export type ProfileRow = typeof profiles.$inferSelect

/** Normalised MAC address, equal to `deviceKey`; compared bytewise. */
export const deviceColumn = (device: AnyPgColumn) =>
  sql`(lower(regexp_replace(${device} ->> 'macAddress', '[[:space:]:.-]', '', 'g')) collate "C")`

export const users = pgTable(
  'users',
  {
    _id: id(),
    /** Set on the tombstone of a deleted user, which the ledger needs; its personal data are erased. */
    deletedAt: instant('deleted_at'),
    // First in the row, because searches and counts only read these columns.
    search: searchColumn(),
    name: text('name').notNull(),
    nameKey: keyText('name_key').notNull(),
    passwordHash: text('password_hash').notNull(),
    /** The password was set by somebody else, or generated, and not changed by its owner since. */
    isPasswordGiven: boolean('is_password_given').notNull().default(false),
    fullName: text('full_name').notNull(),
    fullNameKey: keyText('full_name_key').notNull(),
    email: sortableText('email').notNull().default(''),
    address: text('address').notNull().default(''),
    telePhone: text('tele_phone').notNull().default(''),
    celPhone: sortableText('cel_phone').notNull().default(''),
    comment: text('comment').notNull().default(''),
    mailNotify: boolean('mail_notify').notNull().default(false),
    profile: text('profile')
      .notNull()
      .references(() => profiles._id),
    platform: keyText('platform').notNull(),
    useTvList: boolean('use_tv_list').notNull().default(false),
    status: text('status', { enum: USER_STATUSES }).notNull().default('enable'),
    device: jsonb('device').$type<Device>(),
    /** Digests of the devices on which a demo was used, as in `demoDevices`; null for none. */
    demoDevices: jsonb('demo_devices').$type<readonly string[]>(),
    views: integer('views').notNull().default(0),
    lastLogin: instant('last_login'),
    /** The reseller whose customer this is, which defines the scope of agents and superagents. */
    createdBy: text('created_by').references((): AnyPgColumn => users._id),
    userCreate: sortableText('user_create').notNull().default(''),
    userUpdate: text('user_update').notNull().default(''),
    dateCreate: instant('date_create').notNull(),
    dateUpdate: instant('date_update').notNull(),
  },
  (table) => {
    const present = sql`${table.deletedAt} is null`
    const sorted = (name: string, column: AnyPgColumn) =>
      index(`users_${name}`).on(column, table._id).where(present)
    const customers = (name: string, column: AnyPgColumn) =>
      index(`users_customer_${name}`).on(table.createdBy, column, table._id).where(present)
    return [
      uniqueIndex('users_name').on(table.nameKey).where(present),
      sorted('name_sort', table.nameKey),
      sorted('full_name_sort', table.fullNameKey),
      sorted('platform_sort', table.platform),
      sorted('email_sort', table.email),
      sorted('cel_phone_sort', table.celPhone),
      sorted('user_create_sort', table.userCreate),
      sorted('date_create_sort', table.dateCreate),
      sorted('last_login_sort', table.lastLogin),
      sorted('status_sort', table.status),
      index('users_device')
        .on(deviceColumn(table.device))
        .where(sql`${present} and ${table.device} is not null`),
      index('users_customers').on(table.createdBy, table.nameKey, table._id).where(present),
      // Further sort orders of a reseller's customers, who may be too many to sort without an index.
      customers('full_name', table.fullNameKey),
      customers('email', table.email),
      customers('cel_phone', table.celPhone),
      customers('date_create', table.dateCreate),
      customers('last_login', table.lastLogin),
      index('users_profile').on(table.profile, table.nameKey, table._id).where(present),
      // Not partial like the others: PostgreSQL never combines two indexes with the same predicate, and a reseller's
      // search needs this one together with one on `created_by`.
      index('users_search').using('gin', sql`${table.search} gin_trgm_ops`),
    ]
  },
)

export type UserRow = typeof users.$inferSelect

/**
 * A reseller's saleable months; no row means none. Separate from the user and without an index on the months, so that a
 * sale updates no index. Only changed under the lock of the user's row (docs/design/ledger.md).
 */
export const balances = pgTable(
  'balances',
  {
    _id: text('_id')
      .primaryKey()
      .references(() => users._id, { onDelete: 'cascade' }),
    months: integer('months').notNull(),
  },
  (table) => [check('balances_not_negative', sql`${table.months} >= 0`)],
)

/**
 * Users' licence expiries: one row per existing user, which triggers insert, assign to the owner and delete. Few
 * indexes, since each sale updates the row. Only changed under the lock of the user's row.
 */
export const licences = pgTable(
  'licences',
  {
    _id: text('_id')
      .primaryKey()
      .references(() => users._id, { onDelete: 'cascade' }),
    /** The reseller whose customer this is, copied from the user's `createdBy`. */
    owner: text('owner'),
    dateExpire: instant('date_expire'),
  },
  (table) => [
    index('licences_expiry').on(table.dateExpire, table._id),
    // Counts and lists a reseller's customers by expiry with an index-only scan.
    index('licences_owner').on(table.owner, table.dateExpire, table._id),
  ],
)

/** A user's balance, with an optional join of `balances`. */
export const balanceMonths = sql`coalesce(${balances.months}, 0)`.mapWith(Number)

/** A user's balance and expiry, stored outside its row. */
export interface Holdings {
  /** Months that an agent or superagent can still sell. */
  creditToResell: number
  dateExpire: Date | null
}

/** A user's balance as a correlated subquery, for statements that return a single row. */
export const creditToResell: SQL<number> = sql`
  coalesce((select ${balances.months} from ${balances} where ${balances._id} = ${users._id}), 0)`.mapWith(
  Number,
)
/** A user's expiry likewise. */
export const dateExpire: SQL<Date | null> = sql`
  (select ${licences.dateExpire} from ${licences} where ${licences._id} = ${users._id})`.mapWith(
  licences.dateExpire,
)

/** Number of licences expiring on each day of the service, maintained by triggers. */
export const expiryDays = pgTable('expiry_days', {
  day: date('day', { mode: 'string' }).primaryKey(),
  licences: integer('licences').notNull(),
})

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token, so that a copy of the table gives no access. */
    tokenHash: text('token_hash').primaryKey(),
    /** Identifies the session towards its user. */
    _id: text('_id').notNull().unique().default(sql`gen_random_uuid()::text`),
    user: text('user')
      .notNull()
      .references(() => users._id),
    /** Session of a viewer's app, with access limited to what apps need. */
    isApp: boolean('is_app').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    lastUse: instant('last_use').notNull(),
    /** When its user last proved who they are: by signing in, or by confirming. */
    confirmedAt: instant('confirmed_at').notNull().defaultNow(),
    /** `User-Agent` of the sign-in, shortened; of a viewer's app, its device. */
    agent: text('agent').notNull().default(''),
    address: text('address').notNull().default(''),
    /** WAL position of the primary after the session's last write, in bytes; only stored if there are read replicas. */
    written: bigint('written', { mode: 'number' }),
  },
  (table) => [index('sessions_user').on(table.user), index('sessions_last_use').on(table.lastUse)],
)

/**
 * Devices that used a demo lately (rule P25), as HMACs of their `deviceKey`. Names nobody: which demo it was, only the
 * demo's own row knows, until it is deleted.
 */
export const demoDevices = pgTable('demo_devices', {
  device: text('device').primaryKey(),
  /** Day of the last use, in the service's time zone. */
  day: date('day', { mode: 'string' }).notNull(),
})

/** Pending and failed password attempts; a success deletes its row. */
export const loginAttempts = pgTable(
  'login_attempts',
  {
    _id: id(),
    nameKey: keyText('name_key').notNull(),
    address: text('address').notNull(),
    /** Origin of the attempt with respect to the account: '' for anywhere; known devices have limits of their own. */
    lane: keyText('lane').notNull().default(''),
    /** The password is still being verified. */
    pending: boolean('pending').notNull().default(false),
    at: instant('at').notNull(),
  },
  (table) => [
    index('login_attempts_name').on(table.nameKey, table.address, table.at),
    index('login_attempts_address').on(table.address, table.at),
    index('login_attempts_at').on(table.at),
  ],
)

/** Notes of the staff on a customer or reseller, deleted with that user (rule U29). */
export const userNotes = pgTable(
  'user_notes',
  {
    _id: id(),
    /** In order of insertion. */
    number: bigint('number', { mode: 'number' }).generatedAlwaysAsIdentity(),
    /** Whom it is about. */
    user: text('user_id')
      .notNull()
      .references(() => users._id),
    text: text('text').notNull(),
    date: instant('date').notNull(),
    author: text('author')
      .notNull()
      .references(() => users._id),
  },
  (table) => [index('user_notes_user').on(table.user, table.number)],
)
export type UserNoteRow = typeof userNotes.$inferSelect

/** Secrets shared by all nodes, created on first use; losing one is harmless. */
export const serverSecrets = pgTable('server_secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
  createdAt: instant('created_at').notNull(),
})
