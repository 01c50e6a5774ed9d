import { desc, lte } from 'drizzle-orm'
import { BACKUP_ENDPOINTS as API, type BackupStatus, PROOF_HOURS } from '../../../domain/backups/backup.ts'
import { lastProof } from '../../platform/database/last-proof.ts'
import { backups } from '../../platform/database/schema/backups.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { operation } from '../../platform/http/operation.ts'

/** The state of the automatic backups (rule O17). */
export const backupRoutes = (app: App, context: Context): void => {
  app.route({
    ...operation(API.status),
    config: { access: { role: 'sa' } },
    handler: () => readStatus(context),
  })
}

const readStatus = async ({ db, config, now }: Context): Promise<BackupStatus> => {
  const date = now()
  const [last] = await db
    .select()
    .from(backups)
    .where(lte(backups.begun, date))
    .orderBy(desc(backups.begun))
    .limit(1)
  const proven = (await lastProof(db, date)) ?? null
  return {
    isAutomatic: config.backups !== undefined || last !== undefined,
    proven: proven?.toISOString() ?? null,
    isOld: proven === null || date.getTime() - proven.getTime() > PROOF_HOURS * 3_600_000,
    last: last ? { begun: last.begun.toISOString(), state: last.state, message: last.message } : null,
  }
}
