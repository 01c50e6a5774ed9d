import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { newDatabase, testCleanUp } from './setup.ts'
import { type Answer, ask, type Client, openShop, type Shop } from './shop.ts'

const { endings, folder } = testCleanUp()

/** More rows than are written at once. Most repeat the first one, since each new user's password takes a hash. */
const ROWS = 5_040
/** Users in six chunks. */
const NEW = 600
const KILLS = 20

const file = (prefix: string): string => {
  const line = (n: number) => `${prefix}${n},secreta,2027-05-01`
  const lines = Array.from({ length: ROWS }, (_, n) => line(n < NEW ? n : 0))
  return ['username,password,exp_date', ...lines, ''].join('\n')
}

const read = async ({ sa }: Pick<Shop, 'sa'>, id: string): Promise<Answer['body']> =>
  (await sa.call('GET', `/api/imports/${id}`)).body

/** Waits until an import has ended, or `isEnough` of it is done. */
const until = async (shop: Pick<Shop, 'sa'>, id: string, isEnough: (now: Answer['body']) => boolean) => {
  for (;;) {
    const now = await read(shop, id)
    if ((now.state !== 'applying' && now.state !== 'checking') || isEnough(now)) return now
    await pause(5)
  }
}

const open = async (url?: string): Promise<Shop> => {
  const shop = await openShop(folder(), url, 1)
  endings.push(() => shop.stop())
  return shop
}

/** Imports new users whose names have this prefix; returns the import's id while it is written. */
const startImport = async (shop: Shop, prefix: string): Promise<string> => {
  const answer = await fetch(`${shop.url()}/api/users/imports?name=panel.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.sa.token}`, 'content-type': 'text/csv' },
    body: file(prefix),
  })
  const { _id, columns }: { _id: string; columns: { field: string | null }[] } = await answer.json()
  const mapping = { columns: columns.map(({ field }) => field) }
  expect(await shop.sa.call('PUT', `/api/imports/${_id}/mapping`, mapping)).toMatchObject({ status: 202 })
  const { version, counts } = await until(shop, _id, () => false)
  expect(counts).toMatchObject({ new: NEW, duplicate: ROWS - NEW })
  const apply = await shop.sa.call('POST', `/api/imports/${_id}/apply`, { version, takeNew: true })
  expect(apply).toMatchObject({ status: 202, body: { isChunked: true } })
  return _id
}

/** Each user, its licence, and the events of both exist once, in one batch, and the ledger reconciles. */
const expectOnce = async (sa: Client, id: string, prefix: string) => {
  const count = async (path: string) => (await sa.call('GET', path)).body.count
  const path = `/api/users/size?batch=${id}`
  const audit = '/api/audit/size?action='
  expect({
    users: await count(`/api/users/size?search=${prefix}`),
    ofBatch: await count(path),
    licences: await count(`/api/license_transactions/size?type=3&search=${prefix}`),
    created: await count(`${audit}create&resource=users&batch=${id}`),
    imports: await count(`${audit}import&resource=users&batch=${id}`),
  }).toEqual({ users: NEW, ofBatch: NEW, licences: NEW, created: NEW, imports: 1 })
  const { body } = await sa.call('GET', `/api/batches/${id}`)
  expect(body).toMatchObject({ state: 'done', done: NEW, total: NEW, changed: NEW })
  expect((await sa.call('GET', '/api/reconciliation')).body.isSound).toBe(true)
}

test('imports in chunks of a server that is killed again and again write each user once', async () => {
  const shop = await open()
  for (let kills = 0, round = 1; kills < KILLS; round++) {
    const prefix = `tanda${round}x`
    const id = await startImport(shop, prefix)
    for (let killed = 1; kills < KILLS; kills++, killed++) {
      const before = await read(shop, id)
      // While passwords are hashed at first, then while users are written.
      const wanted = killed < 3 ? 'done' : 'created'
      const now = await until(shop, id, (each) => Number(each[wanted]) > Number(before[wanted]))
      if (now.state !== 'applying') break
      await pause(Math.random() * 100)
      await shop.kill()
      await shop.start()
    }
    expect(await until(shop, id, () => false)).toMatchObject({ state: 'done', message: '', created: NEW })
    await expectOnce(shop.sa, id, prefix)
  }
})

test('a node takes over the import in chunks of a killed one', async () => {
  const shop = await open(await newDatabase())
  const id = await startImport(shop, 'nuevo')
  const second = await shop.another(folder())
  endings.push(() => second.stop())
  await until(shop, id, ({ created }) => Number(created) > 0)
  await shop.kill()
  const { token } = shop.sa
  const sa: Client = { token, call: (method, path, body) => ask(second.url(), token, method, path, body) }
  expect(await until({ sa }, id, () => false)).toMatchObject({ state: 'done', created: NEW })
  await shop.start()
  await expectOnce(sa, id, 'nuevo')
})
