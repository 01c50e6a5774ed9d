import { sql } from 'drizzle-orm'
import { type Config, ConfigError } from '../../config.ts'
import { shellCommand } from '../../shell-command.ts'
import type { Executor } from '../database/open.ts'
import { factors } from '../database/schema/factors.ts'
import { webhooks } from '../database/schema/outbox.ts'
import { Sealer, sealingKeyId } from './sealer.ts'

/** The ids of the keys that sealed stored rows. Challenges are left out: they end within minutes. */
export const storedKeyIds = async (db: Executor): Promise<string[]> => {
  const { rows } = await db.execute<{ stored: string }>(sql`
    select distinct on (split_part(stored, '.', 2)) stored from (
      select ${factors.seed} as stored from ${factors}
      union all select ${webhooks.secret} from ${webhooks}
      union all select ${webhooks.oldSecret} from ${webhooks}) as sealed
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
