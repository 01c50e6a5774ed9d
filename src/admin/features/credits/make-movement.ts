import { API_PATHS } from '../../../domain/access/resources.ts'
import type { NewTransaction } from '../../../domain/credits/transaction-schemas.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/http.ts'
import { writing } from '../../api/lists.ts'
import { recordOf } from '../../api/records.ts'
import type { MovementRecord } from './movement-record.ts'
import { dropOpenTransaction, keepOpenTransaction, sameOpenTransaction } from './open-transactions.ts'

const path = API_PATHS.license_transactions

// The contract: what the server answers to a creation and to a processing.
const asMovement = (json: unknown): MovementRecord => recordOf(json) as MovementRecord

// Not randomUUID: browsers keep that one from pages that don't come over https.
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** Statuses that say nothing of an earlier request with the same key: they are given before anything is looked at. */
const SAY_NOTHING: readonly number[] = [401, 403, 408, 429]

/**
 * Whether the server refused it: nothing was moved then. Without its answer the movement may have been made; and once
 * it may have been, a retry that is not let in settles nothing.
 */
const isRefusal = (error: unknown, isRetry: boolean): boolean =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  !(isRetry && SAY_NOTHING.includes(error.status))

/** What the server did not say: the movement may have been made. */
export class UnknownOutcome extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : '', { cause })
    this.name = 'UnknownOutcome'
  }
}

/**
 * Creates a movement and processes it. While its outcome is unknown the same movement goes out with the same key, after
 * a reload of the page too, and so is made once; a movement that was made or refused is over, the next one is another.
 * Throws `UnknownOutcome` where the server did not say what became of it.
 */
export const makeMovement = async (seller: string, asked: NewTransaction): Promise<MovementRecord> => {
  const earlier = sameOpenTransaction(seller, asked)
  const open = earlier ?? { key: newKey(), asked, sentAt: Date.now() }
  keepOpenTransaction(seller, open)
  try {
    const creating = call(path, { method: 'POST', body: asked, idempotencyKey: open.key })
    const created = asMovement((await creating).json)
    const processing = call(`${path}/${encodeURIComponent(created._id)}`, {
      method: 'PUT',
      body: { status: 'PROCESSED' },
    })
    const processed = asMovement((await writing(processing)).json)
    dropOpenTransaction(seller, open.key)
    return processed
  } catch (error) {
    if (!isRefusal(error, earlier !== undefined)) throw new UnknownOutcome(error)
    dropOpenTransaction(seller, open.key)
    throw error
  }
}
