import { newId } from '../../src/server/platform/database/ids.ts'
import type { Answer, Client, Row } from './app.ts'

const path = '/api/license_transactions'

/** Numbers of the types in the API (rule C6). */
export const TYPE = { SALE: 1, REFUND: 2, CREDIT: 3, TRANSFER: 4, REFUND_TRANSFER: 5 } as const

/** Input of a sale of one month, with `changes`. */
export const saleOf = (userLicensed: string, changes: Row = {}): Row => ({
  userLicensed,
  type: TYPE.SALE,
  period: 'MESES',
  count: 1,
  ...changes,
})

/** Creates a transaction with an Idempotency-Key, as the admin does. */
export const createTransaction = (seller: Client, body: Row, key: string = newId()): Promise<Answer> =>
  seller.post(path, body, { headers: { 'idempotency-key': key } })

export const process = (seller: Client, id: unknown): Promise<Answer> =>
  seller.put(`${path}/${String(id)}`, { status: 'PROCESSED' })

/** Creates and processes a transaction; returns the response of the last step taken. */
export async function makeTransaction(seller: Client, body: Row): Promise<Answer> {
  const created = await createTransaction(seller, body)
  return created.status === 201 ? process(seller, created.body._id) : created
}
