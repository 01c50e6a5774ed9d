import { eq, isNull, type SQL, sql } from 'drizzle-orm'
import { isReseller, roleOf } from '../../../domain/access/permissions.ts'
import { fold } from '../../../domain/format/text.ts'
import { toNameKey } from '../../../domain/sign-in/sign-in.ts'
import type { StoredUser, UserImportTerms } from '../../../domain/users/import.ts'
import type { LicenceOrigin } from '../../../domain/users/import-licence.ts'
import type { Seller } from '../../../domain/users/import-sellers.ts'
import { principalOf } from '../../../domain/users/profile-rules.ts'
import type { UserInput } from '../../../domain/users/user.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { inScope } from '../../platform/auth/scope.ts'
import type { Tx } from '../../platform/database/open.ts'
import { batches, batchRecords } from '../../platform/database/schema/batches.ts'
import { licenseTransactions } from '../../platform/database/schema/credits.ts'
import {
  balanceMonths,
  balances,
  licences,
  type ProfileRow,
  profiles,
  type UserRow,
  users,
} from '../../platform/database/schema/users.ts'
import type { ImportStep } from '../../platform/imports/import-work.ts'
import { currentSettings } from '../../platform/settings/read-settings.ts'
import { countDemosToday } from './grant-demo.ts'
import { platformsOf } from './user-checks.ts'

/** Also the ids of the profiles with web access, and of the demo's. */
export type Terms = UserImportTerms & {
  web: ReadonlySet<string>
  demos: ReadonlySet<string>
  /** Whether the importer creates at most some demos in a day. */
  hasDemoLimit: boolean
}

/** Reads the settings for the import, and which of the named resellers may be given customers. */
export const readTerms = async (
  { tx, context, days }: Pick<ImportStep, 'tx' | 'context' | 'days'>,
  currentUser: CurrentUser,
  sellers: SQL,
): Promise<Terms> => {
  const settings = await currentSettings(tx)
  const hasDemoLimit = isReseller(currentUser.role) && settings.demosPerDay > 0
  const known = await tx.select().from(profiles)
  const found = await tx
    .select({ _id: users._id, nameKey: users.nameKey, profile: users.profile })
    .from(users)
    .where(sql`${sellers} and ${inScope(tx, currentUser)}`)
  const roles = new Map(known.map((each) => [each._id, roleOf(each)]))
  return {
    importer: currentUser,
    settings,
    hasDemoLimit,
    demosToday: hasDemoLimit ? await countDemosToday(tx, currentUser.id, context) : 0,
    platforms: platformsOf(context.config),
    timeZone: context.config.timeZone,
    now: context.now(),
    profiles: new Map(
      known.map((each) => [fold(each.name), { _id: each._id, principal: principalOf(each) }]),
    ),
    sellers: new Map([
      ...found.flatMap(({ _id, nameKey, profile }): [string, Seller][] => {
        const role = roles.get(profile)
        return role && isReseller(role) ? [[nameKey, { id: _id, role }]] : []
      }),
      [toNameKey(currentUser.name), { id: currentUser.id, role: currentUser.role }],
    ]),
    fileSellers: new Map(),
    days,
    web: new Set(known.flatMap(({ _id, accessWeb }) => (accessWeb ? [_id] : []))),
    demos: new Set(known.flatMap((each) => (roleOf(each) === 'demo' ? [each._id] : []))),
  }
}

/** For as long as an import can be undone. */
const isCreatedByImport = sql`exists (
  select from ${batchRecords} join ${batches} on ${batches._id} = ${batchRecords.batch}
  where ${batchRecords.record} = ${users._id} and ${batchRecords.state} = 'done' and ${batchRecords.before} is null
    and ${batches.action} = 'import')`

export interface FoundUser extends StoredUser {
  row: UserRow
  profile: ProfileRow
}

/**
 * Whether the newest transaction of a user is that of an import, or none since an import created the user. The key of an
 * import's transaction names its batch (`batchKey`).
 */
const licenceOrigin = sql<LicenceOrigin>`(
  with own as materialized (
    select ${licenseTransactions.posting} as posting, exists (
      select from ${batches} where ${batches.action} = 'import'
        and ${batches._id} = split_part(${licenseTransactions.idempotencyKey}, E'\\n\\n', 1)) as is_imported
    from ${licenseTransactions}
    where ${licenseTransactions.userLicensed} = ${users._id} and ${licenseTransactions.status} = 'PROCESSED')
  select case
    when coalesce((select is_imported from own order by posting desc limit 1), ${isCreatedByImport}) then 'import'
    when (select bool_or(is_imported) from own) or ${isCreatedByImport} then 'changed'
    else 'other' end)`

/** Existing users, with the data needed for the rules of an edit. */
export const storedUsers = async (tx: Tx, currentUser: CurrentUser, condition: SQL): Promise<FoundUser[]> => {
  const isOwn = sql`${users._id} = ${currentUser.id}`
  const found = await tx
    .select({
      row: users,
      profile: profiles,
      dateExpire: licences.dateExpire,
      creditToResell: balanceMonths,
      origin: licenceOrigin,
      isVisible: sql<boolean>`${isOwn} or coalesce(${inScope(tx, currentUser)}, false)`,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles._id, users.profile))
    .leftJoin(licences, eq(licences._id, users._id))
    .leftJoin(balances, eq(balances._id, users._id))
    .where(sql`${condition} and ${isNull(users.deletedAt)}`)
  return found.map(({ row, profile, ...found }) => ({
    ...found,
    row,
    profile,
    profileName: profile.name,
    seller: row.createdBy,
    person: { id: row._id, ...principalOf(profile) },
    values: rowTexts(row),
  }))
}

const rowTexts = ({
  name,
  fullName,
  email,
  address,
  telePhone,
  celPhone,
  comment,
  ...row
}: UserRow): UserInput => {
  const { mailNotify, profile, platform, useTvList, status } = row
  const texts = { name, fullName, email, address, telePhone, celPhone, comment }
  return { ...texts, mailNotify, profile, platform, useTvList, status }
}
