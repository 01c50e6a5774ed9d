import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { count } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { reconcile } from '../../../../src/server/features/credits/reconcile.ts'
import { restore } from '../../../../src/server/platform/backup/restore.ts'
import { locateFile } from '../../../../src/server/platform/database/locate-file.ts'
import {
  appliedMigrations,
  migrateDatabase,
  ownMigrations,
} from '../../../../src/server/platform/database/migrate.ts'
import type { Database } from '../../../../src/server/platform/database/open.ts'
import { movies } from '../../../../src/server/platform/database/schema/contents.ts'
import { users } from '../../../../src/server/platform/database/schema/users.ts'
import { spares, structureOf } from '../../../support/backups.ts'

/** A backup made by each release, with some rows of every entity. */
const FOLDER = 'tests/data/releases'
const RELEASES = readdirSync(FOLDER)

const spare = spares()

/** The migrations of a release are the first ones of this version. */
const releaseMigrations = (length: number): string => {
  const folder = mkdtempSync(join(tmpdir(), 'cartelera-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(locateFile('migrations'), folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, length) }))
  return folder
}

const readContents = async (database: Database) => {
  const { db } = database
  const { isSound, transactions } = await reconcile(database, { isFull: true })
  const [people] = await db.select({ count: count() }).from(users)
  const [film] = await db.select({ title: movies.title }).from(movies)
  return { isSound, transactions, people: people?.count, film: film?.title }
}

const CONTENTS = { isSound: true, transactions: 5, people: 7, film: 'Título cambiado' }

describe.each(RELEASES)('a backup of the release %s', (file) => {
  const path = join(FOLDER, file)

  test('is restored as a database of this version', async () => {
    const target = await spare.empty()
    const { header } = await restore(target, path, { replace: false })
    expect(header.migrations).toEqual(ownMigrations().slice(0, header.migrations.length))
    expect(await appliedMigrations(target.db)).toEqual(ownMigrations())
    expect(await readContents(target)).toEqual(CONTENTS)
  })

  test('is restored as a database of that release, which this version migrates', async () => {
    const target = await spare.empty()
    const { header } = await restore(target, path, { replace: false })
    const release = await spare.empty()
    await restore(release, path, { replace: true, migrations: releaseMigrations(header.migrations.length) })
    expect(await appliedMigrations(release.db)).toEqual(header.migrations)
    await migrateDatabase(release)
    expect(await structureOf(release.db)).toEqual(await structureOf(target.db))
    expect(await readContents(release)).toEqual(CONTENTS)
  })
})
