import { isSubscriber, type Role } from '../../../domain/access/permissions.ts'
import { fold } from '../../../domain/format/text.ts'
import { platformLabel } from '../../../domain/settings/platforms.ts'
import type { Device, UserInput } from '../../../domain/users/user.ts'
import { DAY, earlier, HOUR, later, MINUTE, shift } from '../clock.ts'
import { PEOPLE } from '../fixtures.ts'
import { createRandom, idAt, type Random } from '../random.ts'

/** A demo user: the fields that an operator enters, and the columns that the server derives. */
export interface DemoUser {
  id: string
  role: Role
  /** Fits `userSchema`. */
  input: UserInput
  /** The reseller or administrator who created the user; null for the very first user. */
  createdBy: DemoUser | null
  creditToResell: number
  dateExpire: Date | null
  device: Device | null
  views: number
  lastLogin: Date | null
  userUpdate: string
  dateCreate: Date
  dateUpdate: Date
}

/** Context of all users. */
export interface Surroundings {
  now: Date
  platforms: readonly string[]
  /** Ids of profiles by their name. */
  profiles: ReadonlyMap<string, string>
}

/** Facts that determine a user. */
export interface Person {
  name: string
  fullName: string
  role: Role
  profile: string
  createdBy: DemoUser | null
  dateCreate: Date
  /** Date of the last sale; the last sign-in is later. */
  lastSale?: Date
  dateExpire?: Date | null
  status?: 'enable' | 'disable'
}

/** Deterministic: the same name gives the same user. */
export function makeUser(person: Person, surroundings: Surroundings): DemoUser {
  const { now, platforms } = surroundings
  const random = createRandom(`person ${person.name}`)
  const lastLogin = lastSeen(person, now, random)
  const platform = pickPlatform(person, platforms, random)
  const subscriber = isSubscriber(person.role)
  const months = lastLogin ? (lastLogin.getTime() - person.dateCreate.getTime()) / (30 * DAY) : 0
  return {
    id: idAt(person.dateCreate, random),
    role: person.role,
    input: {
      name: person.name,
      fullName: person.fullName,
      email: makeEmail(person, random),
      ...makeContact(random),
      comment: subscriber && random.chance(0.22) ? random.pick(PEOPLE.comments) : '',
      mailNotify: random.chance(0.4),
      profile: profileId(surroundings, person.profile),
      platform,
      useTvList: subscriber && random.chance(0.3),
      status: person.status ?? 'enable',
    },
    createdBy: person.createdBy,
    creditToResell: 0,
    dateExpire: person.dateExpire ?? null,
    device: subscriber && lastLogin && !random.chance(0.12) ? makeDevice(platform, random) : null,
    views: subscriber && lastLogin ? Math.ceil(months * random.integer(2, 30)) : 0,
    lastLogin,
    ...lastEdit(person, now, random),
    dateCreate: person.dateCreate,
  }
}

/** Last sign-in: viewers before their licence ended, and some minutes ago at the latest, others in the last days. */
function lastSeen(person: Person, now: Date, random: Random): Date | null {
  if (!isSubscriber(person.role)) {
    if (person.status === 'disable') return shift(person.dateCreate, random.integer(1, 90) * DAY)
    return later(shift(now, -random.integer(HOUR, 6 * DAY)), shift(person.dateCreate, HOUR))
  }
  if (!person.dateExpire || random.chance(0.06)) return null
  const end = earlier(shift(now, -random.integer(3, 240) * MINUTE), person.dateExpire).getTime()
  const start = (person.lastSale ?? person.dateCreate).getTime()
  return end > start ? new Date(Math.floor(end - (end - start) * random.next() ** 4)) : null
}

const profileId = ({ profiles }: Surroundings, name: string): string => {
  const id = profiles.get(name)
  if (id === undefined) throw new Error(`The demo has no profile ${name}`)
  return id
}

function pickPlatform(person: Person, platforms: readonly string[], random: Random): string {
  const web = platforms.find((platform) => platformLabel(platform).includes('web')) ?? random.pick(platforms)
  return isSubscriber(person.role) ? random.pick(platforms) : web
}

