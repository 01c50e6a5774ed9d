import fs from 'node:fs'
import { PGlite, types } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

const asText = (value) => value

// Arrays of numeric, timestamp, timestamptz, interval and date.
const arrayTypes = [1231, 1115, 1185, 1187, 1182]

/** Parsers for Drizzle's driver; defined here because functions cannot be posted to a worker. */
export const parsers = Object.fromEntries(
  [types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL, types.DATE, ...arrayTypes].map((type) => [
    type,
    asText,
  ]),
)

const { chmodSync } = fs

/** Restricts the engine's files to their owner: the engine sets the modes itself, regardless of the umask. */
export function keepFilesPrivate() {
  fs.chmodSync = (path, mode) => chmodSync(path, mode & 0o700)
}

const parameters = {
  TimeZone: 'UTC',
  // Little memory, without measurable cost at the sizes of an embedded database.
  shared_buffers: '8MB',
  // The engine's fdatasync does nothing.
  wal_sync_method: 'fsync',
}

/** Start options of the embedded database; enables fsync, which is off by default. */
export const settings = {
  extensions: { pg_trgm },
  startParams: [
    ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
    ...Object.entries(parameters).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ],
}
