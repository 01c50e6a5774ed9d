import { and, asc, eq, notExists, notInArray, sql } from 'drizzle-orm'
import { buildGrants } from '../../domain/access/permissions.ts'
import { dayOf, startOfDay } from '../../domain/format/dates.ts'
import { dayReading } from '../../domain/imports/days.ts'
import type { JobName } from '../../domain/jobs/job.ts'
import { movieCollection, onDemandCollection } from '../features/contents/films.ts'
import { createKey } from '../features/keys/change-keys.ts'
import { updateSettings } from '../features/settings/update-settings.ts'
import { repairIssues } from '../features/support/repair-issues.ts'
import { type CurrentUser, loadBackgroundUser } from '../platform/auth/current-user.ts'
import { collectionImports } from '../platform/collections/import.ts'
import { deleteRecord } from '../platform/collections/records.ts'
import { newId } from '../platform/database/ids.ts'
import type { Tx } from '../platform/database/open.ts'
import { movies } from '../platform/database/schema/contents.ts'
import { apiKeys } from '../platform/database/schema/keys.ts'
import { linkHealth } from '../platform/database/schema/links.ts'
import { issueGroups } from '../platform/database/schema/support.ts'
import { jobRuns, jobSwitches } from '../platform/database/schema/tasks.ts'
import { users } from '../platform/database/schema/users.ts'
import type { Context } from '../platform/http/context.ts'
import { writeAsBatch } from '../platform/imports/write-batch.ts'
import { userIp } from './audit.ts'
import { DAY, HOUR, MINUTE, shift } from './clock.ts'
import { composeFilm, FILM_KINDS } from './contents/films.ts'
import { sourceFilmSchema, sourceRows } from './fixtures.ts'
import { createRandom, idAt } from './random.ts'
import { DEMO_MAILS, demoSettings, SETTINGS_CHANGES } from './settings.ts'

/** Calls an operation of the server as a user, some time ago. */
type Act = <Result>(
  name: string,
  ago: number,
  operation: (context: Context, currentUser: CurrentUser) => Promise<Result>,
) => Promise<Result>

/**
 * What the staff did lately, by the operations that serve their requests: so it has its audit events, and can be undone.
 * Everything else must be loaded.
 */
export const loadStaffActions = async (tx: Tx, context: Context): Promise<void> => {
  const now = context.now()
  const act: Act = async (name, ago, operation) => {
    const [row] = await tx.select({ id: users._id }).from(users).where(eq(users.name, name))
    const currentUser = row && (await loadBackgroundUser(tx, row.id, userIp(name)))
    if (!currentUser) throw new Error(`The demo has no active user ${name}`)
    return operation({ ...context, db: tx, now: () => shift(now, -ago) }, currentUser)
  }
  await changeSettings(act)
  await createProgramKey(tx, act, now)
  await importFilms(tx, act)
  await deleteFilm(tx, act)
  await repairReports(tx, act)
  await loadRuns(tx, context, now)
}

const changeSettings = async (act: Act): Promise<void> => {
  const settings = demoSettings()
  for (const { by, days, before } of [...SETTINGS_CHANGES].reverse()) {
    const isChanged = (name: string) => name in before
    const changes = Object.fromEntries(Object.entries(settings).filter(([name]) => isChanged(name)))
    await act(by, days * DAY + 3 * HOUR, (context, user) => updateSettings(context, user, changes))
  }
}

/** Nobody knows the key: only its hash is stored. */
const createProgramKey = async (tx: Tx, act: Act, now: Date): Promise<void> => {
  const { _id } = await act('admin', 34 * DAY, (context, user) =>
    createKey(context, user, {
      name: 'Página de ventas',
      routeAccess: buildGrants({ 'user-list': [], 'credit-list': ['register'] }),
      dateExpire: shift(now, 300 * DAY).toISOString(),
    }),
  )
  await tx
    .update(apiKeys)
    .set({ lastUse: shift(now, -47 * MINUTE) })
    .where(eq(apiKeys._id, _id))
}

