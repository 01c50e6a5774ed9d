import { setImmediate as nextTurn } from 'node:timers/promises'
import { asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { Proposer } from '../../../../domain/channels/epg-likeness.ts'
import {
  type AcceptedProposals,
  PROPOSAL_ENDPOINTS as API,
  type EpgProposal,
  MOST_PROPOSALS,
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
const MOST_CHANNELS = 5_000
const MOST_GUIDE_CHANNELS = 15_000
/** Milliseconds of comparing before other requests get their turn. */
const TURN = 10

const updating = { access: { action: 'update', resource: 'channels' } } as const

/** /api/channels/epg-proposals: guides for channels without one (rules T15, T16). */
export const proposalRoutes = (app: App, context: Context): void => {
  app.route({
    ...operation(API.list, { querystring: z.strictObject({}) }),
    config: { ...updating, load: 'reports' },
    handler: () => inTurn(() => proposals(context)),
  })
  app.route({
    ...operation(API.take),
    config: updating,
    handler: ({ currentUser, body }) => takeProposals(context, currentUser, body),
  })
}

let last: Promise<unknown> = Promise.resolve()

/** One comparison at a time: it takes processor time. A repeated request, as after a change, waits for the one before. */
const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
  const result = last.then(work)
  last = result.catch(() => undefined)
  return result
}

async function proposals({ db, now }: Context): Promise<EpgProposal[]> {
  const sought = await db
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
    .limit(MOST_CHANNELS)
  if (sought.length === 0) return []
  const proposer = new Proposer<Awaited<ReturnType<typeof namesInGuides>>[number]>()
  await inTurns(await namesInGuides(db), (name) => proposer.add(name))
  const found: ({ channel: (typeof sought)[number] } & NonNullable<ReturnType<typeof proposer.propose>>)[] =
    []
  await inTurns(sought, (channel) => {
    const proposal = proposer.propose(channel)
    if (proposal) found.push({ channel, ...proposal })
  })
  found.sort((one, other) => other.likeness - one.likeness)
  const best = found.slice(0, MOST_PROPOSALS)
  const programmes = await programmesOf(
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
    now: onAir(programmes.get(keyOf({ guide, epgId })) ?? [], time).now,
  }))
}

/** Lets other requests go on after some milliseconds of work. */
const inTurns = async <Each>(all: readonly Each[], work: (each: Each) => void): Promise<void> => {
  let start = performance.now()
  for (const each of all) {
    work(each)
    if (performance.now() - start < TURN) continue
    await nextTurn()
    start = performance.now()
  }
}

const keyOf = ({ guide, epgId }: { guide: string; epgId: string }): string => `${guide} ${epgId}`

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
    .limit(MOST_GUIDE_CHANNELS)

type Chosen = readonly { guide: string; epgId: string }[]

const isChosen = (chosen: Chosen) => sql`(${guideChannels.guide}, ${guideChannels.epgId}) in (
  select v.guide, v."epgId" from jsonb_to_recordset(${JSON.stringify(
    chosen.map(({ guide, epgId }) => ({ guide, epgId })),
  )}::jsonb) as v(guide text, "epgId" text))`

const programmesOf = async (db: Executor, chosen: Chosen) => {
  const { guide, epgId, programmes } = guideChannels
  const rows = await db.select({ guide, epgId, programmes }).from(guideChannels).where(isChosen(chosen))
  return new Map(rows.map((row) => [keyOf(row), row.programmes]))
}

/** Writes all chosen proposals or none, as a batch (rule T16). */
const takeProposals = (
  context: Context,
  currentUser: CurrentUser,
  { proposals: chosen }: AcceptedProposals,
) =>
  withRetry(context.db, async (tx) => {
    const byChannel = new Map(chosen.map((each) => [each.channel, each]))
    if (byChannel.size < chosen.length) throw invalid(PROPOSAL_MESSAGES.twice)
    const rows = await lockRows(tx, channelCollection.table, [...byChannel.keys()])
    for (const { channel, dateUpdate } of chosen) {
      const stored = rows.get(channel)
      if (stored?.dateUpdate.getTime() !== new Date(dateUpdate).getTime() || stored.epgId !== '')
        throw new Conflict(PROPOSAL_MESSAGES.changed, { code: 'STALE' })
    }
    const checkReferences = await lockReferences(
      tx,
      channelCollection,
      chosen.map(({ guide }) => ({ channelGuide: guide })),
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
    await refuseUnknown(tx, chosen)
    const batch = await insertUpdateBatch(tx, currentUser, { resource: 'channels', date: context.now() })
    const written = await writeEdits(channelCollection, { tx, context, currentUser, batch }, edits)
    await addToBatch(tx, batch, written)
    return { batch, changed: written.length }
  })

const invalid = (message: string) => new Invalid([{ field: 'proposals', message }])

/** The guide may have been read again since. */
async function refuseUnknown(tx: Tx, chosen: Chosen): Promise<void> {
  const { guide, epgId } = guideChannels
  const known = await tx.select({ guide, epgId }).from(guideChannels).where(isChosen(chosen))
  const keys = new Set(known.map(keyOf))
  if (!chosen.every((each) => keys.has(keyOf(each)))) throw invalid(PROPOSAL_MESSAGES.gone)
}
