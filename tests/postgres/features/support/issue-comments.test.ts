import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { COMMENT_MESSAGES } from '../../../../src/domain/support/issue-comment.ts'
import { tombstone } from '../../../../src/server/features/users/user-row.ts'
import { issues } from '../../../../src/server/platform/database/schema/support.ts'
import { users } from '../../../../src/server/platform/database/schema/users.ts'
import { testApp, validationErrorsOf } from '../../../support/app.ts'
import { create, filmOf } from '../../../support/films.ts'
import { runJobs } from '../../../support/jobs.ts'
import { answerDuring } from '../../../support/locks.ts'
import { signedIn } from '../../../support/people.ts'
import { viewerApp } from '../../../support/viewers.ts'

const server = testApp()
const path = '/api/issues'

const scene = async () => {
  const sa = await signedIn(server, 'sa')
  const viewer = await viewerApp(server)
  const film = await create(sa, '/api/movies', filmOf())
  const body = { mediaId: film._id, mediaType: 'Movie', issueType: 'AUDIO' }
  const { _id: report } = await create(viewer, path, body)
  return { sa, viewer, report }
}

/** Deletes a viewer, while an answer is waiting. */
const erasing = <T>(viewer: string, ask: () => Promise<T>): Promise<T> =>
  answerDuring(server.db, (tx) => tx.update(users).set(tombstone()).where(eq(users._id, viewer)), ask)

test('an answer waits for the deletion of its viewer, and is refused', async () => {
  const { sa, viewer, report } = await scene()
  const late = await erasing(viewer.id, () =>
    sa.post(`${path}/${report}/comments`, { text: 'Hola', isAnswer: true }),
  )
  expect([late.status, validationErrorsOf(late).isAnswer]).toEqual([422, COMMENT_MESSAGES.viewerGone])
})

test('an answer to many waits for the deletion of a viewer, and skips its reports', async () => {
  const { sa, viewer, report } = await scene()
  const { status, body } = await sa.post(`${path}/answers`, { text: 'Hola' })
  expect(status).toBe(202)
  await erasing(viewer.id, () => runJobs(server.context))
  expect((await sa.get(`/api/batches/${body.batch}`)).body).toMatchObject({
    state: 'done',
    changed: 0,
    refused: [{ _id: report, message: COMMENT_MESSAGES.viewerGone }],
  })
  expect((await sa.get(`${path}/${report}/comments`)).rows).toEqual([])
})

test('an assignment waits for that of another operator, and leaves the report to it', async () => {
  const { sa, report } = await scene()
  const other = await signedIn(server, 'Administrador')
  const taken = await answerDuring(
    server.db,
    (tx) => tx.update(issues).set({ assignee: other.id }).where(eq(issues._id, report)),
    () => sa.post(`${path}/assignments`, { ids: [report], isAssigned: true }),
  )
  expect(taken.body).toEqual({ count: 0, kept: 1 })
  expect((await sa.get(path)).rows).toMatchObject([{ assigneeName: other.name }])
})