const importFilms = async (tx: Tx, act: Act): Promise<void> => {
  const kind = FILM_KINDS.find(({ collection }) => collection === onDemandCollection)
  if (!kind) return
  const rows: Record<string, unknown>[] = []
  const around = { now: new Date(0), since: new Date(0), mails: DEMO_MAILS, categories: new Map() }
  for await (const film of sourceRows('import', sourceFilmSchema))
    rows.push(onDemandCollection.entity.schemas.new.parse(composeFilm(kind, film, around).input))
  const { resource, write } = collectionImports(onDemandCollection)
  await act('admin', 3 * DAY + 2 * HOUR, async (context, currentUser) => {
    const _id = newId()
    const step = { tx, context, currentUser, scope: {}, options: {}, days: dayReading([]) }
    async function* written() {
      yield await write({
        ...step,
        batch: _id,
        rows: rows.map((fields, index) => ({
          row: index + 2,
          key: null,
          record: null,
          fields,
          prepared: null,
        })),
      })
    }
    return writeAsBatch(step, { _id, resource, name: 'estrenos-del-mes.csv' }, written())
  })
}

/** A film without reports, which would lead nowhere. */
const deleteFilm = async (tx: Tx, act: Act): Promise<void> => {
  const isReported = tx.select().from(issueGroups).where(eq(issueGroups.mediaId, movies._id))
  const [film] = await tx
    .select({ _id: movies._id })
    .from(movies)
    .where(and(eq(movies.status, true), notExists(isReported)))
    .orderBy(asc(movies._id))
    .limit(1)
  if (!film) return
  await act('catalogo', DAY + 2 * HOUR, (context, user) =>
    deleteRecord(context, movieCollection, user, film._id),
  )
}

/** The open reports of the content with most of them, whose links work. */
const repairReports = async (tx: Tx, act: Act): Promise<void> => {
  const isDead = tx
    .select({ record: linkHealth.record })
    .from(linkHealth)
    .where(eq(linkHealth.verdict, 'down'))
  const [group] = await tx
    .select({ mediaId: issueGroups.mediaId })
    .from(issueGroups)
    .where(notInArray(issueGroups.mediaId, isDead))
    .groupBy(issueGroups.mediaId)
    .orderBy(sql`sum(${issueGroups.open}) desc`, asc(issueGroups.mediaId))
    .limit(1)
  if (group)
    await act('soporte', 4 * HOUR, (context, user) =>
      repairIssues(context, user, { mediaId: group.mediaId, search: '' }),
    )
}

/** Scheduled jobs: minutes after midnight, minutes between two runs, and the records that each processed. */
const RUNS: readonly { kind: JobName; minute: number; every: number; done: number | null }[] = [
  { kind: 'maintenance', minute: 0, every: 60, done: null },
  { kind: 'reminders', minute: 10, every: 60, done: null },
  { kind: 'imports-clean-up', minute: 20, every: 60, done: null },
  { kind: 'publications', minute: 720, every: 1_440, done: 1 },
  { kind: 'batches-clean-up', minute: 280, every: 1_440, done: null },
]
/** The last runs of each. */
const LAST_RUNS = 8

/** Guides are switched off, since the demo contacts no host. */
const loadRuns = async (tx: Tx, { config }: Context, now: Date): Promise<void> => {
  const random = createRandom('runs')
  const midnight = startOfDay(dayOf(now, config.timeZone), config.timeZone)
  const rows = RUNS.flatMap(({ kind, minute, every, done }) => {
    const first = shift(midnight, minute * MINUTE)
    const periods = Math.floor((now.getTime() - first.getTime()) / (every * MINUTE))
    return Array.from({ length: LAST_RUNS }, (_, index) => {
      const begun = shift(first, (periods - index) * every * MINUTE + random.integer(200, 1_500))
      const ended = shift(begun, random.integer(300, 9_000))
      const left = done === null ? null : 0
      return {
        _id: idAt(begun, random),
        kind,
        key: '',
        begun,
        ended,
        state: 'done' as const,
        slices: 1,
        done,
        left,
      }
    })
  })
  await tx.insert(jobRuns).values(rows.filter(({ ended }) => ended < now))
  await tx.insert(jobSwitches).values({ kind: 'guides', isOn: false })
}
