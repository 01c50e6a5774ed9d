import {
  and,
  type Column,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  lt,
  lte,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { z } from 'zod'
import { isAdmin } from '../../../domain/access/permissions.ts'
import {
  AUDIT_ACTION_NAMES,
  AUDIT_ACTIONS,
  AUDIT_VIEW_NAMES,
  AUDIT_VIEWS,
  type AuditAction,
  type FieldChange,
} from '../../../domain/audit/audit-event.ts'
import {
  AUDIT_ENDPOINTS as API,
  AUDITED_RESOURCES,
  type AuditEvent,
  type SettingChange,
} from '../../../domain/audit/endpoints.ts'
import type { Size } from '../../../domain/contract/list-limit.ts'
import { dayRange } from '../../../domain/format/dates.ts'
import { SETTINGS_ID } from '../../../domain/settings/public-settings.ts'
import { HIDDEN_SETTINGS, SETTING_NAMES, type Settings } from '../../../domain/settings/settings.ts'
import { id } from '../../../domain/validation/fields.ts'
import { choice, choices, day } from '../../../domain/validation/filters.ts'
import type { Config } from '../../config.ts'
import type { Declaration } from '../../platform/auth/access.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { scopedRows } from '../../platform/auth/scope.ts'
import { rowsWhere } from '../../platform/database/count-rows.ts'
import { isAnyOf } from '../../platform/database/ids.ts'
import { listPage } from '../../platform/database/list-query.ts'
import type { Executor } from '../../platform/database/open.ts'
import { type AuditRow, auditEntries, auditPersonal } from '../../platform/database/schema/audit.ts'
import { searchCondition } from '../../platform/database/search.ts'
import { selectListKeys } from '../../platform/database/snapshot-read.ts'
import { type ExportedList, queryByKeys, rowKeys, sortByKeys } from '../../platform/exports/export-list.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { listParameters, operation } from '../../platform/http/operation.ts'
import { listSize, resolvePaging, type SizeQuery } from '../../platform/lists/list-limit.ts'
import { listRoutes } from '../../platform/lists/list-routes.ts'

const config: Declaration = {
  access: { action: 'read', resource: 'audit' },
  cases: scopedRows('what one did', 'what another user did'),
}

/** The audit log: who changed what, when and from where. */
export const auditRoutes = (app: App, context: Context): void => {
  listRoutes(app, context, API, {
    config: { ...config, replica: true },
    querystring: auditParameters,
    list: listEvents,
    count: countEvents,
    exported: exportedEvents,
  })
  app.route({
    ...operation(API.settings),
    config,
    handler: ({ currentUser }) => listSettingChanges(context, currentUser),
  })
}

const table = auditEntries

const auditParameters = listParameters(['date'], {
  view: choice(AUDIT_VIEW_NAMES)
    .optional()
    .meta({ description: 'Los cambios, o los inicios de sesión y las peticiones rechazadas' }),
  dateBeging: day('Desde este día').optional(),
  dateFinish: day('Hasta este día').optional(),
  action: choice(AUDIT_ACTION_NAMES).optional(),
  resource: choice(AUDITED_RESOURCES).optional(),
  record: id().optional(),
  settings: choices(SETTING_NAMES)
    .optional()
    .meta({ description: 'Solo los cambios de alguno de estos campos de la configuración' }),
  user: id().optional(),
  batch: id().optional().meta({ description: 'El cambio en lote del que son parte' }),
})
const source = {
  table,
  columns: getTableColumns(table),
  id: table._id,
  sorts: { date: table.date },
  defaultSort: { by: 'date', order: 'desc' },
  scanLimit: 20_000,
} as const

type AuditQuery = z.output<typeof auditParameters>

/** A page of the audit log, the last events first. */
const listEvents = async (
  context: Context,
  currentUser: CurrentUser,
  query: AuditQuery,
): Promise<AuditEvent[]> => {
  const { db, config } = context
  const rows = await listPage(db, source, {
    ...(await resolvePaging(context, currentUser, query)),
    where: eventFilters(config, currentUser, query),
    unsorted: searchByRow(query),
    found: searchByIndex(config, query),
    sort: query.sort,
    order: query.order,
  })
  const personal = await readPersonal(db, rows)
  return rows.map((row) => auditEventResponse(row, personal.get(row._id), currentUser))
}

/** The newest events about a user with some actions, of those visible to the current user (rule G4). */
export const listUserEvents = async (
  { db }: Context,
  currentUser: CurrentUser,
  { user, actions, limit }: { user: string; actions: AuditAction[]; limit: number },
): Promise<AuditEvent[]> => {
  const rows = await listPage(db, source, {
    where: and(
      visibleEvents(currentUser),
      eq(table.resource, 'users'),
      eq(table.record, user),
      inArray(table.action, actions),
    ),
    limit,
    offset: 0,
  })
  const personal = await readPersonal(db, rows)
  return rows.map((row) => auditEventResponse(row, personal.get(row._id), currentUser))
}

const ACTION_NAMES = new Map<string, string>(Object.entries(AUDIT_ACTIONS))

const exportedEvents = (currentUser: CurrentUser, query: AuditQuery): ExportedList => ({
  resource: 'audit',
  row: API.list.response[200].element,
  shown: ['date', 'userName', 'action', 'resource', 'recordName', 'address'] satisfies (keyof AuditEvent)[],
  texts: { action: (action) => ACTION_NAMES.get(String(action)) ?? '' },
  find: async ({ config }) =>
    selectListKeys(source, {
      where: eventFilters(config, currentUser, query),
      unsorted: searchByIndex(config, query),
      sort: query.sort,
      order: query.order,
    }),
  async read(context, rows) {
    const keys = rowKeys(rows)
    return sortByKeys(keys, await listEvents(context, currentUser, queryByKeys(query, keys)))
  },
})

const countEvents = (
  context: Context,
  currentUser: CurrentUser,
  query: SizeQuery<AuditQuery>,
): Promise<Size> => {
  const { config } = context
  const filters = eventFilters(config, currentUser, query)
  // An index entry is one event: without filters, the matches of the search index are counted without reading the
  // events.
  const rows = filters
    ? rowsWhere(table, and(filters, searchByIndex(config, query)))
    : rowsWhere(auditPersonal, searchCondition(auditPersonal.search, query.search))
  return listSize(context, query, { rows })
}

const { _id, date } = auditPersonal

/**
 * Search condition for a list's rows in list order: looked up row by row, each in its month's partition. `in` and
 * `exists` would become a join, which starts with all matches of the search.
 */
const searchByRow = ({ search }: AuditQuery): SQL | undefined => {
  const matches = searchCondition(auditPersonal.search, search)
  const isSameEvent = and(eq(_id, table._id), eq(date, table.date))
  return matches && sql`(select ${matches} from ${auditPersonal} where ${isSameEvent})`
}

/** Condition by the search index on the personal fields, limited to the partitions of the requested days. */
const searchByIndex = (config: Config, query: AuditQuery): SQL | undefined => {
  const matches = searchCondition(auditPersonal.search, query.search)
  const where = and(matches, dayFilter(config, date, query))
  return (
    matches &&
    sql`(${table._id}, ${table.date}) in (select ${_id}, ${date} from ${auditPersonal} where ${where})`
  )
}

const dayFilter = ({ timeZone }: Config, column: Column, { dateBeging, dateFinish }: AuditQuery) => {
  const { start, end } = dayRange(dateBeging, dateFinish, timeZone)
  return and(start && gte(column, start), end && lt(column, end))
}

/** The events visible to a user: below `admin`, only their own (rule G4). */
const visibleEvents = ({ id, role }: CurrentUser): SQL | undefined =>
  isAdmin(role) ? undefined : eq(table.user, id)

const eventFilters = (config: Config, currentUser: CurrentUser, query: AuditQuery): SQL | undefined =>
  and(
    visibleEvents(currentUser),
    query.ids && inArray(table._id, query.ids),
    dayFilter(config, table.date, query),
    query.action
      ? eq(table.action, query.action)
      : query.view && inArray(table.action, [...AUDIT_VIEWS[query.view]]),
    query.resource && eq(table.resource, query.resource),
    query.record === undefined ? undefined : eq(table.record, query.record),
    query.settings && changesOfSettings(currentUser, query.settings),
    query.user === undefined ? undefined : eq(table.user, query.user),
    query.batch === undefined ? undefined : eq(table.batch, query.batch),
  )

const HIDDEN: readonly string[] = HIDDEN_SETTINGS

/** Those of these settings whose changes the user sees (rule G4). */
const visibleSettings = ({ role }: CurrentUser, settings: readonly string[]): readonly string[] =>
  role === 'sa' ? settings : settings.filter((name) => !HIDDEN.includes(name))

/** Events that changed one of these settings, as far as the user sees their changes. */
const changesOfSettings = (currentUser: CurrentUser, settings: readonly string[]): SQL | undefined =>
  and(
    eq(table.resource, 'settings'),
    sql`exists (select from jsonb_array_elements(${table.changes}) c
      where c ->> 'field' = any(${sql.param(visibleSettings(currentUser, settings))}::text[]))`,
  )

/**
 * The latest change of each setting (rule G8). `limit` keeps the planner from joining all of the personal data.
 */
const listSettingChanges = async ({ db }: Context, currentUser: CurrentUser): Promise<SettingChange[]> => {
  const setting = sql<keyof Settings>`c ->> 'field'`.as('setting')
  const latest = db
    .selectDistinctOn([sql`c ->> 'field'`], { setting, _id: table._id, date: table.date, user: table.user })
    .from(table)
    .crossJoinLateral(sql`jsonb_array_elements(${table.changes}) c`)
    .where(
      and(
        eq(table.resource, 'settings'),
        eq(table.record, SETTINGS_ID),
        sql`c ->> 'field' = any(${sql.param(visibleSettings(currentUser, SETTING_NAMES))}::text[])`,
      ),
    )
    .orderBy(sql`c ->> 'field'`, desc(table.date), desc(table._id))
    .as('latest')
  const personal = db
    .select({ userName: auditPersonal.userName })
    .from(auditPersonal)
    .where(and(eq(_id, latest._id), eq(date, latest.date)))
    .limit(1)
    .as('personal')
  const rows = await db
    .select({
      setting: latest.setting,
      date: latest.date,
      userName: sql<string>`coalesce(${personal.userName}, '')`,
    })
    .from(latest)
    .leftJoinLateral(personal, sql`true`)
    .where(isAdmin(currentUser.role) ? undefined : eq(latest.user, currentUser.id))
  return rows.map((row) => ({ ...row, date: row.date.toISOString() }))
}

type PersonalRow = typeof auditPersonal.$inferSelect

const readPersonal = async (db: Executor, rows: readonly AuditRow[]): Promise<Map<string, PersonalRow>> => {
  const ids = rows.map(({ _id }) => _id)
  if (ids.length === 0) return new Map()
  const dates = rows.map(({ date }) => date.getTime())
  const personalRows = await db
    .select()
    .from(auditPersonal)
    .where(
      and(
        isAnyOf(auditPersonal._id, ids),
        gte(auditPersonal.date, new Date(Math.min(...dates))),
        lte(auditPersonal.date, new Date(Math.max(...dates))),
      ),
    )
  return new Map(personalRows.map((row) => [row._id, row]))
}

const auditEventResponse = (
  row: AuditRow,
  personal: PersonalRow | undefined,
  { role }: CurrentUser,
): AuditEvent => {
  const isHidden = ({ field }: FieldChange) =>
    row.resource === 'settings' && role !== 'sa' && HIDDEN.includes(field)
  return {
    ...row,
    date: row.date.toISOString(),
    recordName: personal?.recordName ?? '',
    userName: personal?.userName ?? '',
    address: personal?.address ?? '',
    changes: [...(personal?.changes ?? []), ...row.changes].filter((change) => !isHidden(change)),
  }
}
