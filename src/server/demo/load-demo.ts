import { PLATFORMS } from '../../domain/users/platforms.ts'
import { categoryCollection } from '../contents/categories.ts'
import type { Tx } from '../database/open.ts'
import { categories, movies } from '../database/schema/contents.ts'
import { licenseTransactions } from '../database/schema/credits.ts'
import { settings } from '../database/schema/settings.ts'
import { profiles, users } from '../database/schema/users.ts'
import type { Context } from '../http/context.ts'
import { hashPassword } from '../users/passwords.ts'
import { profileKeyOf } from '../users/profile-key.ts'
import { demoCategories } from './categories.ts'
import { DAY, shift } from './clock.ts'
import { composeFilms } from './films/compose.ts'
import { sourceFilms } from './films/source.ts'
import { composePeople } from './people/compose.ts'
import { DEMO_PASSWORD } from './people/team.ts'
import { demoProfiles } from './profiles.ts'
import { createRandom, idAt } from './random.ts'
import { filmRow, transactionRow, userRow } from './rows.ts'
import { DEMO_MAILS, demoSettings } from './settings.ts'

/** Rows of one statement: an engine takes 65,535 parameters, and memory stays low. */
const BATCH = 200

/** Since when the demo's service has customers, and films. */
const DAYS_OF_SERVICE = 1280

const CATALOGUER = 'catalogo'

/**
 * Fills a database that holds what a first start creates (profiles and settings) with the data of the demo, with
 * dates that lead up to now. All or nothing.
 */
export async function loadDemo({ db, config, now: clock }: Context): Promise<void> {
  const now = clock()
  const since = shift(now, -DAYS_OF_SERVICE * DAY)
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  await db.transaction(async (tx) => {
    await tx.update(settings).set({ value: demoSettings(), dateUpdate: now })
    const profileIds = await insertProfiles(tx, since)
    const platforms = config.platforms ?? PLATFORMS
    await insertPeople(
      tx,
      { now, since, timeZone: config.timeZone, platforms, profiles: profileIds },
      passwordHash,
    )
    const categoryIds = await insertCategories(tx, since)
    await insertFilms(tx, { now, since, mails: DEMO_MAILS, categories: categoryIds })
  })
}

/** Adds the demo's profiles and gives the ids of all of them by name. */
async function insertProfiles(tx: Tx, date: Date): Promise<Map<string, string>> {
  const rows = demoProfiles().map((profile) => ({
    ...profile,
    nameKey: profileKeyOf(profile.name),
    dateCreate: date,
    dateUpdate: date,
  }))
  await tx.insert(profiles).values(rows)
  const all = await tx.select({ id: profiles._id, name: profiles.name }).from(profiles)
  return new Map(all.map(({ id, name }) => [name, id]))
}

async function insertPeople(
  tx: Tx,
  world: Parameters<typeof composePeople>[0],
  passwordHash: string,
): Promise<void> {
  const people = composePeople(world)
  for (const batch of batches(people.users))
    await tx.insert(users).values(batch.map((user) => userRow(user, passwordHash)))
  const random = createRandom('transactions')
  // In the order of their dates: the references that the database gives follow it.
  for (const batch of batches(people.transactions))
    await tx.insert(licenseTransactions).values(batch.map((each) => transactionRow(each, random)))
}

/** Adds the categories and gives the ids of those of films by name. */
async function insertCategories(tx: Tx, date: Date): Promise<Map<string, string>> {
  const random = createRandom('categories')
  const rows = demoCategories().map((category) => ({
    _id: idAt(date, random),
    ...category,
    ...categoryCollection.derive(category),
    userCreate: CATALOGUER,
    dateCreate: date,
    dateUpdate: date,
  }))
  await tx.insert(categories).values(rows)
  return new Map(rows.filter(({ type }) => type === 'PELICULA').map(({ name, _id }) => [name, _id]))
}

async function insertFilms(tx: Tx, surroundings: Parameters<typeof composeFilms>[1]): Promise<void> {
  let batch: (typeof movies.$inferInsert)[] = []
  const flush = async () => {
    if (batch.length > 0) await tx.insert(movies).values(batch)
    batch = []
  }
  for await (const film of composeFilms(sourceFilms(), surroundings)) {
    batch.push(filmRow(film, CATALOGUER))
    if (batch.length === BATCH) await flush()
  }
  await flush()
}

function* batches<T>(items: readonly T[]): Generator<T[]> {
  for (let start = 0; start < items.length; start += BATCH) yield items.slice(start, start + BATCH)
}
