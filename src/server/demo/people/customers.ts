import { extendedExpiry, type Period, reducedExpiry } from '../../../domain/credits/transaction.ts'
import { dayOf, startOfDay } from '../../../domain/format/dates.ts'
import { demoExpiry } from '../../../domain/users/creation.ts'
import { DAY, earlier, HOUR, MINUTE, shift } from '../clock.ts'
import type { Random } from '../random.ts'
import { type DemoTransaction, monthsOf, type Term, termsUntil } from './ledger.ts'
import { type DemoUser, makeUser, type Person, type Surroundings } from './make-user.ts'

/** Period of the demo's customers. */
export interface Moment {
  now: Date
  /** Date of the first customers. */
  since: Date
  timeZone: string
}

/** A group of licences by the day of their end, relative to today. */
interface Kind {
  customers: number
  /** First and last day of the expiry; null: never sold. */
  days: readonly [number, number] | null
  /** A month is credited or refunded after the last sale. */
  adjusted?: boolean
}

/** Covers all states shown by lists and alerts. */
const KINDS: readonly Kind[] = [
  { customers: 8, days: [0, 0] },
  { customers: 4, days: [1, 1] },
  { customers: 10, days: [3, 3] },
  { customers: 12, days: [7, 7] },
  { customers: 14, days: [15, 15] },
  { customers: 16, days: [30, 30] },
  { customers: 206, days: [8, 330] },
  { customers: 58, days: [-60, -1] },
  { customers: 50, days: [-900, -61] },
  { customers: 30, days: [-20, 300], adjusted: true },
  { customers: 10, days: null },
]

export interface Licence {
  terms: Term[]
  adjusted: boolean
  /** Expires within a week, or did in the last one. */
  isDue: boolean
}

/** An instant between 8:00 and 22:00 of a day; for today, one in the future. */
function randomInstant(day: number, { now, timeZone }: Moment, random: Random): Date {
  const midnight = shift(startOfDay(dayOf(now, timeZone), timeZone), day * DAY)
  if (day !== 0) return shift(midnight, random.integer(8 * HOUR, 22 * HOUR))
  const left = midnight.getTime() + DAY - now.getTime()
  return shift(now, Math.floor(left * (0.5 + random.next() * 0.45)))
}

export function planLicences(moment: Moment, random: Random): Licence[] {
  const licences = KINDS.flatMap(({ customers, days, adjusted = false }) =>
    Array.from({ length: customers }, (): Licence => {
      if (days === null) return { terms: [], adjusted: false, isDue: false }
      const day = random.integer(...days)
      const end = randomInstant(day, moment, random)
      return { terms: termsUntil(end, moment, random), adjusted, isDue: !adjusted && Math.abs(day) < 7 }
    }),
  )
  return random.sample(licences, licences.length)
}

/** Creation date: shortly before the first sale, or up to 300 days ago without one. */
export function entryDate({ terms: [first] }: Licence, { now }: Moment, random: Random): Date {
  return first
    ? shift(first.date, -random.integer(2 * MINUTE, 25 * MINUTE))
    : shift(now, -random.integer(DAY, 300 * DAY))
}

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

/** A demo user with the CREDIT that grants its hours (rule U15). */
export function makeDemo(person: CustomerPerson, surroundings: Surroundings): Customer {
  const { dateCreate: date, createdBy: by } = person
  const dateExpire = demoExpiry(date, { demoHours: 2 })
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
