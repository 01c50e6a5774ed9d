import { expect, test } from 'vitest'
import { queueChecks } from '../../../../src/server/features/links/queue-checks.ts'
import { linkChecks } from '../../../../src/server/features/links/schedule.ts'
import { linkHosts } from '../../../../src/server/platform/database/schema/links.ts'
import { testApp } from '../../../support/app.ts'
import { channelOf } from '../../../support/channels.ts'
import { HOUR } from '../../../support/clock.ts'
import { create } from '../../../support/films.ts'
import { runChunk } from '../../../support/jobs.ts'
import { answerDuring } from '../../../support/locks.ts'
import { people } from '../../../support/people.ts'

const server = testApp()

test('removing idle hosts keeps a host whose check is queued meanwhile', async () => {
  const { admin } = await people(server)
  const link = 'https://tv.example/siete.m3u8'
  await create(admin, '/api/channels', channelOf({ link }))
  const { db, clock } = server
  const old = new Date(clock.now().getTime() - 2 * HOUR)
  await db.insert(linkHosts).values(['tv.example', 'other.example'].map((host) => ({ host, nextCheck: old })))
  const bases = { contentUrlBase: '', tvUrlBase: '' }
  const state = await answerDuring(
    db,
    (tx) =>
      queueChecks(tx, bases, { resource: 'channels', where: undefined, now: clock.now(), isAsked: true }),
    () => runChunk(server.context, linkChecks),
  )
  expect(state).toBe('more')
  expect((await db.select().from(linkHosts)).map(({ host }) => host)).toEqual(['tv.example'])
})
