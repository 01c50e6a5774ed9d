import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { TransactionType } from '../../../domain/credits/transaction.ts'

/** How a sign-in ended: `wrong` name or password, `refused` to whoever knew it, `limited` after too many failures. */
export type SignInOutcome = 'success' | 'wrong' | 'refused' | 'limited' | 'failed'

interface CountedRequest {
  method: string
  /** The pattern of the route, never the address itself. */
  route: string
  status: number
  seconds: number
}

/** What the features tell of what happened; each application has its own. */
export interface Metrics {
  readonly registry: Registry
  countRequest(request: CountedRequest): void
  countSignIn(client: 'web' | 'app', outcome: SignInOutcome): void
  /** A processed movement of the ledger; its total is in units of the currency. */
  countMovement(movement: { type: TransactionType; count: number; total: number }): void
}

/** Seconds: from a read by its key to what the limits of statements allow. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Whatever else clients may send as a method is counted as one. */
const METHODS: ReadonlySet<string> = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'])

/** Starts to count, from zero: the process itself too, its memory, its processor time and the delay of its event loop. */
export const createMetrics = (): Metrics => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'cartelera_http_requests_total',
    help: 'Requests that were answered, by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  })
  const durations = new Histogram({
    name: 'cartelera_http_request_duration_seconds',
    help: 'Time until an answer was sent, by route',
    labelNames: ['method', 'route'] as const,
    buckets: BUCKETS,
    registers,
  })
  const signIns = new Counter({
    name: 'cartelera_sign_ins_total',
    help: 'Sign-ins from the web and from viewers’ apps, by how they ended',
    labelNames: ['client', 'outcome'] as const,
    registers,
  })
  const movements = new Counter({
    name: 'cartelera_ledger_movements_total',
    help: 'Movements of the ledger that were processed, by type',
    labelNames: ['type'] as const,
    registers,
  })
  const credits = new Counter({
    name: 'cartelera_ledger_credits_total',
    help: 'Credits of the processed movements, by type',
    labelNames: ['type'] as const,
    registers,
  })
  const cents = new Counter({
    name: 'cartelera_ledger_amount_cents_total',
    help: 'Money of the processed movements in hundredths of the currency, by type',
    labelNames: ['type'] as const,
    registers,
  })
  return {
    registry,
    countRequest({ method: sent, route, status, seconds }) {
      const method = METHODS.has(sent) ? sent : 'other'
      requests.inc({ method, route, status })
      durations.observe({ method, route }, seconds)
    },
    countSignIn: (client, outcome) => signIns.inc({ client, outcome }),
    countMovement({ type: name, count, total }) {
      const type = name.toLowerCase()
      movements.inc({ type })
      credits.inc({ type }, count)
      cents.inc({ type }, Math.round(total * 100))
    },
  }
}
