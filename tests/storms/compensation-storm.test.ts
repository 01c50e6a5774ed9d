import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { expectSound, newDatabase, testCleanUp } from '../faults/setup.ts'
import { type Answer, ask, openShop, type Shop } from '../faults/shop.ts'

/** Compensations, each of which is killed once while it gives its days, and once while it takes them back. */
const ROUNDS = 10
/** Three chunks of a batch. */
const CUSTOMERS = 250
const LEDGER = '/api/license_transactions'

const { endings, folder } = testCleanUp()

const ENGINES: [string, () => Promise<string | undefined>][] = [
  ['the embedded database', async () => undefined],
  ['PostgreSQL', newDatabase],
]

const post = ({ url, sa: { token } }: Shop, path: string, body: Record<string, unknown>, key: string) =>
  ask(url(), token, 'POST', path, body, { 'idempotency-key': key })

/** Creates customers with a licence. */
async function addCustomers(shop: Shop): Promise<string[]> {
  const { sa } = shop
  const profiles = (await sa.call('GET', '/api/profiles?limit=100')).rows
  const profile = profiles.find(({ name }) => name === 'app')?._id
  const ids: string[] = []
  for (let number = 0; number < CUSTOMERS; number++) {
    const { body } = await sa.call('POST', '/api/users', {
      ...{ name: `socio${number}`, fullName: `Socio ${number}`, address: 'Calle 1' },
      ...{ profile, platform: 'com.cartelera.tv', password: 'clave-de-prueba' },
    })
    ids.push(String(body._id))
  }
  const sold = await post(shop, `${LEDGER}/bulk`, { ids, period: 'MESES', count: 2 }, 'venta')
  expect(sold.status).toBe(201)
  return ids
}

/** Kills the server some time after a request was sent, starts it again, and repeats a request without an answer. */
async function withKill(shop: Shop, send: () => Promise<Answer>): Promise<Answer> {
  const sent = send().catch(() => undefined)
  await pause(randomInt(0, 400))
  await shop.kill()
  const answer = await sent
  await shop.start()
  return answer ?? send()
}

async function ended({ sa }: Shop, batch: string): Promise<Record<string, unknown>> {
  for (;;) {
    const { body } = await sa.call('GET', `/api/batches/${batch}`)
    if (body.state !== 'running') return body
    await pause(20)
  }
}

test.each(ENGINES)(
  'compensations on %s whose server is killed give everybody the days once, and take them back once',
  async (_name, urlOf) => {
    const shop = await openShop(folder(), await urlOf(), 1)
    endings.push(() => shop.stop())
    const customers = await addCustomers(shop)
    // The last instant of the sales: this machine's clock may differ from the server's.
    const sales = await shop.sa.call('GET', `${LEDGER}?sort=date&order=desc&limit=1`)
    const terms = { at: sales.rows[0]?.date, days: 2, reason: 'Caída', expected: CUSTOMERS }
    const started: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const start = () => post(shop, `${LEDGER}/compensations`, terms, `clave-${round}`)
      const { status, body } = await withKill(shop, start)
      expect(status, `round ${round}: ${JSON.stringify(body)}`).toBe(202)
      started.push(String(body.batch))
    }
    for (const batch of started)
      expect(await ended(shop, batch)).toMatchObject({ state: 'done', changed: CUSTOMERS, refusedCount: 0 })

    const undoings: string[] = []
    for (const batch of started) {
      const { status, body } = await withKill(shop, () => shop.sa.call('POST', `/api/batches/${batch}/undo`))
      // A lost answer of an undo that began is a 409 when repeated.
      expect([202, 409]).toContain(status)
      if (status === 202) undoings.push(String(body.batch))
    }
    for (const undo of undoings)
      expect(await ended(shop, undo)).toMatchObject({ state: 'done', changed: CUSTOMERS, refusedCount: 0 })
    for (const batch of started)
      await expect.poll(async () => (await ended(shop, batch)).state, { timeout: 60_000 }).toBe('undone')

    const count = async (query: string) =>
      (await shop.sa.call('GET', `${LEDGER}/size?status=PROCESSED&period=DIAS&${query}`)).body.count
    for (const id of customers)
      expect([await count(`type=3&userLicensed=${id}`), await count(`type=2&userLicensed=${id}`)]).toEqual([
        ROUNDS,
        ROUNDS,
      ])
    await expectSound(shop, [])
  },
)
