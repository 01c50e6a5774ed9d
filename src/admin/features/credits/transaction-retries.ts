import { useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { z } from 'zod'
import {
  type NewTransaction,
  newTransactionSchema,
  type Transaction,
} from '../../../domain/credits/endpoints.ts'
import { PROCESSING_MINUTES } from '../../../domain/credits/transaction.ts'
import { ApiError, type FieldErrors, request } from '../../api/http.ts'
import { newKey } from '../../api/request-key.ts'
import { onSignOut, PERSONAL } from '../../api/session.ts'

const UNEXPECTED = 'Ocurrió un error inesperado. Intente de nuevo.'
export const UNCERTAIN = 'No se sabe si la transacción se procesó. Al reintentar no se repite.'
const LEFT_OPEN = 'La transacción anterior con este usuario quedó sin respuesta.'

interface State {
  isBusy: boolean
  /** The outcome of the last request is unknown: only the same transaction may be sent. */
  isUncertain: boolean
  message: string | undefined
}

const IDLE: State = { isBusy: false, isUncertain: false, message: undefined }
const OPEN: State = { isBusy: false, isUncertain: true, message: `${LEFT_OPEN} ${UNCERTAIN}` }

interface Listeners {
  onBusy: (isBusy: boolean) => void
  onSettled: () => void
  onProcessed: (transaction: Transaction) => void
}

/** Makes the form's transaction exactly once, despite double clicks; `isOpen`: already sent by an earlier page. */
export const useMakeTransaction = (
  seller: string,
  isOpen: boolean,
  { onBusy, onSettled, onProcessed }: Listeners,
) => {
  const [state, setState] = useState(isOpen ? OPEN : IDLE)
  // The second submit of a double click may come after the first is finished: a form makes one transaction.
  const isTaken = useRef(false)
  const make = async (values: FieldValues): Promise<void> => {
    if (isTaken.current) return
    isTaken.current = true
    setState((last) => ({ ...last, isBusy: true, message: undefined }))
    onBusy(true)
    try {
      onProcessed(await makeTransaction(seller, newTransactionSchema.parse(values)))
    } catch (error) {
      const isUncertain = error instanceof UnknownOutcome
      const message = isUncertain ? `${errorText(error.cause)} ${UNCERTAIN}` : errorText(error)
      setState({ isBusy: false, isUncertain, message })
      isTaken.current = false
    } finally {
      onBusy(false)
      onSettled()
    }
  }
  return { make, state }
}

const flattenMessages = (errors: FieldErrors): string[] =>
  Object.values(errors).flatMap((error) => (typeof error === 'string' ? error : flattenMessages(error)))

/** Prefers the fields' messages to the general one: they state the insufficient balance. */
export const errorText = (error: unknown): string => {
  if (!(error instanceof ApiError)) return UNEXPECTED
  const texts = flattenMessages(error.body.errors ?? {})
  return texts.length > 0 ? texts.join(' ') : error.message
}

/** The server did not respond: the transaction may have been made. */
class UnknownOutcome extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : '', { cause })
    this.name = 'UnknownOutcome'
  }
}

/**
 * Creates a transaction and processes it. While its outcome is unknown, even across reloads, the same transaction is
 * sent with the same key, and so is made once; after success or rejection, the next one gets a new key. Throws
 * `UnknownOutcome` without a response.
 */
const makeTransaction = async (seller: string, asked: NewTransaction): Promise<Transaction> => {
  const earlier = sameOpenTransaction(seller, asked)
  const open = earlier ?? { key: newKey(), asked, sentAt: Date.now() }
  storeOpenTransaction(seller, open)
  try {
    const created = await request('POST /api/license_transactions', { body: asked, idempotencyKey: open.key })
    const processed = await request('PUT /api/license_transactions/:id', {
      params: { id: created._id },
      body: { status: 'PROCESSED' },
    })
    dropOpenTransaction(seller, open.key)
    return processed
  } catch (error) {
    if (!isRejection(error, earlier !== undefined)) throw new UnknownOutcome(error)
    dropOpenTransaction(seller, open.key)
    throw error
  }
}

/** Statuses returned before the idempotency key is looked up. */
const INCONCLUSIVE_STATUSES: readonly number[] = [401, 403, 408, 429]

/**
 * True if the server rejected the request, so that no credit changed. After a lost response the transaction may exist,
 * and statuses returned before the key look-up no longer count as rejections.
 */
export const isRejection = (error: unknown, isRetry: boolean): boolean =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  !(isRetry && INCONCLUSIVE_STATUSES.includes(error.status))

/** A transaction of unknown outcome: repeating the request with its key returns the same transaction. */
const openTransactionSchema = z.object({
  key: z.string(),
  asked: newTransactionSchema,
  /** When it was first sent, in milliseconds. */
  sentAt: z.number().refine((sentAt) => Math.abs(Date.now() - sentAt) <= PROCESSING_MINUTES * 60_000),
})
type OpenTransaction = z.infer<typeof openTransactionSchema>

/**
 * A seller's transactions of unknown outcome. Dropped after the server's time limit for processing: those unprocessed
 * by then never will be.
 */
const readOpenTransactions = (seller: string): OpenTransaction[] => {
  const stored = retryStore.read(seller)
  return Array.isArray(stored)
    ? stored.flatMap((each) => openTransactionSchema.safeParse(each).data ?? [])
    : []
}

/** The seller's transaction of unknown outcome with a user. */
export const openTransactionWith = (seller: string, user: string): OpenTransaction | undefined =>
  readOpenTransactions(seller).find(({ asked }) => asked.userLicensed === user)

/** The one with exactly this input. */
export const sameOpenTransaction = (seller: string, asked: NewTransaction): OpenTransaction | undefined => {
  const wanted = JSON.stringify(newTransactionSchema.parse(asked))
  return readOpenTransactions(seller).find((open) => JSON.stringify(open.asked) === wanted)
}

/** Stores a transaction before it is sent. */
export const storeOpenTransaction = (seller: string, open: OpenTransaction): void =>
  writeTransactions(seller, [...readOpenTransactions(seller).filter(({ key }) => key !== open.key), open])

/** Removes a transaction whose outcome is known. */
export const dropOpenTransaction = (seller: string, key: string): void =>
  writeTransactions(
    seller,
    readOpenTransactions(seller).filter((open) => open.key !== key),
  )

const writeTransactions = (seller: string, open: readonly object[]): void =>
  retryStore.write(seller, open.length === 0 ? undefined : open)

// In localStorage: closing the tab during a sale must not lose it.
const storage = (): Storage | undefined => {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}

// Fallback for what the browser could not store, until the page is left.
const unstored = new Map<string, string>()
onSignOut(() => unstored.clear())

/** Storage per seller and kind of data, until sign-out. */
export const createRetryStore = (kind: string) => ({
  read(seller: string): unknown {
    const name = `${PERSONAL}${kind}:${seller}`
    try {
      return JSON.parse(unstored.get(name) ?? storage()?.getItem(name) ?? 'null')
    } catch {
      return undefined
    }
  },
  /** Undefined removes it. */
  write(seller: string, value: object | undefined): void {
    const name = `${PERSONAL}${kind}:${seller}`
    const text = JSON.stringify(value)
    unstored.delete(name)
    try {
      if (value === undefined) storage()?.removeItem(name)
      else storage()?.setItem(name, text)
      if (value !== undefined && storage() === undefined) unstored.set(name, text)
    } catch {
      unstored.set(name, text ?? 'null')
    }
  },
})

const retryStore = createRetryStore('transactions')
