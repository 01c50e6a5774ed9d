import { index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { GroupAccess } from '../../../../domain/access/permissions.ts'
import { id, instant } from '../columns.ts'
import { users } from './users.ts'

/** Keys with which other programs use the API. */
export const apiKeys = pgTable(
  'api_keys',
  {
    _id: id(),
    /** SHA-256 of the key, so that a copy of the table gives no access. */
    keyHash: text('key_hash').notNull(),
    /** Its maker, whose permissions limit it at each request. */
    user: text('user')
      .notNull()
      .references(() => users._id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    routeAccess: jsonb('route_access').$type<GroupAccess[]>().notNull(),
    dateCreate: instant('date_create').notNull(),
    dateExpire: instant('date_expire').notNull(),
    lastUse: instant('last_use'),
  },
  (table) => [uniqueIndex('api_keys_hash').on(table.keyHash), index('api_keys_user').on(table.user)],
)

export type ApiKeyRow = typeof apiKeys.$inferSelect
