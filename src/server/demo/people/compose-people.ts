import { DAY, earlier, shift } from '../clock.ts'
import { PEOPLE } from '../fixtures.ts'
import { createRandom, type Random } from '../random.ts'
import {
  type Customer,
  demoEntries,
  entryDate,
  type Licence,
  type Moment,
  makeCustomer,
  makeDemo,
  planLicences,
} from './customers.ts'
import { type DemoTransaction, fund, monthsOf, type Spending } from './ledger.ts'
import { createUserNames, type DemoUser, fullName, makeUser, type Surroundings } from './make-user.ts'
import { planResellers, type ResellerPlan } from './resellers.ts'

const DEMOS = 37
const DUE_OF_AGENT = 7

type Entry = { name: string; fullName: string; date: Date; licence: Licence | null }
type World = Moment & Surroundings
type NameGenerator = (full: string, random: Random) => string

/** All users, and all transactions between them, oldest first. */
export interface People {
  users: DemoUser[]
  transactions: DemoTransaction[]
}

function makeMembers(world: World, random: Random): DemoUser[] {
  const users: DemoUser[] = []
  for (const { name, fullName, profile } of PEOPLE.staff) {
    const [sa = null] = users
    const age = sa ? random.integer(1500, 1650) : 1800
    users.push(
      makeUser(
        {
          name,
          fullName,
          profile,
          role: profile === 'sa' ? 'sa' : 'admin',
          createdBy: sa,
          dateCreate: shift(world.now, -age * DAY),
          status: name === 'catalogo3' ? 'disable' : 'enable',
        },
        world,
      ),
    )
  }
  return users
}

/** Distributes customers and demo users among the resellers; the administrators' are under the key ''. */
function shareOut(
  plans: readonly ResellerPlan[],
  createName: NameGenerator,
  world: World,
  random: Random,
): Map<string, Entry[]> {
  const entry = (date: Date, licence: Licence | null): Entry => {
    const full = fullName(random)
    return { name: createName(full, random), fullName: full, date, licence }
  }
  const customers = planLicences(world, random).map((licence) =>
    entry(entryDate(licence, world, random), licence),
  )
  const demos = demoEntries(DEMOS, world.now, random).map((date) => entry(date, null))
  // The agent of the demo has customers to call.
  const due = customers.filter(({ licence }) => licence?.isDue).slice(0, DUE_OF_AGENT)
  const others = customers.filter((each) => !due.includes(each))
  const shares = plans.map((plan): [string, Entry[]] => {
    const own = plan.name === 'agente' ? due : []
    const rest = others.splice(0, plan.customers - own.length)
    return [plan.name, [...own, ...rest, ...demos.splice(0, plan.demos)]]
  })
  return new Map([...shares, ['', [...others, ...demos]]])
}

/** Creation date of a reseller: before its first customer. */
function arrival(plan: ResellerPlan, plans: readonly ResellerPlan[], shares: Map<string, Entry[]>): Date {
  const random = createRandom(`arrival ${plan.name}`)
  const ownDates = (shares.get(plan.name) ?? []).map(({ date }) => date)
  const agents = plans.filter(({ parent }) => parent === plan.name)
  const first = [...ownDates, ...agents.map((agent) => arrival(agent, plans, shares))].reduce(earlier)
  return shift(first, -random.integer(5 * DAY, 40 * DAY))
}

function makeResellers(
  plans: readonly ResellerPlan[],
  shares: Map<string, Entry[]>,
  admins: readonly DemoUser[],
  world: World,
  random: Random,
): Map<string, DemoUser> {
  const made = new Map<string, DemoUser>()
  const superagentsFirst = [...plans].sort((a, b) => b.role.localeCompare(a.role))
  for (const plan of superagentsFirst) {
    const { name, fullName, role, parent } = plan
    const createdBy = (parent === null ? undefined : made.get(parent)) ?? random.pick(admins)
    const dateCreate = arrival(plan, plans, shares)
    const status = plan.balance === 2 ? 'disable' : 'enable'
    made.set(name, makeUser({ name, fullName, role, profile: role, createdBy, dateCreate, status }, world))
  }
  return made
}

function makeCustomers(
  entries: readonly Entry[],
  seller: () => DemoUser,
  admins: readonly DemoUser[],
  world: World,
  random: Random,
): Customer[] {
  return entries.map(({ name, fullName, date: dateCreate, licence }) => {
    const person = { name, fullName, dateCreate, createdBy: seller() }
    if (!licence) return makeDemo(person, world)
    const status = random.chance(0.06) ? 'disable' : 'enable'
    return makeCustomer({ ...person, status }, licence, random.pick(admins), world, random)
  })
}

const listSpendings = (user: DemoUser, transactions: readonly DemoTransaction[]): Spending[] =>
  transactions
    .filter(({ by, type }) => by === user && (type === 'SALE' || type === 'TRANSFER'))
    .map((transaction) => ({ date: transaction.date, months: monthsOf(transaction) }))

/** Funds the balances that resellers spent; agents first, since superagents transfer to them. */
function fundResellers(
  plans: readonly ResellerPlan[],
  resellers: Map<string, DemoUser>,
  transactions: DemoTransaction[],
  admins: readonly DemoUser[],
  { now }: World,
): void {
  for (const plan of [...plans].sort((a, b) => a.role.localeCompare(b.role))) {
    const user = resellers.get(plan.name)
    if (!user) continue
    const random = createRandom(`funding ${plan.name}`)
    const spendings = listSpendings(user, transactions)
    const fundings = fund(spendings, { since: user.dateCreate, now, balance: plan.balance }, random)
    const parent = plan.parent === null ? undefined : resellers.get(plan.parent)
    const admin = random.pick(admins)
    for (const funding of fundings) {
      const by = funding.type === 'TRANSFER' ? (parent ?? admin) : admin
      transactions.push({
        by,
        to: user,
        period: 'MESES',
        description: '',
        dateExpire: null,
        newDateExpire: null,
        ...funding,
      })
      user.creditToResell += funding.type === 'TRANSFER' ? funding.count : -funding.count
    }
    user.creditToResell -= spendings.reduce((sum, { months }) => sum + months, 0)
  }
}

/** Composes staff, resellers, customers, and the transactions between them. */
export function composePeople(world: World): People {
  const random = createRandom('people')
  const createName = createUserNames([...PEOPLE.staff.map(({ name }) => name), 'superagente', 'agente'])
  const plans = planResellers(createName, random)
  const shares = shareOut(plans, createName, world, random)
  const members = makeMembers(world, random)
  const administrator = world.profiles.get('Administrador')
  const admins = members.filter(({ input }) => input.profile === administrator)
  const resellers = makeResellers(plans, shares, admins, world, random)
  const customers = [...shares].flatMap(([name, entries]) =>
    makeCustomers(entries, () => resellers.get(name) ?? random.pick(admins), admins, world, random),
  )
  const transactions = customers.flatMap((customer) => customer.transactions)
  fundResellers(plans, resellers, transactions, admins, world)
  return {
    users: [...members, ...resellers.values(), ...customers.map(({ user }) => user)],
    transactions: transactions.sort((a, b) => a.date.getTime() - b.date.getTime()),
  }
}
