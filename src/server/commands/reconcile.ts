import { formatMoment } from '../../domain/format/dates.ts'
import { ConfigError, readConfig } from '../config.ts'
import { type Reconciliation, reconcile } from '../credits/reconcile.ts'
import { describeError } from '../database/describe-error.ts'
import { type Log, openDatabase } from '../database/open.ts'
import { readContents } from '../start/mark.ts'

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

const line = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

const report = ({ balances, licences, isSound }: Reconciliation, timeZone: string): void => {
  const moment = (date: Date | null) => (date === null ? 'sin licencia' : formatMoment(date, timeZone))
  for (const { name, stored, computed, difference } of balances.filter((each) => each.difference !== 0))
    line(`Balance de ${name}: guardado ${stored}, calculado ${computed}, diferencia ${difference}`)
  for (const { name, stored, computed } of licences.differences)
    line(`Vencimiento de ${name}: guardado ${moment(stored)}, calculado ${moment(computed)}`)
  line(`Balances revisados: ${balances.length}. Licencias revisadas: ${licences.checked}.`)
  line(isSound ? 'Todo concuerda.' : 'Hay diferencias.')
}

/** Recomputes the ledger and names every difference; exits with 1 when there is one, or when it can't be done. */
const run = async (): Promise<void> => {
  const demo = process.argv.slice(2).includes('--demo')
  const dataDir = process.env.DATA_DIR || (demo ? './data-demo' : undefined)
  const config = readConfig({ ...process.env, ...(dataDir ? { DATA_DIR: dataDir } : {}) })
  const database = await openDatabase({ ...config, log: silent })
  try {
    if ((await readContents(database.db)) === 'empty') throw new ConfigError('La base de datos está vacía.')
    const found = await reconcile(database.db)
    report(found, config.timeZone)
    if (!found.isSound) process.exitCode = 1
  } finally {
    await database.close()
  }
}

/** The innermost reason: a failed statement is not shown with the keys of everybody that it asked for. */
const reasonOf = (error: unknown): string => {
  const { message, cause } = describeError(error) ?? { message: String(error), cause: undefined }
  return cause?.message ?? message
}

run().catch((error) => {
  process.stderr.write(`No se pudo conciliar: ${reasonOf(error)}\n`)
  process.exitCode = 1
})
