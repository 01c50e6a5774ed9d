import { desc, max } from 'drizzle-orm'
import { BACKUP_ENDPOINTS as API, type BackupStatus, PROOF_HOURS } from '../../../domain/backups/backup.ts'
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
  const [last] = await db.select().from(backups).orderBy(desc(backups.begun)).limit(1)
  const [newest] = await db.select({ proven: max(backups.proven) }).from(backups)
  const proven = newest?.proven ?? null
  return {
    isAutomatic: config.backups !== undefined || last !== undefined,
    proven: proven?.toISOString() ?? null,
    isOld: proven === null || now().getTime() - proven.getTime() > PROOF_HOURS * 3_600_000,
    last: last ? { begun: last.begun.toISOString(), state: last.state, message: last.message } : null,
  }
}
