import { PROCESSING_MINUTES } from '../../../domain/credits/transaction.ts'
import { type NewTransaction, newTransactionSchema } from '../../../domain/credits/transaction-schemas.ts'
import { readTransactions, writeTransactions } from '../../api/session/transaction-storage.ts'

/** A transaction whose outcome is unknown: with its key the same request is answered with the same transaction. */
export interface OpenTransaction {
  key: string
  asked: NewTransaction
  /** When it was first sent, in milliseconds. */
  sentAt: number
}

const isRecent = (sentAt: unknown): sentAt is number =>
  typeof sentAt === 'number' && Math.abs(Date.now() - sentAt) <= PROCESSING_MINUTES * 60_000

// What this very module wrote; anything else counts as nothing.
const asOpen = (value: unknown): OpenTransaction[] => {
  if (typeof value !== 'object' || value === null) return []
  const { key, asked, sentAt } = value as Partial<OpenTransaction>
  const { success, data } = newTransactionSchema.safeParse(asked)
  return typeof key === 'string' && success && isRecent(sentAt) ? [{ key, asked: data, sentAt }] : []
}

/**
 * A seller's transactions whose outcome is unknown. After the time that the server gives a transaction to be processed
 * they are forgotten: what was not processed by then never will be.
 */
const openOf = (seller: string): OpenTransaction[] => {
  const stored = readTransactions(seller)
  return Array.isArray(stored) ? stored.flatMap(asOpen) : []
}

/** The seller's transaction with a user whose outcome is unknown. */
export const openTransactionWith = (seller: string, user: string): OpenTransaction | undefined =>
  openOf(seller).find(({ asked }) => asked.userLicensed === user)

/** The one that asks for exactly this. */
export const sameOpenTransaction = (seller: string, asked: NewTransaction): OpenTransaction | undefined => {
  const wanted = JSON.stringify(newTransactionSchema.parse(asked))
  return openOf(seller).find((open) => JSON.stringify(open.asked) === wanted)
}

/** Writes a transaction down before it is sent. */
export const keepOpenTransaction = (seller: string, open: OpenTransaction): void =>
  writeTransactions(seller, [...openOf(seller).filter(({ key }) => key !== open.key), open])

/** Forgets a transaction whose outcome is known. */
export const dropOpenTransaction = (seller: string, key: string): void =>
  writeTransactions(
    seller,
    openOf(seller).filter((open) => open.key !== key),
  )
