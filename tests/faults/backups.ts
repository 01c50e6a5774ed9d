import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { reconcile } from '../../src/server/features/credits/reconcile.ts'
import { restore } from '../../src/server/platform/backup/restore.ts'
import { openInMemory } from '../../src/server/platform/database/embedded/open-embedded.ts'
import type { Database } from '../../src/server/platform/database/open.ts'
import { silentLog } from '../support/silent-log.ts'
import type { Shop } from './shop.ts'

/** Makes the backup of the night at each start. */
export const NIGHTLY = { BACKUP_HOUR: '0' }

interface Status {
  proven: string | null
  last: { begun: string; state: string; message: string } | null
}

const statusOf = async ({ sa }: Pick<Shop, 'sa'>): Promise<Status> => {
  const { body } = await sa.call('GET', '/api/backups/status')
  return body as unknown as Status
}

/** `nextNight` dates what was before this day. */
const EARLIER = '2001-01-01'

/** Waits until the backup of the night is in a state, by default a last one. */
export const backedUp = async (
  shop: Pick<Shop, 'sa'>,
  states: readonly string[] = ['done', 'failed'],
): Promise<Status> => {
  for (;;) {
    const status = await statusOf(shop)
    const { last } = status
    if (last && last.begun > EARLIER && states.includes(last.state)) return status
    await pause(50)
  }
}

/** Makes the backup of the night due again, as if what was done for it had been for an earlier night. */
export const nextNight = async ({ db }: Database): Promise<void> => {
  await db.execute(sql`
    update backups set begun = begun - interval '100 years',
      night = (${EARLIER}::date - (select count(*)::int from backups))::text,
      state = case when state in ('waiting', 'running') then 'failed' else state end
    where night > ${EARLIER}`)
}

/** Names of the files of automatic backups in a folder. */
export const automaticFiles = (dir: string): string[] =>
  readdirSync(dir).filter((name) => name.startsWith('cartelera-auto-'))

/** Restores a file into an empty database, which must reconcile. */
export const expectOpens = async (path: string): Promise<void> => {
  const database = await openInMemory(silentLog)
  try {
    const { counts } = await restore(database, path, { replace: false })
    expect(counts.users).toBeGreaterThan(0)
    expect((await reconcile(database, { isFull: true })).isSound).toBe(true)
  } finally {
    await database.close()
  }
}

/** Every automatic backup in a folder opens and reconciles, and nothing else lies there. */
export const expectAllOpen = async (dir: string): Promise<void> => {
  expect(readdirSync(dir)).toEqual(automaticFiles(dir))
  expect(automaticFiles(dir)).not.toEqual([])
  for (const name of automaticFiles(dir)) await expectOpens(join(dir, name))
}
