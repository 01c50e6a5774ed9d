import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { newId } from '../../src/server/platform/database/ids.ts'
import type { Db } from '../../src/server/platform/database/open.ts'
import { apkChunks, apkFiles } from '../../src/server/platform/database/schema/apk.ts'
import { batches } from '../../src/server/platform/database/schema/batches.ts'
import { movies } from '../../src/server/platform/database/schema/contents.ts'
import { outbox, webhooks } from '../../src/server/platform/database/schema/outbox.ts'
import { installation } from '../../src/server/platform/database/schema/settings.ts'
import {
  histories,
  historyDays,
  issueGroups,
  issues,
} from '../../src/server/platform/database/schema/support.ts'
import { balances, demoDevices, loginAttempts } from '../../src/server/platform/database/schema/users.ts'
import type { TestApp } from './app.ts'
import { makeTransaction, saleOf, TYPE } from './credits.ts'
import { BODIES } from './entities.ts'
import { create } from './films.ts'
import { type People, people, storeUser } from './people.ts'

/** Values that a line-based file, a query or a careless copy could lose. */
export const AWKWARD =
  'Ñandú "citado" \\ línea\nsegunda\r\ttabulada\u2028una\u2029dos \u0001 😀 [1,null] {"a":"\\u0000"}'

/** Fills a database with values that are hard to copy, in every column type; its ledger reconciles. */
export async function fillAwkwardly(test: TestApp): Promise<People> {
  const { db } = test
  const now = test.clock.now()
  await db.insert(installation).values({ isDemo: false, date: now, timeZone: 'Asia/Tokyo' })
  const team = await people(test)
  await db.delete(balances)
  await makeTransaction(team.admin, saleOf(team.superagent.id, { type: TYPE.TRANSFER, count: 40 }))
  await makeTransaction(team.superagent, saleOf(team.agent.id, { type: TYPE.TRANSFER, count: 30 }))
  const device = {
    ...{ macAddress: AWKWARD, sdkVersion: '', appVersion: '3.5.0' },
    ...{ model: 'null', product: '[]', description: '{}' },
  }
  const customer = await storeUser(test, 'app', { createdBy: team.agent.id, comment: AWKWARD, device })
  await makeTransaction(team.agent, saleOf(customer._id, { count: 3 }))
  await makeTransaction(team.admin, saleOf(customer._id, { type: TYPE.REFUND }))
  // A JSON null, as opposed to a NULL column.
  await db.execute(sql`update users set device = 'null'::jsonb where _id = ${team.agent.id}`)
  for (const [path, body] of Object.entries(BODIES)) await create(team.sa, path, body)
  await db.update(movies).set({ rating: 0.1 + 0.2 })
  await storeSupport(db, now, team.sa.id)
  await storeApk(db, now)
  await storeOutbox(db, now, customer._id)
  await db.insert(demoDevices).values({ device: 'digest', day: '2026-11-21' })
  await db.insert(loginAttempts).values({ nameKey: 'sa', address: '10.0.0.1', at: now })
  return team
}

async function storeSupport(db: Db, now: Date, createdBy: string): Promise<void> {
  const content = { mediaType: 'Movie', resource: 'movies', title: AWKWARD, search: ` ${AWKWARD}` } as const
  await db.insert(histories).values({
    ...content,
    ...{ date: now, user: newId(), contentId: newId(), userName: AWKWARD, genres: [AWKWARD, ''], year: null },
  })
  const day = '2026-03-15'
  await db.insert(historyDays).values({ day, mediaType: 'Movie', slot: 0, visits: 2_147_483_647 })
  const mediaId = newId()
  const issueType = 'AUDIO' as const
  await db.insert(issueGroups).values({
    ...content,
    ...{ mediaId, issueType, titleKey: 'ñandu', reference: '' },
    ...{ open: 1, fixed: 0, lastDate: now },
  })
  // The next number exceeds JavaScript's safe integers.
  await db.execute(sql`alter sequence issues_number_seq restart with 9007199254740993`)
  const report = { mediaId, mediaType: 'Movie', issueType, date: now, day } as const
  const repair = { _id: newId(), resource: 'issues', action: 'repair' } as const
  await db.insert(issues).values({ ...report, group: 1, user: newId(), dateUpdate: now, repair: repair._id })
  await db
    .insert(batches)
    .values({ ...repair, changes: { search: AWKWARD }, createdBy, address: '', date: now, state: 'done' })
}

async function storeOutbox(db: Db, now: Date, user: string): Promise<void> {
  const webhook = newId()
  await db.insert(webhooks).values({
    ...{ _id: webhook, name: AWKWARD, url: 'https://crm.example/', events: ['user.created', 'issue.opened'] },
    ...{ template: '{"text": "{{texto}}"}', secret: 'whsec_', dateCreate: now, dateUpdate: now },
  })
  const sent = { token: newId(), date: now, nextAttempt: now, state: 'sent', answer: AWKWARD } as const
  await db.insert(outbox).values([
    { ...sent, kind: 'webhook', reason: 'user.created', webhook, data: { id: AWKWARD } },
    { ...sent, kind: 'mail', reason: 'expiry', key: AWKWARD, user, recipient: 'ñandú@correo.example' },
  ])
}

async function storeApk(db: Db, now: Date): Promise<void> {
  const file = newId()
  await db.insert(apkFiles).values({ _id: file, state: 'current', since: now, size: 1_048_576 + 256 })
  const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  await db.insert(apkChunks).values([
    { file, place: 0, bytes: randomBytes(1_048_576) },
    { file, place: 1, bytes: everyByte },
  ])
}
