import { expect } from 'vitest'
import type { MatrixCaller } from '../server/access/callers.ts'
import { isLetIn } from '../server/access/declarations.ts'
import { SIGNS_IN } from './bases.ts'

/** How far the requests of a caller to an endpoint got. */
export interface Share {
  sent: number
  /** Past the session and the permissions. */
  letIn: number
  /** Past the validation of the request too: a success, or an error that depends on stored data. */
  reached: number
}

/** By endpoint and caller. */
export type Shares = Map<string, Map<string, Share>>

/** The record is unknown or in conflict, or an external server does not respond. */
const REACHED = [404, 409, 502, 504]

/** Counts a response. */
export const countAnswer = (shares: Shares, endpoint: string, caller: string, status: number): void => {
  const row = shares.get(endpoint) ?? new Map<string, Share>()
  shares.set(endpoint, row)
  const { sent, letIn, reached } = row.get(caller) ?? { sent: 0, letIn: 0, reached: 0 }
  const isLet = status !== 401 && status !== 403
  const isReached = status < 400 || REACHED.includes(status)
  row.set(caller, { sent: sent + 1, letIn: letIn + Number(isLet), reached: reached + Number(isReached) })
}

/** Minimum numbers of requests for the share of a caller at an endpoint to be meaningful. */
const ENOUGH_SENT = 8
const ENOUGH_LET_IN = 60
/** The same for all allowed callers: at some endpoints one request in fifteen gets past all checks. */
const ENOUGH_FOR_ALL = 100

/** Minimum shares, of the requests sent and of those past the permissions. */
const MIN_LET_IN = 0.3
const MIN_REACHED = 0.03
/** Below this share of all callers' requests past all checks, a single caller may have none by chance. */
const USUALLY_REACHED = 0.2

const sum = (rows: readonly Share[], field: keyof Share): number =>
  rows.reduce((all, row) => all + row[field], 0)

/** Fails if callers who are allowed were mostly refused, for instance because they lost their session. */
export const expectShares = (shares: Shares, callers: readonly MatrixCaller[]): void => {
  for (const [endpoint, row] of shares) {
    const allowed = callers.filter((caller) => isLetIn(endpoint, caller))
    const rows = allowed.flatMap(({ name }) => row.get(name) ?? [])
    if (sum(rows, 'sent') >= ENOUGH_FOR_ALL)
      expect(sum(rows, 'reached'), `${endpoint}: requests past all checks`).toBeGreaterThan(0)
    const isUsual = sum(rows, 'reached') >= USUALLY_REACHED * sum(rows, 'letIn')
    for (const { name } of allowed) {
      const { sent = 0, letIn = 0, reached = 0 } = row.get(name) ?? {}
      if (sent >= ENOUGH_SENT && !SIGNS_IN.test(endpoint))
        expect(letIn / sent, `${endpoint}: let in as ${name}`).toBeGreaterThan(MIN_LET_IN)
      if (letIn >= ENOUGH_LET_IN && isUsual)
        expect(reached / letIn, `${endpoint}: past all checks as ${name}`).toBeGreaterThan(MIN_REACHED)
    }
  }
}

/** Prints `past all checks/let in/sent` of each endpoint and caller. */
export const printShares = (shares: Shares): void => {
  const lines = [...shares].map(([endpoint, row]) => {
    const cells = [...row].map(([name, { sent, letIn, reached }]) => `${name} ${reached}/${letIn}/${sent}`)
    return `${endpoint}: ${cells.join(', ')}`
  })
  console.log(lines.join('\n'))
}
