import { getTableName, sql } from 'drizzle-orm'
import { type Config, ConfigError } from '../../config.ts'
import { shellCommand } from '../../shell-command.ts'
import type { Executor } from '../database/open.ts'
import { factors } from '../database/schema/factors.ts'
import { webhooks } from '../database/schema/outbox.ts'
import { Sealer, sealingKeyId } from './sealer.ts'

/** Columns with sealed texts, except that of challenges, which end within minutes. */
const SEALED_COLUMNS = [factors.seed, webhooks.secret, webhooks.oldSecret]

/** The positions of sealed texts in rows of a table. */
export const sealedPositions = (table: string, columns: readonly string[]): number[] =>
  SEALED_COLUMNS.filter((column) => getTableName(column.table) === table).map(({ name }) =>
    columns.indexOf(name),
  )

/** The ids of the keys that sealed stored rows. */
export const storedKeyIds = async (db: Executor): Promise<string[]> => {
  const selections = SEALED_COLUMNS.map((column) => sql`select ${column} as stored from ${column.table}`)
  const { rows } = await db.execute<{ stored: string }>(sql`
    select distinct on (split_part(stored, '.', 2)) stored from (
      ${sql.join(selections, sql` union all `)}) as sealed
    where stored like 'v1.%'`)
  return rows.flatMap(({ stored }) => sealingKeyId(stored) ?? []).sort()
}

/** Throws a ConfigError that names the variable if rows are sealed with a key that this node does not have. */
export const requireKeys = async (db: Executor, config: Pick<Config, 'factorKeys'>): Promise<void> => {
  const sealer = new Sealer(config)
  const missing = (await storedKeyIds(db)).filter((id) => !sealer.has(id))
  if (missing.length === 0) return
  throw new ConfigError(
    `FACTOR_KEY: hay segundos factores o webhooks sellados con otra clave (${missing.join(', ')}). ` +
      `Póngala en FACTOR_KEY, o en FACTOR_KEY_OLD si la cambió; si se perdió, ${shellCommand('seal', '--discard')} los descarta.`,
  )
}
