import { eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { roleOf } from '../../../domain/access/permissions.ts'
import { exactCount } from '../../../domain/credits/rules.ts'
import { IMPORTED_EXPIRY, OPENING_BALANCE } from '../../../domain/credits/transaction.ts'
import { fold } from '../../../domain/format/text.ts'
import { fileLimits, IMPORT_MESSAGES } from '../../../domain/imports/import.ts'
import type { ImportProof } from '../../../domain/imports/proof.ts'
import { toNameKey } from '../../../domain/sign-in/sign-in.ts'
import { USER_BULK_MESSAGES } from '../../../domain/users/bulk.ts'
import { demoExpiry } from '../../../domain/users/creation.ts'
import {
  CHANGEABLE,
  changeErrors,
  creationErrors,
  type ImportedUser,
  importedUserSchema,
  type ReviewedExpiry,
  shownValue,
  USER_IMPORT_ENDPOINTS,
  USER_IMPORT_FIELDS,
  userVerdict,
} from '../../../domain/users/import.ts'
import { expiryText } from '../../../domain/users/import-expiry.ts'
import { canChangeExpiry, expiryChange, expiryChangeError } from '../../../domain/users/import-licence.ts'
import { UserProof } from '../../../domain/users/import-proof.ts'
import { SELLER_MESSAGES } from '../../../domain/users/import-sellers.ts'
import { principalOf } from '../../../domain/users/profile-rules.ts'
import type { UserInput } from '../../../domain/users/user.ts'
import { USER_MESSAGES } from '../../../domain/users/user-messages.ts'
import { recordEvents } from '../../platform/audit/audit-log.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { inScope } from '../../platform/auth/scope.ts'
import { isAnyOf, newId } from '../../platform/database/ids.ts'
import type { Tx } from '../../platform/database/open.ts'
import type { Fields } from '../../platform/database/schema/batches.ts'
import { importRows } from '../../platform/database/schema/imports.ts'
import {
  balances,
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
  type CheckStep,
  type ChosenRow,
  type ImportStep,
  type ImportWork,
  type NewRow,
  type ProofStep,
  RowsOutdated,
} from '../../platform/imports/import-work.ts'
import { uploadRoutes } from '../../platform/imports/routes.ts'
import type { Sandbox } from '../../platform/sandbox/sandbox.ts'
import { currentSettings } from '../../platform/settings/read-settings.ts'
import type { WrittenRecord } from '../../platform/tasks/batches.ts'
import { holdingColumns, roleColumns } from '../credits/ledger.ts'
import { type Posting, postTransactions } from '../credits/write-transactions.ts'
import { endUserChallenges } from '../sign-in/challenges.ts'
import { hashInBackground, strictPasswordError } from '../sign-in/passwords.ts'
import {
  findChoosable,
  nameKeys,
  preparedSchema,
  RESELLERS,
  readChunkTerms,
  weaknessOf,
} from './import-sellers.ts'
import { type FoundUser, readTerms, storedUsers, type Terms } from './import-terms.ts'
import { lockCurrentUser } from './lock-authority.ts'
import { derivedColumns } from './user-row.ts'

const resource = 'users'

/** Passwords hashed per chunk, which takes about half a second. */
const HASHED_AT_ONCE = 32

/** Imports of users (rules C27, U26; docs/design/ledger.md). */
export const userImports: ImportWork = {
  resource,
  format: 'table',
  mostRows: fileLimits(resource).rows,
  givesAccess,
  first: { field: 'profile', texts: RESELLERS, key: ({ name = '' }) => toNameKey(name) },
  fields: () => USER_IMPORT_FIELDS,
  check: checkUsers,
  values: valuesOfRows,
  prepare: { rows: HASHED_AT_ONCE, run: hashPasswords },
  write: writeUsers,
  prove: proveUsers,
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

async function checkUsers(step: CheckStep): Promise<CheckedRow[]> {
  const { tx, context, currentUser, rows } = step
  const terms = await readChunkTerms(step)
  const stored = await storedUsers(tx, currentUser, isAnyOf(users.nameKey, nameKeys(rows, 'name')))
  const byName = new Map(stored.map((each) => [each.row.nameKey, each]))
  const checked: CheckedRow[] = []
  const earlier = await readEarlierDemos(step, terms)
  const seen = new Set(earlier.keys)
  let demosToday = terms.demosToday + earlier.demos
  for (const { row, cells, prepared } of rows) {
    const title = cells.name?.trim() ?? ''
    const key = toNameKey(title)
    const found = byName.get(key)
    const record = found && { _id: found.row._id, dateUpdate: found.row.dateUpdate }
    const { password } = cells
    const hashed = password === undefined ? preparedSchema.safeParse(prepared).data : undefined
    const verdict = userVerdict(cells, found, { ...terms, demosToday }, hashed !== undefined)
    const said = { row, title, key, verdict: verdict.verdict }
    if (verdict.verdict === 'new') {
      const { user, notes } = verdict
      const fields = password === undefined ? { user } : { user, password }
      const isWeb = terms.web.has(user.values.profile)
      const weakness = isWeb ? await weaknessOf(context, { cells, prepared }) : undefined
      if (weakness === undefined) {
        if (terms.demos.has(user.values.profile) && !seen.has(key)) demosToday++
        seen.add(key)
        checked.push({ ...said, fields, notes })
      } else checked.push({ ...said, verdict: 'refused', errors: [{ field: 'password', message: weakness }] })
    } else if (verdict.verdict === 'changed') {
      const { values, changes, notes } = verdict
      checked.push({ ...said, record, fields: values, changes, notes })
    } else if (verdict.verdict === 'same') checked.push({ ...said, record, notes: verdict.notes })
    else checked.push({ ...said, errors: verdict.errors })
  }
  return checked
}

/** The demos that rows checked before create, and which of the names of these rows they have, where the day has a limit. */
const readEarlierDemos = async ({ rows, earlierRows, countNew }: CheckStep, terms: Terms) => {
  const isDemo = ({ cells }: CheckStep['rows'][number]) =>
    terms.demos.has(terms.profiles.get(fold(cells.profile ?? ''))?._id ?? '')
  if (!terms.hasDemoLimit || !rows.some(isDemo)) return { demos: 0, keys: [] }
  const profile = sql`${importRows.fields} #>> '{user,values,profile}'`
  const demos = await countNew(sql`${profile} = any(${sql.param([...terms.demos])})`)
  return { demos, keys: (await earlierRows(nameKeys(rows, 'name'))).keys() }
}

/** The expiry of a new user's licence: of demos their hours. */
const firstExpiry = (
  profile: ProfileRow,
  until: Date | null,
  { settings, now }: Pick<Terms, 'settings' | 'now'>,
): Date | null => (roleOf(profile) === 'demo' ? demoExpiry(now, settings) : until)

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
  const terms = { settings: await currentSettings(db), now: context.now() }
  return checked.map(({ values, until, balance }) => {
    const profile = byId.get(values.profile)
    const expiry = profile ? firstExpiry(profile, until, terms) : null
    const { name: _, fullName, celPhone, telePhone, profile: __, ...others } = values
    return {
      dateExpire: expiry ? expiryText(expiry, context.config.timeZone) : '',
      creditToResell: balance > 0 ? String(balance) : '',
      ...{ fullName, celPhone, telePhone },
      profile: profile?.name ?? '',
      ...Object.fromEntries(
        Object.entries(others).map(([field, value]) => [field, shownValue(field, value)]),
      ),
    }
  })
}

/** Hashes passwords, and marks those too weak for a profile with web access. */
async function hashPasswords({ context, rows }: { context: Context; rows: readonly ChosenRow[] }) {
  return Promise.all(
    rows.map(async ({ row, fields }): Promise<{ row: number; prepared: Fields }> => {
      const password = String(fields.password)
      const weakness = await strictPasswordError(context.config, password)
      return { row, prepared: { passwordHash: await hashInBackground(password), weakness } }
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
  const owners = created.flatMap(({ user }) => user.owner ?? [])
  // In id order, and before any profile, to avoid deadlocks. The current user's lock orders the postings of its
  // transactions.
  const locked = await tx
    .select({ _id: users._id })
    .from(users)
    .where(
      or(
        isAnyOf(users._id, new Set([currentUser.id, ...sellers, ...changed.map(({ record }) => record._id)])),
        isAnyOf(users.nameKey, new Set(owners)),
      ),
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

/** The new expiry alone, in rows that a version checked which did not store the reviewed one. */
type StoredExpiry = ReviewedExpiry | string

/** Changes of a user as stored by the check, which validated them. */
const readChanges = (fields: Fields) => fields as Partial<UserInput> & { dateExpire?: StoredExpiry }

/** The transaction that changes the licence of an existing user, or the error. */
const expiryPosting = (
  { row, person, origin, creditToResell, dateExpire }: FoundUser,
  given: StoredExpiry,
  terms: Terms,
): { posting?: Posting; message?: string | undefined } => {
  const target = { ...person, creditToResell, dateExpire }
  const reviewed = typeof given === 'string' ? { until: given } : given
  const until = new Date(reviewed.until)
  // An import that changes nothing but the expiry leaves `dateUpdate`.
  const isChanged = 'was' in reviewed && reviewed.was !== (dateExpire?.toISOString() ?? null)
  const message = canChangeExpiry(terms.importer)
    ? (expiryChangeError(until, { target, origin }, terms) ??
      (isChanged ? IMPORT_MESSAGES.changed : undefined))
    : IMPORT_MESSAGES.cannotUpdate
  if (message !== undefined) return { message }
  const change = expiryChange(until, target)
  const count = exactCount(change, terms.now)
  const posting = { dateExpire, newDateExpire: until, targetMonths: 0, description: IMPORTED_EXPIRY }
  return { posting: { ...change, ...posting, count, target: row } }
}

/** Updates users whose rows are locked, by the rules of an edit, and of exact transactions for their licences. */
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
  const postings: Posting[] = []
  const renewed: WrittenRecord[] = []
  for (const { row, record, fields } of rows) {
    const found = stored.get(record._id)
    const { dateExpire, ...values } = readChanges(fields)
    const isEdited = found && found.row.dateUpdate.getTime() !== record.dateUpdate.getTime()
    const [error] = found ? changeErrors(values, found, terms) : []
    const licence = found && dateExpire !== undefined ? expiryPosting(found, dateExpire, terms) : undefined
    const message = !found
      ? IMPORT_MESSAGES.gone
      : isEdited
        ? IMPORT_MESSAGES.changed
        : (error?.message ?? licence?.message)
    if (!found || message !== undefined) {
      outdated.push({ row, message: message ?? IMPORT_MESSAGES.gone })
      continue
    }
    if (licence?.posting) postings.push(licence.posting)
    if (Object.keys(values).length === 0) {
      renewed.push({
        _id: found.row._id,
        before: {},
        was: found.row.dateUpdate,
        written: found.row.dateUpdate,
      })
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
  await postTransactions({ tx, currentUser, now: terms.now, batch }, postings)
  return [
    ...renewed,
    ...edits.map(({ found: { row }, values, after }) => ({
      _id: row._id,
      before: Object.fromEntries(Object.entries(row).filter(([name]) => name in values)),
      was: row.dateUpdate,
      written: after.dateUpdate,
    })),
  ]
}

/** The columns that an import can change, and those derived from them. */
const IMPORTED_COLUMNS = [...CHANGEABLE, 'fullNameKey', 'search', 'userUpdate', 'dateUpdate']

/** A user to create, with the expiry of its licence. */
interface CreatedUser {
  stored: { _id: string; name: string; fullName: string }
  user: ImportedUser
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
 * Creates users with the transactions of their licences and balances, equivalent to doing each by hand, in a few statements.
 * A name taken by a concurrent transaction is waited for, and refused.
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
  const owners = rows.flatMap(({ user }) => user.owner ?? [])
  const named = or(isAnyOf(users._id, new Set(sellerIds)), isAnyOf(users.nameKey, new Set(owners)))
  const terms = await readTerms(step, currentUser, sql`(${named})`)
  const sellers = new Map([...terms.sellers.values()].map((each) => [each.id, each]))
  // The batch has the id of the import.
  const choosable = await findChoosable(
    tx,
    batch,
    owners.filter((owner) => !terms.sellers.has(owner)),
  )
  const { now } = terms
  const outdated: { row: number; message: string }[] = []
  let { demosToday } = terms
  const created = rows.flatMap(({ row, user, passwordHash, weakness }) => {
    const { values, owner, until } = user
    const profile = profileOf(values.profile)
    const found = owner === null ? sellers.get(user.seller ?? '') : terms.sellers.get(owner)
    const seller = found?.id ?? null
    const missingOwner = choosable.has(owner ?? '') ? SELLER_MESSAGES.notChosen : SELLER_MESSAGES.notImported
    const missing = owner !== null ? missingOwner(owner) : user.seller && USER_BULK_MESSAGES.seller
    const creation = profile && { ...user, profile: principalOf(profile), sellerRole: found?.role ?? null }
    const errors = creation ? creationErrors(creation, { ...terms, demosToday }) : []
    const message =
      (profile?.accessWeb ? weakness : undefined) ??
      (seller === null && missing ? missing : errors[0]?.message)
    if (!profile || message !== undefined) {
      outdated.push({ row, message: message ?? USER_MESSAGES.profileNotAllowed })
      return []
    }
    if (terms.demos.has(profile._id)) demosToday++
    const dateExpire = firstExpiry(profile, until, terms)
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
    return [{ row, stored, user, seller, profile: profile.name, dateExpire }]
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
  await postTransactions(
    { tx, currentUser, now, batch },
    created.flatMap((each) => firstPosting(each, now)),
  )
  return created.map(({ stored }) => ({ _id: stored._id, before: null, written: now }))
}

/** The transaction of a new user, if any: a licence, the hours of a demo, or a reseller's opening balance. */
const firstPosting = ({ stored, user, dateExpire }: CreatedUser, now: Date): Posting[] => {
  const posting = { target: stored, dateExpire: null, newDateExpire: dateExpire, targetMonths: 0 }
  const { until, balance } = user
  if (until) {
    const change = { type: 'CREDIT', period: 'DIAS', until } as const
    const count = exactCount({ ...change, target: posting }, now)
    return [{ ...posting, ...change, count, description: IMPORTED_EXPIRY }]
  }
  if (dateExpire)
    return [{ ...posting, type: 'CREDIT', period: 'MESES', count: 0, until: null, description: '' }]
  if (balance === 0) return []
  const change = { type: 'TRANSFER', period: 'MESES', count: balance, until: null } as const
  return [{ ...posting, ...change, targetMonths: balance, description: OPENING_BALANCE }]
}

/** Compares users of a file with the stored ones after its import (rule U26). */
async function proveUsers(step: ProofStep): Promise<ImportProof> {
  const { tx, currentUser, fields, rows } = step
  const terms = await readTerms(step, currentUser, sql`false`)
  const proof = new UserProof(terms, fields, step.proof)
  const found = await findHoldings(tx, currentUser, isAnyOf(users.nameKey, nameKeys(rows, 'name')))
  for (const { row, cells } of rows) {
    const role = terms.profiles.get(fold(cells.profile ?? '') || 'app')?.principal.role ?? 'app'
    proof.add({ row, cells, role, stored: found.get(toNameKey(cells.name ?? '')) })
  }
  return proof.result()
}

/** The roles and holdings of visible users, by name key. */
const findHoldings = async (tx: Tx, currentUser: CurrentUser, condition: SQL) => {
  const isVisible = sql`(${users._id} = ${currentUser.id} or ${inScope(tx, currentUser)})`
  const found = await tx
    .select({ key: users.nameKey, profile: roleColumns, ...holdingColumns })
    .from(users)
    .innerJoin(profiles, eq(profiles._id, users.profile))
    .leftJoin(licences, eq(licences._id, users._id))
    .leftJoin(balances, eq(balances._id, users._id))
    .where(sql`${condition} and ${isNull(users.deletedAt)} and ${isVisible}`)
  return new Map(found.map(({ key, profile, ...holdings }) => [key, { ...holdings, role: roleOf(profile) }]))
}
