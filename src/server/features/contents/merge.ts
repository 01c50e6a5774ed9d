import { eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Link } from '../../../domain/contents/link.ts'
import {
  MERGE_MESSAGES,
  type MergeResult,
  mergedFields,
  mergeEndpoints,
  mergeErrors,
  type mergeInput,
} from '../../../domain/contents/merge.ts'
import { DATED_CONTENTS } from '../../../domain/contents/newest-contents.ts'
import { episodeLabel } from '../../../domain/support/history.ts'
import { recordEvents } from '../../platform/audit/audit-log.ts'
import { requireConfirmed } from '../../platform/auth/confirmation.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { deleteIn, lockRows, updateRow } from '../../platform/collections/records.ts'
import {
  asStoredRow,
  type CatalogueTable,
  type Collection,
  type StoredRow,
} from '../../platform/database/collection.ts'
import { isAnyOf } from '../../platform/database/ids.ts'
import type { Tx } from '../../platform/database/open.ts'
import { type EpisodeRow, episodes, series, waitingViews } from '../../platform/database/schema/contents.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { Invalid, NotFound } from '../../platform/http/errors.ts'
import { editDate, idParameters, operation, refuseStale } from '../../platform/http/operation.ts'
import { moveReports, moveVisits, renameReports } from '../support/move-media.ts'
import { episodeCollection } from './episodes.ts'
import { duplicateRoutes } from './quality.ts'

/** Merge endpoints of the entities that can have duplicates. */
export const mergeRoutes = (app: App, context: Context, collection: Collection): void => {
  const resource = DATED_CONTENTS.find((each) => each === collection.entity.resource)
  if (resource === undefined) return
  duplicateRoutes(app, context, resource)
  app.route({
    ...operation(mergeEndpoints(resource).merge, { params: idParameters }),
    config: {
      // A merge deletes one record and changes another.
      access: {
        all: [
          { action: 'update', resource },
          { action: 'delete', resource },
        ],
      },
      peopleOnly: true,
      isLong: true,
    },
    handler: ({ currentUser, params, body }) =>
      withRetry(context.db, (tx) => new Merge(tx, context, collection, currentUser).run(params.id, body)),
  })
}

type Fields = Readonly<Record<string, unknown>>

const readLinks = ({ content }: Fields): readonly Link[] => (Array.isArray(content) ? content : [])

/** Changes to the remaining record, and the number of links added. */
interface Change {
  before: StoredRow
  values: Fields
  links: number
}

/**
 * A merge within its transaction (rule K26): moves the visits, reports and episodes of one record to the other, and the
 * first to the trash. Restored from there, it has its former fields and links, but no visits or reports.
 */
class Merge {
  readonly #tx: Tx
  readonly #context: Context
  readonly #collection: Collection
  readonly #currentUser: CurrentUser
  readonly #date: Date

  constructor(tx: Tx, context: Context, collection: Collection, currentUser: CurrentUser) {
    this.#tx = tx
    this.#context = context
    this.#collection = collection
    this.#currentUser = currentUser
    this.#date = context.now()
  }

