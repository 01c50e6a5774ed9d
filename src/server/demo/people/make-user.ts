import { isSubscriber, type Role } from '../../../domain/access/permissions.ts'
import { platformLabel } from '../../../domain/settings/platforms.ts'
import { DAY, earlier, HOUR, later, shift } from '../clock.ts'
import type { DemoUser } from '../person.ts'
import { createRandom, idAt, type Random } from '../random.ts'
import { comment, contact } from './contacts.ts'
import { device } from './devices.ts'

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

/** Last sign-in: viewers before their licence ended, others in the last days. */
function lastSeen(person: Person, now: Date, random: Random): Date | null {
  if (!isSubscriber(person.role)) {
    if (person.status === 'disable') return shift(person.dateCreate, random.integer(1, 90) * DAY)
    return later(shift(now, -random.integer(HOUR, 6 * DAY)), shift(person.dateCreate, HOUR))
  }
  if (!person.dateExpire || random.chance(0.06)) return null
  const end = earlier(now, person.dateExpire).getTime()
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
      ...contact(random),
      comment: subscriber ? comment(random) : '',
      mailNotify: random.chance(0.4),
      profile: profileId(surroundings, person.profile),
      platform,
      useTvList: subscriber && random.chance(0.3),
      status: person.status ?? 'enable',
    },
    createdBy: person.createdBy,
    creditToResell: 0,
    dateExpire: person.dateExpire ?? null,
    device: subscriber && lastLogin && !random.chance(0.12) ? device(platform, random) : null,
    views: subscriber && lastLogin ? Math.ceil(months * random.integer(2, 30)) : 0,
    lastLogin,
    ...lastEdit(person, now, random),
    dateCreate: person.dateCreate,
  }
}
