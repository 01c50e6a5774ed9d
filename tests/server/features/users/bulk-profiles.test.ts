import { beforeEach, expect, test } from 'vitest'
import { PROFILE_MESSAGES } from '../../../../src/domain/users/profile.ts'
import { type Row, testApp } from '../../../support/app.ts'
import { runJobs } from '../../../support/jobs.ts'
import { type SignedIn, signedIn, signedInWith, storeProfile, storeUser } from '../../../support/people.ts'

const server = testApp()
const path = '/api/profiles'
let sa: SignedIn

beforeEach(async () => {
  sa = await signedIn(server, 'sa')
})

const remove = (ids: readonly unknown[], expected = ids.length): Row => ({ ids, expected, action: 'delete' })

async function done(body: Row, client = sa): Promise<Row> {
  const started = await client.post(`${path}/bulk`, body)
  expect(started).toMatchObject({ status: 202 })
  await runJobs(server.context)
  return (await client.get(`/api/batches/${started.body.batch}`)).body
}

const idOf = async (name: string) =>
  String((await sa.get(`${path}?search=${name}`)).rows.find((row) => row.name === name)?._id)

test('deletes the deletable profiles, and states why the others remain', async () => {
  const [one, other] = [await storeProfile(server, 'lote uno'), await storeProfile(server, 'lote dos')]
  const used = await storeProfile(server, 'usado')
  await storeUser(server, 'custom', { profile: used })
  const system = await idOf('agent')
  const batch = await done(remove([one, other, used, system]))
  expect(batch).toMatchObject({ state: 'done', changed: 2, refusedCount: 2, canUndo: false })
  expect(batch.refused).toEqual(
    expect.arrayContaining([
      { _id: used, message: PROFILE_MESSAGES.inUse(1) },
      { _id: system, message: PROFILE_MESSAGES.system },
    ]),
  )
  for (const [id, status] of [
    [one, 404],
    [other, 404],
    [used, 200],
    [system, 200],
  ] as const)
    expect(await sa.get(`${path}/${id}`)).toMatchObject({ status })
})

test('rejects profiles that grant more than the caller has, and callers without the flag', async () => {
  const narrow = await storeProfile(server, 'angosto')
  const wide = await idOf('superagent')
  const clerk = await signedInWith(server, { 'profile-list': ['delete'] })
  const batch = await done(remove([narrow, wide]), clerk)
  expect(batch).toMatchObject({ changed: 1, refusedCount: 1 })
  expect(await sa.get(`${path}/${wide}`)).toMatchObject({ status: 200 })
  const reader = await signedInWith(server, { 'profile-list': ['modify'] })
  expect(await reader.post(`${path}/bulk`, remove([]))).toMatchObject({ status: 403 })
})

test('requires the expected number, and supports no other action', async () => {
  const id = await storeProfile(server, 'visto')
  expect(await sa.post(`${path}/bulk`, remove([id], 2))).toMatchObject({
    status: 409,
    body: { code: 'COUNT' },
  })
  expect(
    await sa.post(`${path}/bulk`, { ...remove([id]), action: 'update', changes: { accessWeb: false } }),
  ).toMatchObject({ status: 422 })
  expect(await done({ filter: { search: 'visto' }, expected: 1, action: 'delete' })).toMatchObject({
    changed: 1,
  })
})
