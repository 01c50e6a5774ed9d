import { useQuery } from '@tanstack/react-query'
import { API_PATHS } from '../../../../domain/access/resources.ts'
import { call } from '../../../api/http.ts'

interface Compared<Value> {
  _id: string
  name: string
  fullName: string
  stored: Value
  computed: Value
}

export interface Reconciliation {
  balances: (Compared<number> & { difference: number })[]
  licences: { checked: number; differences: Compared<string | null>[] }
  isSound: boolean
}

// The contract: the server answers this path with this schema, held to it by its own tests.
const asReconciliation = (json: unknown): Reconciliation => json as Reconciliation

/** Balances and expiries recomputed from the movements: computed anew for whoever asks. */
export const useReconciliation = () =>
  useQuery({
    queryKey: ['reconciliation'],
    queryFn: async ({ signal }) => asReconciliation((await call(API_PATHS.reconciliation, { signal })).json),
    staleTime: 0,
  })
