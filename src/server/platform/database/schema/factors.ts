import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { CHALLENGE_PURPOSES, type ChallengeData, FACTOR_KINDS } from '../../../../domain/sign-in/factor.ts'
import { id, instant } from '../columns.ts'
import { users } from './users.ts'

const owner = () =>
  text('user')
    .notNull()
    .references(() => users._id, { onDelete: 'cascade' })

/** Second factors: an authenticator app's seed, or a passkey's public key. */
export const factors = pgTable(
  'factors',
  {
    _id: id(),
    user: owner(),
    kind: text('kind', { enum: FACTOR_KINDS }).notNull(),
    name: text('name').notNull(),
    /** TOTP seed in base32; sealed if the server has a key. */
    seed: text('seed'),
    /** The last TOTP step accepted, so that no code works twice. */
    lastStep: bigint('last_step', { mode: 'number' }),
    /** Passkey: id of the credential and COSE public key, both in base64url. */
    credentialId: text('credential_id'),
    publicKey: text('public_key'),
    /** Passkey: signature counter of the last assertion. */
    counter: bigint('counter', { mode: 'number' }),
    transports: jsonb('transports').$type<string[]>(),
    dateCreate: instant('date_create').notNull(),
    lastUse: instant('last_use'),
  },
  (table) => [
    index('factors_user').on(table.user),
    uniqueIndex('factors_credential').on(table.credentialId),
    uniqueIndex('factors_totp').on(table.user).where(sql`${table.kind} = 'totp'`),
  ],
)

export type FactorRow = typeof factors.$inferSelect

/** Unused recovery codes: each is deleted on use. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    user: owner(),
    codeHash: text('code_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.user, table.codeHash] })],
)

/** Challenges between a right password and a session, and of enrolments. */
export const challenges = pgTable(
  'challenges',
  {
    /** SHA-256 of the challenge; for enrolment from a session, of the session's token. */
    tokenHash: text('token_hash').primaryKey(),
    user: owner(),
    purpose: text('purpose', { enum: CHALLENGE_PURPOSES }).notNull(),
    /** Failed attempts to answer it. */
    attempts: integer('attempts').notNull().default(0),
    data: jsonb('data').$type<ChallengeData>().notNull(),
    dateExpire: instant('date_expire').notNull(),
  },
  (table) => [index('challenges_user').on(table.user), index('challenges_expiry').on(table.dateExpire)],
)
