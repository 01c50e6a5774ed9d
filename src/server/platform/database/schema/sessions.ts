import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import { id, instant, keyText } from '../columns.ts'
import { users } from './users.ts'

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token: a copy of the table opens nothing. */
    tokenHash: text('token_hash').primaryKey(),
    user: text('user')
      .notNull()
      .references(() => users._id),
    /** Of a viewer's app: opens only what such apps need. */
    isApp: boolean('is_app').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    lastUse: instant('last_use').notNull(),
  },
  (table) => [index('sessions_user').on(table.user), index('sessions_last_use').on(table.lastUse)],
)

/** Attempts to prove a password, under way and failed; a success takes its row away. */
export const loginAttempts = pgTable(
  'login_attempts',
  {
    _id: id(),
    nameKey: keyText('name_key').notNull(),
    address: text('address').notNull(),
    /** Where it comes from as far as the account is concerned: '' for anywhere; known devices have lanes of their own. */
    lane: keyText('lane').notNull().default(''),
    /** The password is still being looked at. */
    pending: boolean('pending').notNull().default(false),
    at: instant('at').notNull(),
  },
  (table) => [
    index('login_attempts_name').on(table.nameKey, table.address, table.at),
    index('login_attempts_address').on(table.address, table.at),
    index('login_attempts_at').on(table.at),
  ],
)

/** Secrets that all nodes share; each is made when it is first needed, and harmless to lose. */
export const serverSecrets = pgTable('server_secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
  createdAt: instant('created_at').notNull(),
})
