import { API_PATHS } from '../../domain/access/resources.ts'
import type { NewTransaction } from '../../domain/credits/new-transaction.ts'
import { ApiError } from '../providers/api-error.ts'
import { call } from '../providers/http.ts'
import { writing } from '../providers/lists.ts'
import { recordOf } from '../providers/records.ts'
import type { MovementRecord } from './movement-record.ts'

const path = API_PATHS.license_transactions

// The contract: what the server answers to a creation and to a processing.
const asMovement = (json: unknown): MovementRecord => recordOf(json) as MovementRecord

/** The keys of movements whose outcome is open, by what they ask for. */
const openKeys = new Map<string, string>()

// Not randomUUID: browsers keep that one from pages that don't come over https.
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

const keyOf = (content: string): string => {
  const key = openKeys.get(content) ?? newKey()
  openKeys.set(content, key)
  return key
}

/** Whether the server refused it: nothing was moved then. Without its answer the movement may have been made. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500

/**
 * Creates a movement and processes it. While its outcome is unknown the same movement goes out with the same key, from
 * a form opened anew too, and so is made once; a movement that was made or refused is over, the next one is another.
 */
export const makeMovement = async (seller: string, asked: NewTransaction): Promise<MovementRecord> => {
  const { userLicensed, type, period, count, description } = asked
  const content = JSON.stringify([seller, userLicensed, type, period, count, description])
  const idempotencyKey = keyOf(content)
  try {
    const created = asMovement((await call(path, { method: 'POST', body: asked, idempotencyKey })).json)
    const processing = call(`${path}/${encodeURIComponent(created._id)}`, {
      method: 'PUT',
      body: { status: 'PROCESSED' },
    })
    const processed = asMovement((await writing(processing)).json)
    openKeys.delete(content)
    return processed
  } catch (error) {
    if (isRefusal(error)) openKeys.delete(content)
    throw error
  }
}
