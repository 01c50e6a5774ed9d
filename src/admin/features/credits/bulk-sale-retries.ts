import { useRef, useState } from 'react'
import { z } from 'zod'
import { type BulkSale, bulkSaleSchema } from '../../../domain/credits/bulk-sale.ts'
import type { Transaction } from '../../../domain/credits/endpoints.ts'
import { PROCESSING_MINUTES } from '../../../domain/credits/transaction.ts'
import { request } from '../../api/http.ts'
import { newKey } from '../../api/request-key.ts'
import { createRetryStore, errorText, isRejection, UNCERTAIN } from './transaction-retries.ts'

/** A bulk sale of unknown outcome: repeating the request with its key returns the same transactions. */
const openSaleSchema = z.object({
  key: z.string(),
  asked: bulkSaleSchema,
  /** When it was first sent, in milliseconds. */
  sentAt: z.number().refine((sentAt) => Math.abs(Date.now() - sentAt) <= PROCESSING_MINUTES * 60_000),
})
type OpenSale = z.infer<typeof openSaleSchema>

const retryStore = createRetryStore('bulk-sale')

/** The seller's recent bulk sale without a response. */
const readOpenSale = (seller: string): OpenSale | undefined =>
  openSaleSchema.safeParse(retryStore.read(seller)).data

interface State {
  isBusy: boolean
  /** A sale of unknown outcome: only the same one may be sent. */
  open: OpenSale | undefined
  message: string | undefined
}

/** Makes a bulk sale exactly once, despite double clicks and reloads. */
export const useMakeBulkSale = (
  seller: string,
  { onSettled, onSold }: { onSettled: () => void; onSold: (transactions: readonly Transaction[]) => void },
) => {
  const [state, setState] = useState<State>(() => ({
    isBusy: false,
    open: readOpenSale(seller),
    message: undefined,
  }))
  const isTaken = useRef(false)
  const send = async (sale: OpenSale, isRetry: boolean): Promise<void> => {
    if (isTaken.current) return
    isTaken.current = true
    setState((last) => ({ ...last, isBusy: true, message: undefined }))
    retryStore.write(seller, sale)
    try {
      const sold = await request('POST /api/license_transactions/bulk', {
        body: sale.asked,
        idempotencyKey: sale.key,
      })
      retryStore.write(seller, undefined)
      onSold(sold)
    } catch (error) {
      const isRejected = isRejection(error, isRetry)
      if (isRejected) retryStore.write(seller, undefined)
      const message = isRejected ? errorText(error) : `${errorText(error)} ${UNCERTAIN}`
      setState({ isBusy: false, open: isRejected ? undefined : sale, message })
      isTaken.current = false
    } finally {
      onSettled()
    }
  }
  return {
    state,
    sell: (asked: BulkSale) => send({ key: newKey(), asked, sentAt: Date.now() }, false),
    retry: () => (state.open === undefined ? undefined : send(state.open, true)),
  }
}