/** Last edit; 70 % of the records have none. */
function lastEdit(
  { dateCreate, createdBy }: Person,
  now: Date,
  random: Random,
): Pick<DemoUser, 'dateUpdate' | 'userUpdate'> {
  const edited = shift(dateCreate, random.integer(DAY, 200 * DAY))
  return createdBy && edited < now && random.chance(0.3)
    ? { dateUpdate: edited, userUpdate: createdBy.input.name }
    : { dateUpdate: dateCreate, userUpdate: '' }
}

const makeEmail = (person: Person, random: Random): string => {
  if (!isSubscriber(person.role)) return `${person.name}@cartelera.example`
  return random.chance(0.75) ? `${person.name}@${random.pick(['correo', 'buzon', 'familia'])}.example` : ''
}

/** Address and telephones; the numbers are of the range reserved for fiction (555-01xx). */
function makeContact(random: Random): Pick<UserInput, 'address' | 'telePhone' | 'celPhone'> {
  const [home, ...abroad] = PEOPLE.regions
  const { streets, places, areas } = home && random.chance(0.88) ? home : random.pick(abroad)
  const flat = random.chance(0.25) ? `, Apto. ${random.integer(1, 8)}${random.pick(['A', 'B', 'C'])}` : ''
  const number = () => {
    const area = random.pick(areas)
    const last = `01${String(random.integer(0, 99)).padStart(2, '0')}`
    return random.pick([`(${area}) 555-${last}`, `${area}-555-${last}`, `+1 ${area} 555 ${last}`])
  }
  return {
    address: `${random.pick(streets)} No. ${random.integer(1, 240)}${flat}, ${random.pick(places)}`,
    telePhone: random.chance(0.4) ? number() : '',
    celPhone: random.chance(0.9) ? number() : '',
  }
}

const hexByte = (random: Random): string => random.integer(0, 255).toString(16).toUpperCase().padStart(2, '0')

/** A plausible device of a platform, with a locally administered MAC address. */
function makeDevice(platform: string, random: Random): Device {
  const own = PEOPLE.devices.filter((each) => each.platform !== '' && platform.includes(each.platform))
  const others = PEOPLE.devices.filter((each) => each.platform === '')
  const { sdks, model, product, description } = random.pick(own.length > 0 ? own : others)
  return {
    macAddress: ['02', ...Array.from({ length: 5 }, () => hexByte(random))].join(':'),
    sdkVersion: random.pick(sdks),
    appVersion: random.pick(['3.1.0', '3.2.1', '3.2.1', '3.4.0']),
    ...{ model, product, description },
  }
}

/** A Dominican full name with two surnames. */
export function fullName(random: Random): string {
  const isWoman = random.chance(0.5)
  const given = random.pick(isWoman ? PEOPLE.women : PEOPLE.men)
  const seconds = isWoman ? PEOPLE.secondNamesOfWomen : PEOPLE.secondNamesOfMen
  const second = random.chance(0.3) ? random.pick(seconds) : given
  const names = second === given ? given : `${given} ${second}`
  return `${names} ${random.sample(PEOPLE.surnames, 2).join(' ')}`
}

/** Derives unique user names from full names. */
export function createUserNames(taken: readonly string[]): (full: string, random: Random) => string {
  const used = new Set(taken)
  return (full, random) => {
    const words = fold(full)
      .split(' ')
      .filter((word) => !/^(?:de|la|los|del)$/.test(word))
    const given = words[0] ?? 'usuario'
    const surname = words.at(-2) ?? 'cliente'
    const year = random.integer(60, 99)
    const ways = [
      `${given}.${surname}`,
      `${given.charAt(0)}${surname}`,
      `${given}${surname}${year}`,
      `${given}_${surname}${random.integer(1, 999)}`,
    ]
    const start = random.integer(0, 2)
    const name =
      [...ways.slice(start), ...ways].find((way) => !used.has(way)) ?? `${given}.${surname}.${used.size}`
    used.add(name)
    return name
  }
}
