import { eq, isNull, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { isReseller, roleOf } from '../../../domain/access/permissions.ts'
import { transactionPrice } from '../../../domain/credits/rules.ts'
import { extendedExpiry, IMPORTED_MONTHS } from '../../../domain/credits/transaction.ts'
import { formatDay } from '../../../domain/format/dates.ts'
import { fold, formatReference } from '../../../domain/format/text.ts'
import { IMPORT_MESSAGES } from '../../../domain/imports/import.ts'
import { toNameKey } from '../../../domain/sign-in/sign-in.ts'
import { USER_BULK_MESSAGES } from '../../../domain/users/bulk.ts'
import { demoExpiry } from '../../../domain/users/creation.ts'
import {
  CHANGEABLE,
  changeErrors,
  creationErrors,
  type ImportedUser,
  importedUserSchema,
  MAX_USERS,
  type StoredUser,
  shownValue,
  USER_IMPORT_ENDPOINTS,
  USER_IMPORT_FIELDS,
  type UserImportTerms,
  userVerdict,
} from '../../../domain/users/import.ts'
import { principalOf } from '../../../domain/users/profile-rules.ts'
import type { UserInput } from '../../../domain/users/user.ts'
import { USER_MESSAGES } from '../../../domain/users/user-messages.ts'
import { recordEvents } from '../../platform/audit/audit-log.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { inScope } from '../../platform/auth/scope.ts'
import { isAnyOf, newId } from '../../platform/database/ids.ts'
import type { Tx } from '../../platform/database/open.ts'
import type { Fields } from '../../platform/database/schema/batches.ts'
import { licenseTransactions } from '../../platform/database/schema/credits.ts'
import type { importRows } from '../../platform/database/schema/imports.ts'
import {
  licences,
  type ProfileRow,
  profiles,
  sessions,
  type UserRow,
  users,
} from '../../platform/database/schema/users.ts'
import { updateRows } from '../../platform/database/update-rows.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { editDate } from '../../platform/http/operation.ts'
import {
  type CheckedRow,
  type ChosenRow,
  type ImportStep,
  type ImportWork,
  type NewRow,
  type ReadRow,
  RowsOutdated,
} from '../../platform/imports/import-work.ts'
import { uploadRoutes } from '../../platform/imports/routes.ts'
import type { Sandbox } from '../../platform/sandbox/sandbox.ts'
import { currentSettings } from '../../platform/settings/read-settings.ts'
import type { WrittenRecord } from '../../platform/tasks/batches.ts'
import { nextPosting, transactionNames } from '../credits/ledger.ts'
import { endUserChallenges } from '../sign-in/challenges.ts'
import { hashPassword, strictPasswordError } from '../sign-in/passwords.ts'
import { lockCurrentUser } from './lock-authority.ts'
import { platformsOf } from './user-checks.ts'
import { derivedColumns } from './user-row.ts'

const resource = 'users'

/** Passwords hashed per chunk, which takes about half a second. */
const HASHED_AT_ONCE = 16

/** Imports of users (rules C27, U26; docs/design/ledger.md). */
export const userImports: ImportWork = {
  resource,
  format: 'table',
  mostRows: MAX_USERS,
  givesAccess,
  fields: () => USER_IMPORT_FIELDS,
  check: checkUsers,
  values: valuesOfRows,
  prepare: { rows: HASHED_AT_ONCE, run: hashPasswords },
  write: writeUsers,
}

/** True for rows that create users with web access, or change the status of such users. */
function givesAccess({ record, fields }: typeof importRows): SQL {
  return sql`case when ${record} is null
    then ${fields} #>> '{user,values,profile}' in (select _id from ${profiles} where ${profiles.accessWeb})
    else ${fields} ->> 'status' is not null and ${record} in (select ${users._id} from ${users}
      join ${profiles} on ${profiles._id} = ${users.profile} where ${profiles.accessWeb}) end`
}

/** Endpoints that upload users' files. */
export const importUserRoutes = (app: App, context: Context, sandbox: Sandbox): void =>
  uploadRoutes(app, context, sandbox, USER_IMPORT_ENDPOINTS, userImports)

/** Reads the settings for the import, and which of the named resellers may be given customers. */
const readTerms = async (
  { tx, context, days }: Pick<ImportStep, 'tx' | 'context' | 'days'>,
  currentUser: CurrentUser,
  sellers: SQL,
): Promise<UserImportTerms & { web: ReadonlySet<string> }> => {
  const settings = await currentSettings(tx)
  const known = await tx.select().from(profiles)
  const found = await tx
    .select({ _id: users._id, nameKey: users.nameKey, profile: users.profile })
    .from(users)
    .where(sql`${sellers} and ${inScope(tx, currentUser)}`)
  const resellers = new Set(known.flatMap((each) => (isReseller(roleOf(each)) ? [each._id] : [])))
  return {
    importer: currentUser,
    settings,
    platforms: platformsOf(context.config),
    timeZone: context.config.timeZone,
    now: context.now(),
    profiles: new Map(
      known.map((each) => [fold(each.name), { _id: each._id, principal: principalOf(each) }]),
    ),
    sellers: new Map([
      ...found.flatMap(({ _id, nameKey, profile }): [string, string][] =>
        resellers.has(profile) ? [[nameKey, _id]] : [],
      ),
      [toNameKey(currentUser.name), currentUser.id],
    ]),
    days,
    web: new Set(known.flatMap(({ _id, accessWeb }) => (accessWeb ? [_id] : []))),
  }
}

interface FoundUser extends StoredUser {
  row: UserRow
  profile: ProfileRow
}

/** Existing users, with the data needed for the rules of an edit. */
const storedUsers = async (tx: Tx, currentUser: CurrentUser, condition: SQL): Promise<FoundUser[]> => {
  const isOwn = sql`${users._id} = ${currentUser.id}`
  const found = await tx
    .select({
      row: users,
      profile: profiles,
      dateExpire: licences.dateExpire,
      isVisible: sql<boolean>`${isOwn} or coalesce(${inScope(tx, currentUser)}, false)`,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles._id, users.profile))
    .leftJoin(licences, eq(licences._id, users._id))
    .where(sql`${condition} and ${isNull(users.deletedAt)}`)
  return found.map(({ row, profile, isVisible, dateExpire }) => ({
    row,
    profile,
    isVisible,
    profileName: profile.name,
    seller: row.createdBy,
    dateExpire,
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

async function checkUsers(step: ImportStep & { rows: readonly ReadRow[] }): Promise<CheckedRow[]> {
  const { tx, context, currentUser, rows } = step
  const keysOf = (field: 'name' | 'seller') => [
    ...new Set(rows.flatMap(({ cells }) => (cells[field] === undefined ? [] : [toNameKey(cells[field])]))),
  ]
  const terms = await readTerms(step, currentUser, isAnyOf(users.nameKey, keysOf('seller')))
  const stored = await storedUsers(tx, currentUser, isAnyOf(users.nameKey, keysOf('name')))
  const byName = new Map(stored.map((each) => [each.row.nameKey, each]))
  const checked: CheckedRow[] = []
  for (const { row, cells, prepared } of rows) {
    const title = cells.name?.trim() ?? ''
    const key = toNameKey(title)
    const found = byName.get(key)
    const record = found && { _id: found.row._id, dateUpdate: found.row.dateUpdate }
    const { password } = cells
    const hashed = password === undefined ? preparedSchema.safeParse(prepared).data : undefined
    const verdict = userVerdict(cells, found, terms, hashed !== undefined)
    const said = { row, title, key, verdict: verdict.verdict }
    if (verdict.verdict === 'new') {
      const { user, notes } = verdict
      const fields = password === undefined ? { user } : { user, password }
      const weakness = hashed ? hashed.weakness : await strictPasswordError(context.config, password ?? '')
      if (weakness === undefined || !terms.web.has(user.values.profile))
        checked.push({ ...said, fields, notes })
      else checked.push({ ...said, verdict: 'refused', errors: [{ field: 'password', message: weakness }] })
    } else if (verdict.verdict === 'changed') {
      const { values, changes, notes } = verdict
      checked.push({ ...said, record, fields: values, changes, notes })
    } else if (verdict.verdict === 'same') checked.push({ ...said, record, notes: verdict.notes })
    else checked.push({ row, title, verdict: 'refused', errors: verdict.errors })
  }
  return checked
}

/** The expiry of a new user's licence: two hours for demos. */
const firstExpiry = (profile: ProfileRow, months: number, now: Date): Date | null => {
  if (roleOf(profile) === 'demo') return demoExpiry(now)
  return months > 0 ? extendedExpiry(null, months, now) : null
}

/** The values of new users as they will be stored; those that files most often get wrong come first. */
async function valuesOfRows(
  { db, context }: Parameters<ImportWork['values']>[0],
  rows: readonly NewRow[],
): Promise<Record<string, string>[]> {
  const checked = rows.map(({ fields }) => importedUserSchema.parse(fields.user))
  const known = await db
    .select()
    .from(profiles)
    .where(isAnyOf(profiles._id, new Set(checked.map(({ values }) => values.profile))))
  const byId = new Map(known.map((each) => [each._id, each]))
  return checked.map(({ values, months }) => {
    const profile = byId.get(values.profile)
    const expiry = profile ? firstExpiry(profile, months, context.now()) : null
    const { name: _, fullName, celPhone, telePhone, profile: __, ...others } = values
    return {
      ...{ fullName, celPhone, telePhone },
      dateExpire: expiry ? formatDay(expiry, context.config.timeZone) : '',
      profile: profile?.name ?? '',
      ...Object.fromEntries(
        Object.entries(others).map(([field, value]) => [field, shownValue(field, value)]),
      ),
    }
  })
}

/** Result of `prepare` for a password. */
const preparedSchema = z.object({ passwordHash: z.string(), weakness: z.string().optional() })

/** Hashes passwords, and marks those too weak for a profile with web access. */
async function hashPasswords({
  context,
  user,
  rows,
}: {
  context: Context
  user: string
  rows: readonly ChosenRow[]
}) {
  return Promise.all(
    rows.map(async ({ row, fields }): Promise<{ row: number; prepared: Fields }> => {
      const password = String(fields.password)
      const weakness = await strictPasswordError(context.config, password)
      return { row, prepared: { passwordHash: await hashPassword(password, user), weakness } }
    }),
  )
}

async function writeUsers(
  step: ImportStep & { batch: string; rows: readonly ChosenRow[] },
): Promise<WrittenRecord[]> {
  const { tx, currentUser, rows } = step
  const created = rows.filter(({ record }) => record === null).map(insertedUser)
  const changed = rows.flatMap(({ row, record, fields }) => (record ? [{ row, record, fields }] : []))
  const sellers = created.flatMap(({ user }) => user.seller ?? [])
  // In id order, and before any profile, to avoid deadlocks. The current user's lock orders the postings of its
  // transactions.
  const locked = await tx
    .select({ _id: users._id })
    .from(users)
    .where(
      isAnyOf(users._id, new Set([currentUser.id, ...sellers, ...changed.map(({ record }) => record._id)])),
    )
    .orderBy(users._id)
    .for('no key update')
  if (locked.length === 0) throw new Error('The current user is gone')
  return [...(await changeUsers(step, changed)), ...(await createUsers(step, created))]
}

interface ChangedRow {
  row: number
  record: { _id: string; dateUpdate: Date }
  fields: Fields
}

/** Changes of a user as stored by the check, which validated them. */
const describeChanges = (fields: Fields): Partial<UserInput> => fields as Partial<UserInput>

/** Updates users whose rows are locked, by the rules of an edit. */
const changeUsers = async (
  step: ImportStep & { batch: string },
  rows: readonly ChangedRow[],
): Promise<WrittenRecord[]> => {
  const { tx, currentUser: session, batch } = step
  if (rows.length === 0) return []
  const { currentUser } = await lockCurrentUser(tx, session, { need: { action: 'update', resource } })
  const terms = await readTerms(step, currentUser, sql`false`)
  const ids = rows.map(({ record }) => record._id)
  const stored = new Map(
    (await storedUsers(tx, currentUser, isAnyOf(users._id, ids))).map((each) => [each.row._id, each]),
  )
  const outdated: { row: number; message: string }[] = []
  const edits: { found: FoundUser; values: Partial<UserInput>; after: UserRow }[] = []
  for (const { row, record, fields } of rows) {
    const found = stored.get(record._id)
    const values = describeChanges(fields)
    const isEdited = found && found.row.dateUpdate.getTime() !== record.dateUpdate.getTime()
    const [error] = found ? changeErrors(values, found, terms) : []
    const message = !found ? IMPORT_MESSAGES.gone : isEdited ? IMPORT_MESSAGES.changed : error?.message
    if (!found || message !== undefined) {
      outdated.push({ row, message: message ?? IMPORT_MESSAGES.gone })
      continue
    }
    const merged = { ...found.values, ...values }
    const dateUpdate = editDate(terms.now, found.row.dateUpdate)
    const after = {
      ...found.row,
      ...merged,
      ...derivedColumns(merged),
      userUpdate: currentUser.name,
      dateUpdate,
    }
    edits.push({ found, values, after })
  }
  if (outdated.length > 0) throw new RowsOutdated(outdated)
  await updateRows(
    tx,
    users,
    IMPORTED_COLUMNS,
    edits.map(({ after }) => after),
  )
  const disabled = edits.flatMap(({ after }) => (after.status === 'disable' ? [after._id] : []))
  await tx.delete(sessions).where(isAnyOf(sessions.user, disabled))
  await endUserChallenges(tx, disabled)
  const events = edits.map(({ found: { row, profile }, after }) => {
    const names = { profile: profile.name }
    const [before, since] = [row, after].map((each) => ({ ...each, ...names }))
    return { action: 'update', resource, record: after, before, after: since, batch } as const
  })
  await recordEvents(tx, currentUser, terms.now, events)
  return edits.map(({ found: { row }, values, after }) => ({
    _id: row._id,
    before: Object.fromEntries(Object.entries(row).filter(([name]) => name in values)),
    was: row.dateUpdate,
    written: after.dateUpdate,
  }))
}

/** The columns that an import can change, and those derived from them. */
const IMPORTED_COLUMNS = [...CHANGEABLE, 'fullNameKey', 'search', 'userUpdate', 'dateUpdate']

/** A user to create, with the expiry of its licence. */
interface CreatedUser {
  stored: { _id: string; name: string; fullName: string }
  months: number
  dateExpire: Date | null
}

interface CreatedRow {
  row: number
  user: ImportedUser
  passwordHash: string
  weakness?: string | undefined
}

const insertedUser = ({ row, fields, prepared }: ChosenRow): CreatedRow => ({
  row,
  user: importedUserSchema.parse(fields.user),
  ...preparedSchema.parse(prepared),
})

/**
 * Creates users with the CREDIT of their months, equivalent to creating and crediting each by hand, in a few
 * statements. A name taken by a concurrent transaction is waited for, and refused.
 */
const createUsers = async (
  step: ImportStep & { batch: string },
  rows: readonly CreatedRow[],
): Promise<WrittenRecord[]> => {
  const { tx, currentUser: session, batch } = step
  if (rows.length === 0) return []
  const profileIds = [...new Set(rows.map(({ user }) => user.values.profile))]
  const need = { action: 'create', resource } as const
  const { currentUser, profileOf } = await lockCurrentUser(tx, session, { need, profileIds })
  const sellerIds = rows.flatMap(({ user }) => user.seller ?? [])
  const terms = await readTerms(step, currentUser, isAnyOf(users._id, new Set(sellerIds)))
  const sellers = new Set(terms.sellers.values())
  const { now } = terms
  const outdated: { row: number; message: string }[] = []
  const created = rows.flatMap(({ row, user, passwordHash, weakness }) => {
    const { values, seller, months } = user
    const profile = profileOf(values.profile)
    const errors = profile ? creationErrors({ ...user, profile: principalOf(profile) }, terms) : []
    const message =
      (profile?.accessWeb ? weakness : undefined) ??
      (seller !== null && !sellers.has(seller) ? USER_BULK_MESSAGES.seller : errors[0]?.message)
    if (!profile || message !== undefined) {
      outdated.push({ row, message: message ?? USER_MESSAGES.profileNotAllowed })
      return []
    }
    const dateExpire = firstExpiry(profile, months, now)
    const stored = {
      _id: newId(),
      ...values,
      ...derivedColumns(values),
      passwordHash,
      isPasswordGiven: true,
      createdBy: seller ?? currentUser.id,
      userCreate: currentUser.name,
      userUpdate: currentUser.name,
      dateCreate: now,
      dateUpdate: now,
    }
    return [{ row, stored, seller, months, profile: profile.name, dateExpire }]
  })
  if (outdated.length > 0) throw new RowsOutdated(outdated)
  const inserted = await tx
    .insert(users)
    .values(created.map(({ stored }) => stored))
    .onConflictDoNothing()
    .returning({ _id: users._id })
  const written = new Set(inserted.map(({ _id }) => _id))
  for (const { row, stored } of created)
    if (!written.has(stored._id)) outdated.push({ row, message: IMPORT_MESSAGES.exists })
  if (outdated.length > 0) throw new RowsOutdated(outdated)
  const events = created.map(({ stored, seller, profile, dateExpire }) => {
    const moved = seller === null ? {} : { seller }
    const after = { ...stored, creditToResell: 0, dateExpire, profile, ...moved }
    return { action: 'create', resource, record: stored, after, batch } as const
  })
  await recordEvents(tx, currentUser, now, events)
  await giveLicences({ tx, batch }, currentUser, terms, created)
  return created.map(({ stored }) => ({ _id: stored._id, before: null, written: now }))
}

/** Gives new users the CREDIT of their months, already processed; demos get two hours. */
const giveLicences = async (
  { tx, batch }: { tx: Tx; batch: string },
  currentUser: CurrentUser,
  { settings, now }: UserImportTerms,
  created: readonly CreatedUser[],
): Promise<void> => {
  const credited = created.flatMap(({ dateExpire, ...each }) => (dateExpire ? [{ ...each, dateExpire }] : []))
  if (credited.length === 0) return
  const [type, period] = ['CREDIT', 'MESES'] as const
  const records = credited.map(({ stored, months, dateExpire }) => {
    const description = months > 0 ? IMPORTED_MONTHS : ''
    const price =
      months > 0 ? transactionPrice({ type, period, count: months, settings }) : { creditPrice: 0, total: 0 }
    return {
      _id: newId(),
      userCreated: currentUser.id,
      userLicensed: stored._id,
      ...transactionNames(currentUser, stored, description),
      ...{ type, period, count: months, ...price, description },
      newDateExpire: dateExpire,
      ...{ date: now, processedAt: now, posting: nextPosting },
      status: 'PROCESSED' as const,
    }
  })
  // Makes the triggers update the sums once per statement.
  await tx.execute(sql`select set_config('cartelera.count_together', 'on', true)`)
  const numbered = await tx
    .insert(licenseTransactions)
    .values(records)
    .returning({ _id: licenseTransactions._id, reference: licenseTransactions.reference })
  const ends = JSON.stringify(
    credited.map(({ stored, dateExpire }) => ({ _id: stored._id, date: dateExpire })),
  )
  await tx.execute(sql`
    update ${licences} set date_expire = v.date
    from jsonb_to_recordset(${ends}::jsonb) as v(_id text, date timestamptz) where ${licences._id} = v._id`)
  const references = new Map(numbered.map(({ _id, reference }) => [_id, reference]))
  const events = records.flatMap(({ _id, userLicensed, userFullName, count, total, newDateExpire }) => {
    if (count === 0) return []
    const after = {
      type,
      userFullName,
      period,
      count,
      total,
      sellerMonths: 0,
      targetMonths: 0,
      newDateExpire,
    }
    const record = { _id, name: formatReference(references.get(_id) ?? 0) }
    return [
      {
        action: 'process',
        resource: 'license_transactions',
        record,
        subject: userLicensed,
        after,
        batch,
      } as const,
    ]
  })
  await recordEvents(tx, currentUser, now, events)
}
