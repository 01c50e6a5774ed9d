import { setImmediate as nextTurn } from 'node:timers/promises'
import { asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { Proposer } from '../../../../domain/channels/epg-likeness.ts'
import {
  type AcceptedProposals,
  PROPOSAL_ENDPOINTS as API,
  type EpgProposal,
  MAX_PROPOSALS,
  PROPOSAL_MESSAGES,
} from '../../../../domain/channels/epg-proposals.ts'
import { onAir } from '../../../../domain/channels/on-air.ts'
import type { CurrentUser } from '../../../platform/auth/current-user.ts'
import { pick, type RecordEdit, writeEdits } from '../../../platform/collections/bulk.ts'
import { editedValues, lockRows } from '../../../platform/collections/records.ts'
import { lockReferences } from '../../../platform/collections/references.ts'
import type { Executor, Tx } from '../../../platform/database/open.ts'
import { channelGuides, channels, guideChannels } from '../../../platform/database/schema/channels.ts'
import { withRetry } from '../../../platform/database/transactions.ts'
import type { App, Context } from '../../../platform/http/context.ts'
import { Conflict, Invalid } from '../../../platform/http/errors.ts'
import { editDate, operation } from '../../../platform/http/operation.ts'
import { addToBatch, insertUpdateBatch } from '../../../platform/tasks/batches.ts'
import { channelCollection } from '../collections.ts'

/** Channels and guide channels that are compared; the first ones of more. */
const MAX_CHANNELS = 5_000
const MAX_GUIDE_CHANNELS = 15_000
/** Milliseconds of comparing before other requests are served. */
const YIELD_AFTER = 10

const updating = { access: { action: 'update', resource: 'channels' } } as const

/** /api/channels/epg-proposals: guides for channels without one (rules T15, T16). */
export const proposalRoutes = (app: App, context: Context): void => {
  app.route({
    ...operation(API.list, { querystring: z.strictObject({}) }),
    config: { ...updating, load: 'reports' },
    handler: () => oneAtATime(() => listProposals(context)),
  })
  app.route({
    ...operation(API.take),
    config: updating,
    handler: ({ currentUser, body }) => takeProposals(context, currentUser, body),
  })
}

let previous: Promise<unknown> = Promise.resolve()

/** Runs comparisons one at a time, since each takes processor time. */
const oneAtATime = <Result>(work: () => Promise<Result>): Promise<Result> => {
  const result = previous.then(work)
  previous = result.catch(() => undefined)
  return result
}

async function listProposals({ db, now }: Context): Promise<EpgProposal[]> {
  const candidates = await db
    .select({
      _id: channels._id,
      dateUpdate: channels.dateUpdate,
      number: channels.number,
      title: channels.title,
      image: channels.image,
    })
    .from(channels)
    .where(eq(channels.epgId, ''))
    .orderBy(asc(channels.number), asc(channels._id))
    .limit(MAX_CHANNELS)
  if (candidates.length === 0) return []
  const proposer = new Proposer<Awaited<ReturnType<typeof namesInGuides>>[number]>()
  await withYields(await namesInGuides(db), (name) => proposer.add(name))
  const matches: ({ channel: (typeof candidates)[number] } & NonNullable<
    ReturnType<typeof proposer.propose>
  >)[] = []
  await withYields(candidates, (channel) => {
    const proposal = proposer.propose(channel)
    if (proposal) matches.push({ channel, ...proposal })
  })
  matches.sort((one, other) => other.likeness - one.likeness)
  const best = matches.slice(0, MAX_PROPOSALS)
  const programmes = await readProgrammes(
    db,
    best.map((each) => each.match),
  )
  const time = now().getTime()
  return best.map(({ channel, match: { guide, guideName, epgId, name }, likeness }) => ({
    channel: { ...channel, dateUpdate: channel.dateUpdate.toISOString() },
    guide: { _id: guide, name: guideName },
    epgId,
    name,
    likeness,
    now: onAir(programmes.get(channelKey({ guide, epgId })) ?? [], time).now,
  }))
}

/** Lets other requests go on after some milliseconds of work. */
const withYields = async <Each>(all: readonly Each[], work: (each: Each) => void): Promise<void> => {
  let start = performance.now()
  for (const each of all) {
    work(each)
    if (performance.now() - start < YIELD_AFTER) continue
    await nextTurn()
    start = performance.now()
  }
}

const channelKey = ({ guide, epgId }: { guide: string; epgId: string }): string => `${guide} ${epgId}`

const namesInGuides = (db: Executor) =>
  db
    .select({
      guide: guideChannels.guide,
      guideName: channelGuides.name,
      epgId: guideChannels.epgId,
      name: guideChannels.name,
      search: guideChannels.search,
    })
    .from(guideChannels)
    .innerJoin(channelGuides, eq(channelGuides._id, guideChannels.guide))
    .where(eq(channelGuides.status, true))
    .orderBy(asc(guideChannels.guide), asc(guideChannels.nameKey), asc(guideChannels.epgId))
    .limit(MAX_GUIDE_CHANNELS)

type Selection = readonly { guide: string; epgId: string }[]

const isSelected = (selection: Selection) => sql`(${guideChannels.guide}, ${guideChannels.epgId}) in (
  select v.guide, v."epgId" from jsonb_to_recordset(${JSON.stringify(
    selection.map(({ guide, epgId }) => ({ guide, epgId })),
  )}::jsonb) as v(guide text, "epgId" text))`

const readProgrammes = async (db: Executor, selection: Selection) => {
  const { guide, epgId, programmes } = guideChannels
  const rows = await db.select({ guide, epgId, programmes }).from(guideChannels).where(isSelected(selection))
  return new Map(rows.map((row) => [channelKey(row), row.programmes]))
}

/** Writes all chosen proposals or none, as a batch (rule T16). */
const takeProposals = (
  context: Context,
  currentUser: CurrentUser,
  { proposals: selection }: AcceptedProposals,
) =>
  withRetry(context.db, async (tx) => {
    const byChannel = new Map(selection.map((each) => [each.channel, each]))
    if (byChannel.size < selection.length) throw invalid(PROPOSAL_MESSAGES.twice)
    const rows = await lockRows(tx, channelCollection.table, [...byChannel.keys()])
    for (const { channel, dateUpdate } of selection) {
      const stored = rows.get(channel)
      if (stored?.dateUpdate.getTime() !== new Date(dateUpdate).getTime() || stored.epgId !== '')
        throw new Conflict(PROPOSAL_MESSAGES.changed, { code: 'STALE' })
    }
    const checkReferences = await lockReferences(
      tx,
      channelCollection,
      selection.map(({ guide }) => ({ channelGuide: guide })),
    )
    const edits: RecordEdit[] = []
    for (const [channel, stored] of rows) {
      const { guide = null, epgId = '' } = byChannel.get(channel) ?? {}
      const sent = { channelGuide: guide, epgId }
      const all = await editedValues(tx, context, channelCollection, stored, sent, checkReferences)
      if (!all) continue
      edits.push({
        stored,
        values: pick(all, (name) => all[name] !== stored[name]),
        before: pick(stored, (name) => name in sent),
        dateUpdate: editDate(context.now(), stored.dateUpdate),
      })
    }
    await refuseUnknown(tx, selection)
    const batch = await insertUpdateBatch(tx, currentUser, { resource: 'channels', date: context.now() })
    const written = await writeEdits(channelCollection, { tx, context, currentUser, batch }, edits)
    await addToBatch(tx, batch, written)
    return { batch, changed: written.length }
  })

const invalid = (message: string) => new Invalid([{ field: 'proposals', message }])

/** Throws if a proposed guide channel is gone: its guide may have been read again. */
async function refuseUnknown(tx: Tx, selection: Selection): Promise<void> {
  const { guide, epgId } = guideChannels
  const rows = await tx.select({ guide, epgId }).from(guideChannels).where(isSelected(selection))
  const keys = new Set(rows.map(channelKey))
  if (!selection.every((each) => keys.has(channelKey(each)))) throw invalid(PROPOSAL_MESSAGES.gone)
}