  async run(id: string, input: z.output<typeof mergeInput>): Promise<MergeResult> {
    if (id === input.with) throw new Invalid([{ field: 'with', message: MERGE_MESSAGES.same }])
    const rows = await lockRows(this.#tx, this.#collection.table, [id, input.with])
    const target = rows.get(id)
    const other = rows.get(input.with)
    if (!target || !other) throw new NotFound()
    refuseStale(input, target.dateUpdate)
    refuseStale({ dateUpdate: input.withDateUpdate }, other.dateUpdate)
    const change = planChange(this.#collection, target, other)
    requireConfirmed(this.#currentUser)
    const row = await this.#update(this.#collection, change)
    const isSeries = this.#collection.entity.resource === 'series'
    const taken = isSeries ? await this.#takeEpisodes(target, other) : NO_CHANGES
    const moved = await this.#takeMedia('content', other._id, toMedia(row, null))
    await this.#addViews(this.#collection.table, target._id, other._id)
    await deleteIn(this.#tx, this.#context, this.#collection, this.#currentUser, other._id)
    return {
      _id: target._id,
      links: change.links + taken.links,
      visits: moved.visits,
      reports: moved.reports + taken.reports,
      episodes: taken.episodes,
    }
  }

  /** Updates the remaining record, even if no field changes, because its visits do. */
  async #update(collection: Collection, { before, values }: Change): Promise<StoredRow> {
    const names = Object.keys(collection.entity.schemas.new.shape)
    const fields = Object.fromEntries(names.map((name) => [name, values[name] ?? before[name]]))
    const row = await updateRow(this.#tx, collection.table, before._id, {
      ...values,
      ...collection.derive(fields),
      userUpdate: this.#currentUser.name,
      dateUpdate: editDate(this.#date, before.dateUpdate),
    })
    const { resource } = collection.entity
    await this.#record([{ action: 'merge', resource, record: row, before, after: row }])
    return row
  }

  #record(events: Parameters<typeof recordEvents>[3]): Promise<void> {
    return recordEvents(this.#tx, this.#currentUser, this.#date, events)
  }

  async #takeMedia(kind: 'content' | 'episode', from: string, to: ReturnType<typeof toMedia>) {
    const { timeZone } = this.#context.config
    return {
      visits: await moveVisits(this.#tx, timeZone, kind, from, to.id),
      reports: await moveReports(this.#tx, from, to),
    }
  }

  /** Adds up the visit counts of both rows, which are locked against concurrent visits. */
  async #addViews(table: CatalogueTable, to: string, from: string): Promise<void> {
    const { rows } = await this.#tx.execute<{ views: number }>(sql`
      with taken as (delete from ${waitingViews} where ${isAnyOf(waitingViews.item, [to, from])} returning item)
      select count(*)::int as views from taken`)
    await this.#tx.execute(sql`
      update ${table} set view = ${rows[0]?.views ?? 0}::int + (
        select sum(view) from ${table} where _id in (${to}, ${from})) where _id = ${to}`)
    await this.#tx.execute(sql`update ${table} set view = 0 where _id = ${from}`)
  }

  /**
   * Merges episodes whose season and number exist in both series, the merged ones going to the trash with their series;
   * moves the others.
   */
  async #takeEpisodes(target: StoredRow, other: StoredRow) {
    const all = await this.#tx
      .select()
      .from(episodes)
      .where(inArray(episodes.serieId, [target._id, other._id]))
      .orderBy(episodes._id)
      .for('update')
    const targetEpisodes = all.filter(({ serieId }) => serieId === target._id)
    const taken = { ...NO_CHANGES }
    const moving: EpisodeRow[] = []
    for (const episode of all.filter(({ serieId }) => serieId === other._id)) {
      const twin = targetEpisodes.find(
        (each) => each.season === episode.season && each.episode === episode.episode,
      )
      if (!twin) {
        moving.push(episode)
        continue
      }
      const change = planChange(episodeCollection, asStoredRow(twin), asStoredRow(episode))
      const row = await this.#update(episodeCollection, change)
      // A third episode with this number is merged into the updated one.
      Object.assign(twin, row)
      const { reports } = await this.#takeMedia('episode', episode._id, episodeMedia(twin, target))
      await this.#addViews(episodes, twin._id, episode._id)
      taken.links += change.links
      taken.reports += reports
    }
    return { ...taken, episodes: await this.#moveEpisodes(target, other, moving) }
  }

  async #moveEpisodes(target: StoredRow, other: StoredRow, moving: readonly EpisodeRow[]): Promise<number> {
    if (moving.length === 0) return 0
    const ids = moving.map(({ _id }) => _id)
    await this.#tx
      .update(episodes)
      .set({ serieId: target._id, userUpdate: this.#currentUser.name, dateUpdate: this.#date })
      .where(isAnyOf(episodes._id, ids))
    // Triggers only count inserted and deleted episodes.
    for (const [id, more] of [
      [target._id, moving.length],
      [other._id, -moving.length],
    ] as const)
      await this.#tx
        .update(series)
        .set({ episodes: sql`${series.episodes} + ${more}::int` })
        .where(eq(series._id, id))
    await this.#record(
      moving.map((episode) => ({
        action: 'update',
        resource: 'episodes',
        record: episode,
        before: episode,
        after: { ...episode, serieId: target._id },
      })),
    )
    await renameReports(
      this.#tx,
      moving.map((episode) => episodeMedia(episode, target)),
    )
    return moving.length
  }
}

const NO_CHANGES = { links: 0, reports: 0, episodes: 0 }

const planChange = (collection: Collection, target: StoredRow, other: StoredRow): Change => {
  const names = Object.keys(collection.entity.schemas.new.shape).filter((name) => name !== 'serieId')
  const values = mergedFields(names, target, other)
  const after = { ...target, ...values }
  const errors = mergeErrors(after)
  if (errors.length > 0) throw new Invalid(errors)
  return { before: target, values, links: readLinks(after).length - readLinks(target).length }
}

const toMedia = ({ _id, title, reference }: StoredRow, parentId: string | null) => ({
  id: _id,
  parentId,
  title: String(title),
  reference: String(reference),
})

/** The data of an episode that are copied to its reports. */
const episodeMedia = (episode: EpisodeRow, serie: StoredRow) => ({
  ...toMedia(asStoredRow(episode), serie._id),
  title: `${serie.title} · ${episodeLabel(episode)}`,
})
