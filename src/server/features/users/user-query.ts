import { and, eq, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { LOW_BALANCE, sellsSince } from '../../../domain/credits/low-balance.ts'
import { dayOf, dayRange } from '../../../domain/format/dates.ts'
import { hiddenPartError } from '../../../domain/users/visibility.ts'
import { id } from '../../../domain/validation/fields.ts'
import { choice, day } from '../../../domain/validation/filters.ts'
import type { Config } from '../../config.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { inScope, isOwned } from '../../platform/auth/scope.ts'
import type { Executor } from '../../platform/database/open.ts'
import { ledgerSums } from '../../platform/database/schema/credits.ts'
import { balances, licences, profiles, users } from '../../platform/database/schema/users.ts'
import { personCondition } from '../../platform/database/search.ts'
import type { Context } from '../../platform/http/context.ts'
import { Forbidden } from '../../platform/http/errors.ts'
import { flag, listParameters } from '../../platform/http/operation.ts'
import { batchFilter, inBatch } from '../../platform/tasks/batches.ts'
import { platformsOf } from './user-checks.ts'
import { byBalance, byExpiry, byUser, profileJoin, type UserSource } from './user-sources.ts'

const sorts = { ...byUser.sorts, ...byExpiry.sorts, ...byBalance.sorts }

export const userParameters = (config: Config) =>
  listParameters(Object.keys(sorts), {
    dateBeging: day('Vence desde este día').optional(),
    dateFinish: day('Vence hasta este día').optional(),
    registerFrom: day('Registrado desde este día').optional(),
    registerTo: day('Registrado hasta este día').optional(),
    platform: choice(platformsOf(config)).optional(),
    useTvList: flag().optional(),
    profile: id().optional(),
    demo: flag().optional().meta({ description: 'true: solo demos; false: sin ellos' }),
    lowBalance: flag()
      .refine((only) => only, 'Debe ser true.')
      .optional()
      .meta({ description: 'true: solo agentes que venden y a quienes les queda poco balance' }),
    ...batchFilter,
  })
export type UserQuery = z.output<ReturnType<typeof userParameters>>

const textParameter = (parameters: object, name: string): string | undefined => {
  const value: unknown = Object.entries(parameters).find(([key]) => key === name)?.[1]
  return typeof value === 'string' ? value : undefined
}

/**
 * Throws Forbidden if a query, or the filter of a bulk request, names a part of the list hidden from the current user.
 * Takes the unvalidated input, since a 403 takes precedence over validation errors.
 */
export const requireVisible = ({ role }: CurrentUser, sent: unknown): void => {
  if (typeof sent !== 'object' || sent === null) return
  const message = hiddenPartError(role, {
    columns: textParameter(sent, 'columns')?.split(','),
    sort: textParameter(sent, 'sort'),
    filters: Object.keys(sent),
  })
  if (message !== undefined) throw new Forbidden(message)
}

/** Condition for all users of a query. */
export const userCondition = (
  context: Context,
  currentUser: CurrentUser,
  query: UserQuery,
  source: UserSource,
) =>
  and(
    userFilters(context.config, query, source),
    sourceScope(context.db, currentUser, source),
    unsortedCondition(context, source, query),
  )

/**
 * Condition on `users` for the index of profiles, with an estimate of its matches: otherwise PostgreSQL reads all users to
 * find a few demos.
 */
export const isDemo = sql`${users.deletedAt} is null and ${users.profile} = system_profile('demo')`

/** Evaluates the function once, not for each row. */
const isNoDemo = sql`${users.profile} <> (select system_profile('demo'))`

export const userFilters = (
  { timeZone }: Pick<Config, 'timeZone'>,
  query: UserQuery,
  source: UserSource,
): SQL | undefined => {
  const expiry = dayRange(query.dateBeging, query.dateFinish, timeZone)
  const registration = dayRange(query.registerFrom, query.registerTo, timeZone)
  return and(
    query.ids && inArray(source.id, query.ids),
    amongLicences(
      source,
      and(
        expiry.start && gte(licences.dateExpire, expiry.start),
        expiry.end && lt(licences.dateExpire, expiry.end),
      ),
    ),
    amongUsers(
      source,
      and(
        registration.start && gte(users.dateCreate, registration.start),
        registration.end && lt(users.dateCreate, registration.end),
        query.platform === undefined ? undefined : eq(users.platform, query.platform),
        query.useTvList === undefined ? undefined : eq(users.useTvList, query.useTvList),
        query.profile === undefined ? undefined : eq(users.profile, query.profile),
        query.demo === undefined ? undefined : query.demo ? isDemo : isNoDemo,
      ),
    ),
  )
}

export const sourceScope = (db: Executor, currentUser: CurrentUser, source: UserSource): SQL | undefined =>
  source === byUser
    ? inScope(db, currentUser)
    : amongLicences(source, isOwned(db, currentUser, licences.owner))

/** Conditions whose matches are scattered over the order of the list: search, low balance, batch. */
export const unsortedCondition = (
  { config, now }: Context,
  source: UserSource,
  { search, lowBalance, batch }: UserQuery,
): SQL | undefined =>
  and(
    amongUsers(source, personCondition(users.search, search)),
    lowBalance ? sql`${source.id} in (${lowBalances(dayOf(now(), config.timeZone))})` : undefined,
    inBatch(source.id, batch),
  )

/** Adapts a condition on users to the rows of a source. */
const amongUsers = (source: UserSource, condition: SQL | undefined): SQL | undefined =>
  source === byUser || !condition
    ? condition
    : sql`${source.id} in (select ${users._id} from ${users} where ${condition})`

const amongLicences = (source: UserSource, condition: SQL | undefined): SQL | undefined =>
  source.table === licences || !condition
    ? condition
    : sql`${source.id} in (select ${licences._id} from ${licences} where ${condition})`

/** Condition on `profiles`. */
export const isReseller = and(profiles.isSystem, inArray(profiles.name, ['agent', 'superagent']))

/** Rule C25. Finds active sellers by the monthly sums, so its cost doesn't depend on the number of sales. */
export const activeResellers = (today: string, ...conditions: SQL[]): SQL => {
  const { span, start, userCreated, type } = ledgerSums
  const where = and(
    eq(span, 'month'),
    gte(start, sellsSince(today)),
    inArray(type, ['SALE', 'TRANSFER']),
    sql`exists (select from ${users} join ${profiles} on ${profileJoin.on} where ${and(eq(users._id, userCreated), isNull(users.deletedAt), isReseller)})`,
    ...conditions,
  )
  return sql`select ${userCreated} from ${ledgerSums} where ${where}`
}

/** Active resellers whose balance is low (rule C25). */
const lowBalances = (today: string): SQL => {
  const hasEnough = and(eq(balances._id, ledgerSums.userCreated), gte(balances.months, LOW_BALANCE))
  return activeResellers(today, sql`not exists (select from ${balances} where ${hasEnough})`)
}
