import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BACKUP_MESSAGES } from '../../../../src/domain/backups/backup.ts'
import { readConfig } from '../../../../src/server/config.ts'
import { makeProven, prove } from '../../../../src/server/features/backups/prove.ts'
import { backUp } from '../../../../src/server/platform/backup/back-up.ts'
import { restore } from '../../../../src/server/platform/backup/restore.ts'
import { testApp } from '../../../support/app.ts'
import { spares } from '../../../support/backups.ts'
import { makeTransaction, saleOf } from '../../../support/credits.ts'
import { people, signedIn, storeUser } from '../../../support/people.ts'

const server = testApp()
const spare = spares()

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'cartelera-proven-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const make = (name: string, env: Record<string, string> = {}) =>
  makeProven(server.database.database, join(dir, name), server.clock.now(), readConfig(env))

const WITHOUT_PLACE = server.database.kind === 'postgres'

/** An administrator, and a customer to whom he sold a month. */
const sellAMonth = async (): Promise<void> => {
  const admin = await signedIn(server, 'Administrador')
  const customer = await storeUser(server, 'app')
  expect((await makeTransaction(admin, saleOf(customer._id))).status).toBe(200)
}

describe('a backup with its proof', () => {
  test.skipIf(WITHOUT_PLACE)('is restored, counted and reconciled, and leaves its file alone', async () => {
    await sellAMonth()
    const made = await make('copia.gz')
    expect(made).toMatchObject({ state: 'proven', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(made.bytes).toBe(readFileSync(join(dir, 'copia.gz')).length)
    expect(readdirSync(dir)).toEqual(['copia.gz'])
  })

  test.skipIf(WITHOUT_PLACE)('is doubtful if the ledger does not reconcile, and is kept', async () => {
    // With balances that no transaction explains.
    await people(server)
    expect(await make('copia.gz')).toMatchObject({
      state: 'doubtful',
      message: expect.stringMatching(/^La copia se restauró y no concuerda/),
    })
    expect(readdirSync(dir)).toEqual(['copia.gz'])
  })

  test.skipIf(WITHOUT_PLACE)('is doubtful if the proof has no folder, and is kept', async () => {
    await sellAMonth()
    const path = join(dir, 'copia.gz')
    const { database } = server.database
    await backUp(database, path, server.clock.now())
    const proof = await prove(path, database, join(path, 'prueba'), readConfig({}))
    expect(proof).toMatchObject({
      state: 'doubtful',
      message: expect.stringMatching(/^La copia está guardada y su prueba se interrumpió: ./),
    })
  })

  test('does not touch a file of its name', async () => {
    await sellAMonth()
    writeFileSync(join(dir, 'copia.gz'), 'de otro')
    await expect(make('copia.gz')).rejects.toThrow('ya existe')
    expect(readFileSync(join(dir, 'copia.gz'), 'utf8')).toBe('de otro')
  })

  test('for a recipient is opened by the identity alone, and leaves no plain file', async () => {
    await sellAMonth()
    const identity = await generateX25519Identity()
    const made = await make('copia.age', { BACKUP_RECIPIENT: await identityToRecipient(identity) })
    expect(made.state).toBe(WITHOUT_PLACE ? 'unproven' : 'proven')
    expect(readdirSync(dir)).toEqual(['copia.age'])
    const target = await spare.empty('bare')
    const path = join(dir, 'copia.age')
    await expect(restore(target, path, { replace: false })).rejects.toThrow('está cifrada')
    const { counts } = await restore(target, path, { replace: false, backupIdentity: identity })
    expect(counts.users).toBeGreaterThan(0)
  })

  test('by a passphrase is proven as it is encrypted', async () => {
    await sellAMonth()
    const made = await make('copia.age', { BACKUP_PASSPHRASE: 'una frase bien larga' })
    expect(made).toMatchObject(
      WITHOUT_PLACE ? { state: 'unproven', message: BACKUP_MESSAGES.unproven } : { state: 'proven' },
    )
    expect(readFileSync(join(dir, 'copia.age'), 'latin1').startsWith('age-encryption.org/v1')).toBe(true)
    expect(existsSync(join(dir, 'copia.age.plain'))).toBe(false)
  })
})
