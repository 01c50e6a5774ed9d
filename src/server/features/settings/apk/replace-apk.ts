import type { Readable } from 'node:stream'
import { and, eq, lt, or } from 'drizzle-orm'
import { APK_MESSAGES } from '../../../../domain/settings/apk.ts'
import { SETTINGS_ID } from '../../../../domain/settings/public-settings.ts'
import { recordChange } from '../../../platform/audit/audit-log.ts'
import type { CurrentUser } from '../../../platform/auth/current-user.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Db } from '../../../platform/database/open.ts'
import { apkFiles } from '../../../platform/database/schema/apk.ts'
import { runDetached } from '../../../platform/database/statement-context.ts'
import { withRetry } from '../../../platform/database/transactions.ts'
import { MAX_TIMEOUT } from '../../../platform/http/connections.ts'
import type { Context } from '../../../platform/http/context.ts'
import { fileTooCostly, type Sandbox } from '../../../platform/sandbox/sandbox.ts'
import { lockSettings } from '../../../platform/settings/read-settings.ts'
import type { ManifestVersion } from './binary-manifest.ts'
import type { readApk } from './read-apk.ts'
import { receiveFile, refuseFile } from './receive-file.ts'
import { storedArchive } from './stored-file.ts'

export type ApkRow = typeof apkFiles.$inferSelect

/** Retention of a replaced file for running downloads, in milliseconds. */
const GRACE = 3_600_000

const inspect = async (
  db: Db,
  sandbox: Sandbox,
  user: string,
  { file, size }: { file: string; size: number },
): Promise<ManifestVersion> => {
  const range = storedArchive(db, file, size).read
  const version = await sandbox.parse<typeof readApk>(
    'apk',
    { size },
    { user: user, stopped: fileTooCostly, range },
  )
  if (version === undefined) throw refuseFile(APK_MESSAGES.notApk)
  return version
}

const remove = async (db: Db, file: string): Promise<void> => {
  await db.delete(apkFiles).where(eq(apkFiles._id, file))
}

/** Deletes replaced files after their grace period, and abandoned uploads. */
export const sweepApks = async ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> => {
  const before = (age: number) => lt(apkFiles.since, new Date(now().getTime() - age))
  await db
    .delete(apkFiles)
    .where(
      or(
        and(eq(apkFiles.state, 'replaced'), before(GRACE)),
        and(eq(apkFiles.state, 'uploading'), before(2 * MAX_TIMEOUT)),
      ),
    )
}

const sweepLater = (context: Context): void => {
  setTimeout(() => runDetached(() => sweepApks(context)).catch(() => undefined), GRACE + 1000).unref()
}

/** The fields of a file in the audit log. */
const auditFields = ({
  versionCode,
  versionName,
  size,
}: Pick<ApkRow, 'versionCode' | 'versionName' | 'size'>) => ({
  versionCode,
  versionName,
  size,
})

/** Makes a received file the current one; the previous one is kept for running downloads. */
const makeCurrent = (
  { db, now }: Context,
  currentUser: CurrentUser,
  file: string,
  description: ManifestVersion & { size: number },
) =>
  withRetry(db, async (tx) => {
    // Serialises uploads that end at the same time.
    await lockSettings(tx)
    const since = now()
    const [old] = await tx
      .update(apkFiles)
      .set({ state: 'replaced', since })
      .where(eq(apkFiles.state, 'current'))
      .returning()
    const [row] = await tx
      .update(apkFiles)
      .set({ ...description, state: 'current', since })
      .where(eq(apkFiles._id, file))
      .returning()
    if (!row) throw refuseFile(APK_MESSAGES.incomplete)
    await recordChange(tx, currentUser, since, {
      action: 'update',
      resource: 'settings',
      record: { _id: SETTINGS_ID, name: 'Archivo de la aplicación' },
      before: old === undefined ? {} : auditFields(old),
      after: auditFields(description),
    })
    return row
  })

/** Atomically replaces the application file with a request body. */
export const replaceApk = async (
  context: Context,
  sandbox: Sandbox,
  currentUser: CurrentUser,
  body: Readable,
  declared: number | undefined,
): Promise<ApkRow> => {
  const { db, now } = context
  await sweepApks(context)
  const file = newId()
  await db.insert(apkFiles).values({ _id: file, state: 'uploading', since: now() })
  try {
    const size = await receiveFile(db, file, body, declared)
    const row = await makeCurrent(context, currentUser, file, {
      ...(await inspect(db, sandbox, currentUser.id, { file, size })),
      size,
    })
    sweepLater(context)
    return row
  } catch (error) {
    // A failed removal is left to the sweep; the client gets the original error.
    await runDetached(() => remove(db, file)).catch(() => undefined)
    throw error
  }
}

export const currentApk = async (db: Db): Promise<ApkRow | undefined> => {
  const [row] = await db.select().from(apkFiles).where(eq(apkFiles.state, 'current'))
  return row
}
