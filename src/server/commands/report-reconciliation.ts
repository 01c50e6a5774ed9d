import { formatMoment } from '../../domain/format/dates.ts'
import { reconcile } from '../features/credits/reconcile.ts'
import type { Db } from '../platform/database/open.ts'
import { say } from './command-line.ts'

/** Recomputes the ledger and names every difference; the process exits with 1 when there is one. */
export const reportReconciliation = async (db: Db, timeZone: string): Promise<void> => {
  const { balances, licences, sums, isSound } = await reconcile(db)
  const moment = (date: Date | null) => (date === null ? 'sin licencia' : formatMoment(date, timeZone))
  for (const { name, stored, computed, difference } of balances.filter((each) => each.difference !== 0))
    say(`Balance de ${name}: guardado ${stored}, calculado ${computed}, diferencia ${difference}`)
  for (const { name, stored, computed } of licences.differences)
    say(`Vencimiento de ${name}: guardado ${moment(stored)}, calculado ${moment(computed)}`)
  const amount = ({ transactions, total }: (typeof sums.differences)[number]['stored']) =>
    `${transactions} por ${total.toFixed(2)}`
  for (const { period, userCreatedName, type, stored, computed } of sums.differences)
    say(
      `Suma de ${[period, userCreatedName, type].filter(Boolean).join(', ')}: guardado ${amount(stored)}, calculado ${amount(computed)}`,
    )
  say(
    `Balances revisados: ${balances.length}. Licencias revisadas: ${licences.checked}. Sumas revisadas: ${sums.checked}.`,
  )
  say(isSound ? 'Todo concuerda.' : 'Hay diferencias.')
  if (!isSound) process.exitCode = 1
}
