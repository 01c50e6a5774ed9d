import { formatMoment } from '../../domain/format/dates.ts'
import { reconcile } from '../features/credits/reconcile.ts'
import type { Database } from '../platform/database/open.ts'
import { say } from './command-line.ts'

/** Reconciles the ledger and prints the differences; the process exits with 1 if there are any. */
export const reportReconciliation = async (
  database: Database,
  timeZone: string,
  { isFull }: { isFull: boolean },
): Promise<void> => {
  const result = await reconcile(database, { isFull })
  const { balances, licences, sums, different, isSound, since, transactions } = result
  const moment = (date: string) => formatMoment(new Date(date), timeZone)
  const expiry = (date: string | null) => (date === null ? 'sin licencia' : moment(date))
  for (const { name, stored, computed, difference } of balances.differences)
    say(`Balance de ${name}: guardado ${stored}, calculado ${computed}, diferencia ${difference}`)
  for (const { name, stored, computed } of licences.differences)
    say(`Vencimiento de ${name}: guardado ${expiry(stored)}, calculado ${expiry(computed)}`)
  const amount = ({ transactions, total }: (typeof sums.differences)[number]['stored']) =>
    total === 0 ? `${transactions}` : `${transactions} por ${total.toFixed(2)}`
  for (const { period, userCreatedName, type, stored, computed } of sums.differences)
    say(
      `Suma de ${[period, userCreatedName, type].filter(Boolean).join(', ')}: guardado ${amount(stored)}, calculado ${amount(computed)}`,
    )
  const listed = balances.differences.length + licences.differences.length + sums.differences.length
  if (listed < different) say(`Se muestran ${listed} de ${different} diferencias.`)
  say(
    since === null
      ? `Movimientos leídos: ${transactions}, todos.`
      : `Movimientos leídos: ${transactions}, los nuevos desde la revisión del ${moment(since)}.`,
  )
  say(
    `Balances revisados: ${balances.checked}. Licencias revisadas: ${licences.checked}. Sumas revisadas: ${sums.checked}.`,
  )
  say(isSound ? 'Todo concuerda.' : `Hay diferencias: ${different}.`)
  if (!isSound) process.exitCode = 1
}
