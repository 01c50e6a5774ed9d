import { extendedExpiry, type Period, reducedExpiry } from '../../../domain/credits/transaction.ts'
import { demoExpiry } from '../../../domain/users/creation.ts'
import { DAY, earlier, HOUR, MINUTE, shift } from '../clock.ts'
import { type DemoTransaction, monthsOf } from '../ledger/transaction.ts'
import type { DemoUser } from '../person.ts'
import type { Random } from '../random.ts'
import type { Licence } from './licences.ts'
import { makeUser, type Person, type Surroundings } from './make-user.ts'

export interface Customer {
  user: DemoUser
  transactions: DemoTransaction[]
}

type LicenceTransaction = Pick<DemoTransaction, 'type' | 'period' | 'count' | 'date' | 'description'>

const sold = (months: number, random: Random): { period: Period; count: number } =>
  months === 12 && random.chance(0.7) ? { period: 'AÑOS', count: 1 } : { period: 'MESES', count: months }

/** A month credited or refunded between the last sale and now. */
function adjustment(last: LicenceTransaction, end: Date, now: Date, random: Random): LicenceTransaction {
  const until = earlier(now, end).getTime()
  const between = last.date.getTime() + (until - last.date.getTime()) * (0.1 + 0.8 * random.next())
  const date = new Date(Math.floor(between))
  return monthsOf(last) > 1 && random.chance(0.5)
    ? { type: 'REFUND', period: 'MESES', count: 1, date, description: 'Devolución acordada con el cliente' }
    : { type: 'CREDIT', period: 'MESES', count: 1, date, description: 'Compensación por fallas del servicio' }
}

/** Adds to each transaction the expiry before and after it. */
function withExpiry(
  transactions: readonly LicenceTransaction[],
): (LicenceTransaction & Pick<DemoTransaction, 'dateExpire' | 'newDateExpire'>)[] {
  let dateExpire: Date | null = null
  return transactions.map((transaction) => {
    const move = transaction.type === 'REFUND' ? reducedExpiry : extendedExpiry
    const newDateExpire = move(dateExpire, monthsOf(transaction), transaction.date)
    const recorded = { ...transaction, dateExpire, newDateExpire }
    dateExpire = newDateExpire
    return recorded
  })
}

function composeTransactions(licence: Licence, now: Date, random: Random): LicenceTransaction[] {
  const sales = licence.terms.map(
    ({ date, months }, index): LicenceTransaction => ({
      type: 'SALE',
      ...sold(months, random),
      date,
      description: index === 0 ? 'Primera venta' : random.pick(['', '', 'Renovación']),
    }),
  )
  const last = sales.at(-1)
  const end = withExpiry(sales).at(-1)?.newDateExpire
  return licence.adjusted && last && end ? [...sales, adjustment(last, end, now, random)] : sales
}

type CustomerPerson = Omit<Person, 'role' | 'profile' | 'createdBy' | 'lastSale' | 'dateExpire'> & {
  createdBy: DemoUser
}

/** `admin` makes credits and refunds, which resellers may not. */
export function makeCustomer(
  person: CustomerPerson,
  licence: Licence,
  admin: DemoUser,
  surroundings: Surroundings,
  random: Random,
): Customer {
  const history = withExpiry(composeTransactions(licence, surroundings.now, random))
  const last = history.at(-1)
  const user = makeUser(
    {
      ...person,
      role: 'app',
      profile: 'app',
      dateExpire: last?.newDateExpire ?? null,
      ...(last ? { lastSale: last.date } : {}),
    },
    surroundings,
  )
  const transactions = history.map((transaction) => ({
    ...transaction,
    by: transaction.type === 'SALE' ? person.createdBy : admin,
    to: user,
  }))
  return { user, transactions }
}

/** Creation dates of demo users: one in six is still active, the others expired in the last three months. */
export const demoEntries = (count: number, now: Date, random: Random): Date[] =>
  Array.from({ length: count }, (_, index) =>
    index % 6 === 2
      ? shift(now, -random.integer(5 * MINUTE, 100 * MINUTE))
      : shift(now, -random.integer(3 * HOUR, 90 * DAY)),
  )

/** A demo user with the CREDIT that grants its two hours (rule U15). */
export function makeDemo(person: CustomerPerson, surroundings: Surroundings): Customer {
  const { dateCreate: date, createdBy: by } = person
  const dateExpire = demoExpiry(date)
  const user = makeUser({ ...person, role: 'demo', profile: 'demo', dateExpire }, surroundings)
  const grant: DemoTransaction = {
    by,
    to: user,
    type: 'CREDIT',
    period: 'MESES',
    count: 0,
    date,
    description: '',
    dateExpire: null,
    newDateExpire: dateExpire,
  }
  return { user, transactions: [grant] }
}
