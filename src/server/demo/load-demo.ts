import { sql } from 'drizzle-orm'
import { PLATFORMS } from '../../domain/settings/platforms.ts'
import { nextPosting } from '../features/credits/ledger.ts'
import { DEMO_PASSWORD } from '../features/sign-in/demo-logins.ts'
import { hashPassword } from '../features/sign-in/passwords.ts'
import { profileKey } from '../features/users/profile-record.ts'
import type { Tx } from '../platform/database/open.ts'
import { licenseTransactions } from '../platform/database/schema/credits.ts'
import { settings } from '../platform/database/schema/settings.ts'
import { balances, licences, profiles, users } from '../platform/database/schema/users.ts'
import type { Context } from '../platform/http/context.ts'
import { loadAudit } from './audit.ts'
import { DAY, shift } from './clock.ts'
import { loadCatalogue } from './contents/load-catalogue.ts'
import { loadLinkHealth } from './link-health.ts'
import { loadOutbox } from './outbox.ts'
import { composePeople } from './people/compose-people.ts'
import type { DemoUser } from './people/make-user.ts'
import { demoProfiles } from './people/profiles.ts'
import { transactionRow, userRow } from './people/rows.ts'
import { loadPublications } from './publications.ts'
import { createRandom } from './random.ts'
import { firstDemoSettings } from './settings.ts'
import { loadStaffActions } from './staff-actions.ts'
import { loadSupport } from './support/load-support.ts'

/** Rows per insert: PostgreSQL takes 65,535 parameters, and memory use stays low. */
const BATCH = 200

/** Age of the oldest customers and films. */
const DAYS_OF_SERVICE = 1280

/**
 * Fills a database that already has profiles and settings with the demo's data, dated up to now. All or nothing. Each
 * part is composed of `data/` and of a generator of its own, and reads what the parts before it have stored.
 */
export async function loadDemo(context: Context): Promise<void> {
  const { db, config } = context
  const now = context.now()
  const since = shift(now, -DAYS_OF_SERVICE * DAY)
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  await db.transaction(async (tx) => {
    await tx.update(settings).set({ value: firstDemoSettings(), dateUpdate: since })
    const profileIds = await insertProfiles(tx, since)
    const platforms = config.platforms ?? PLATFORMS
    await insertPeople(
      tx,
      { now, since, timeZone: config.timeZone, platforms, profiles: profileIds },
      passwordHash,
    )
    await loadCatalogue(tx, { now, since })
    await loadPublications(tx, now)
    await loadLinkHealth(tx, now)
    await loadSupport(tx, { now, timeZone: config.timeZone })
    await loadAudit(tx, now)
    await loadStaffActions(tx, context)
    await loadOutbox(tx, now)
  })
}

async function insertProfiles(tx: Tx, date: Date): Promise<Map<string, string>> {
  const rows = demoProfiles().map((profile) => ({
    ...profile,
    nameKey: profileKey(profile.name),
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
  for (const batch of batches(people.users)) {
    await tx.insert(users).values(batch.map((user) => userRow(user, passwordHash)))
    await insertHoldings(tx, batch)
  }
  const random = createRandom('transactions')
  // In order of date, because the database numbers references in order of insertion.
  for (const batch of batches(people.transactions))
    await tx
      .insert(licenseTransactions)
      .values(batch.map((each) => ({ ...transactionRow(each, world.now, random), posting: nextPosting })))
}

async function insertHoldings(tx: Tx, people: readonly DemoUser[]): Promise<void> {
  const held = people.filter(({ creditToResell }) => creditToResell > 0)
  if (held.length > 0)
    await tx
      .insert(balances)
      .values(held.map(({ id, creditToResell }) => ({ _id: id, months: creditToResell })))
  const ends = people.flatMap(({ id, dateExpire }) => (dateExpire ? [{ id, end: dateExpire }] : []))
  await tx.execute(sql`
    update ${licences} set date_expire = "end"
    from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as ends (id text, "end" timestamptz) where _id = id`)
}

function* batches<T>(items: readonly T[]): Generator<T[]> {
  for (let start = 0; start < items.length; start += BATCH) yield items.slice(start, start + BATCH)
}
