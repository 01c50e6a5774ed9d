import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import fc, { type Arbitrary } from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import { TASK_KINDS } from '../../src/server/background-tasks.ts'
import { reconcile } from '../../src/server/features/credits/reconcile.ts'
import { errorBody } from '../../src/server/platform/http/errors.ts'
import type { MatrixCaller } from '../server/access/callers.ts'
import { isLetIn } from '../server/access/declarations.ts'
import type { Side } from '../server/access/scene.ts'
import type { TestApp } from '../support/app.ts'
import { runJobs } from '../support/jobs.ts'
import { returnToKeptRows } from '../support/kept-rows.ts'
import { silentLog } from '../support/silent-log.ts'
import { type Alteration, alterations, altered, shown } from './alterations.ts'
import { baseOf, SIGNS_IN } from './bases.ts'
import { neighboursOf } from './neighbours.ts'
import { type Operation, type Operations, operationsOf } from './operations.ts'
import { countAnswer, type Shares } from './shares.ts'
import type { World } from './world.ts'

/** A planned request: its caller, its row, and how its valid form is altered. */
interface Attempt {
  readonly caller: MatrixCaller
  readonly side: Side
  /** For a new record, which the request may consume. */
  readonly isFresh: boolean
  readonly changes: readonly Alteration[]
}

/** Callers who are allowed get further, so they send more requests. */
const weightOf = (endpoint: string, caller: MatrixCaller): number => {
  if (!isLetIn(endpoint, caller)) return 1
  return caller.kind === 'sa' ? 8 : 5
}

const attempts = (endpoint: string, operations: Operations, { callers, ids }: World): Arbitrary<Attempt> =>
  fc.record({
    caller: fc.oneof(
      ...callers.map((caller) => ({ arbitrary: fc.constant(caller), weight: weightOf(endpoint, caller) })),
    ),
    side: fc.constantFrom<Side>('own', 'own', 'foreign'),
    isFresh: fc.boolean(),
    changes: alterations(endpoint, operations, fc.constantFrom(...ids)),
  })

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

const methodOf = (endpoint: string) => METHODS.find((each) => endpoint.startsWith(`${each} `)) ?? 'GET'

/** A new IP for each request, since wrong passwords are limited by IP too. */
let addresses = 0
const nextAddress = (): string => {
  addresses++
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** Statuses for failures of an external server. */
const ELSEWHERE = [502, 504]

/** The text of a response, decompressed: altered requests may accept any encoding. */
const textOf = ({ rawPayload, headers }: LightMyRequestResponse): string => {
  switch (headers['content-encoding']) {
    case 'br':
      return brotliDecompressSync(rawPayload).toString()
    case 'gzip':
      return gunzipSync(rawPayload).toString()
    case 'deflate':
      return inflateSync(rawPayload).toString()
    default:
      return rawPayload.toString()
  }
}

const parseError = (text: string, type: unknown) =>
  String(type).includes('json') ? errorBody.strict().safeParse(JSON.parse(text)).data : undefined

/** Default messages of libraries, paths and statements, none of which may reach a user. */
const INTERNALS =
  /^Invalid |: expected |Unrecognized key|node_modules|\.ts:\d|\b(select|insert|update) .* (from|into|set) /

/** A valid request. Earlier ones may have removed what it needs, such as its caller's session: then resets the rows. */
const reliableBaseOf = async (
  test: TestApp,
  ...args: Parameters<typeof baseOf>
): Promise<Awaited<ReturnType<typeof baseOf>>> => {
  try {
    return await baseOf(...args)
  } catch {
    await returnToKeptRows(test.database)
    return baseOf(...args)
  }
}

/** Number of requests after which the rows are reset, so that later requests still find their records. */
const KEPT_FOR = 40

/** Runs the jobs that a request enqueued; returns the first error of one. */
const errorOfJobs = async ({ context }: TestApp): Promise<string | undefined> => {
  const errors: string[] = []
  const error = (details: object, message: string) => {
    errors.push(`${message}: ${'err' in details && details.err instanceof Error ? details.err.stack : ''}`)
  }
  await runJobs(context, 50, TASK_KINDS, { ...silentLog, error })
  return errors[0]
}

/** Sends one altered request; returns what is wrong with its response or its effects. */
const faultOf = async (
  test: TestApp,
  world: World,
  endpoint: string,
  operation: Operation,
  { caller, side, isFresh, changes }: Attempt,
  shares: Shares,
): Promise<string | undefined> => {
  const method = methodOf(endpoint)
  const mayEnter = isLetIn(endpoint, caller)
  const base = await reliableBaseOf(test, world, endpoint, { caller, side, isFresh: isFresh && mayEnter })
  const { url, headers, payload } = altered(base, changes)
  const token = base.token ?? caller.person?.token
  // Signing in changes that user's last sign-in and sessions.
  const isWatched = method !== 'GET' && !SIGNS_IN.test(endpoint)
  const neighbours = async () => (isWatched ? neighboursOf(test.db, world.scene, caller) : undefined)
  const before = await neighbours()
  const answer = await test.app.inject({
    ...{ method, url, remoteAddress: nextAddress() },
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    ...(payload === undefined ? {} : { payload }),
  })
  const { statusCode: status } = answer
  const body = textOf(answer)
  countAnswer(shares, endpoint, caller.name, status)
  const job = status === 202 ? await errorOfJobs(test) : undefined
  const after = await neighbours()
  // Signed out by this request, or an earlier one.
  if (status === 401 && mayEnter && caller.person) await returnToKeptRows(test.database)
  const [undeclared] = test.undeclared.splice(0)
  const says = (fault: string): string =>
    `${method} ${shown(url)} as ${caller.name}, ${side} row: ${fault} ${shown(body)}`
  const isElsewhere = ELSEWHERE.includes(status) && operation.responses?.[status] !== undefined
  if (status >= 500 && !isElsewhere) return says(`answered ${status}`)
  if (status < 300 && !mayEnter) return says(`answered ${status} to somebody without permission`)
  if (status >= 400) {
    const error = parseError(body, answer.headers['content-type'])
    if (!error) return says(`answered ${status} with another body than every error`)
    const messages = [error.message, ...Object.values(error.errors ?? {}).map(({ message }) => message)]
    if (messages.some((message) => INTERNALS.test(message))) return says('revealed internals')
  }
  if (undeclared) return says(undeclared)
  if (job) return says(job)
  return before === after ? undefined : says('changed what belongs to others')
}

export interface AttackOptions {
  /** Number of requests. */
  readonly count: number
  readonly seed: number
  readonly shares: Shares
}

/** Seeds the endpoints of a run differently. */
const seedOf = (seed: number, endpoint: string): number =>
  [...endpoint].reduce((sum, sign) => (Math.imul(sum, 31) + sign.charCodeAt(0)) | 0, seed)

/** Sends altered requests of an endpoint to the prepared world; throws an error with the simplest one that fails. */
export const attackEndpoint = async (
  test: TestApp,
  world: World,
  endpoint: string,
  { count, seed, shares }: AttackOptions,
): Promise<void> => {
  const operations = operationsOf(test.app)
  const operation = operations.get(endpoint) ?? {}
  await returnToKeptRows(test.database)
  let fault: string | undefined
  let sent = 0
  const property = fc.asyncProperty(attempts(endpoint, operations, world), async (attempt) => {
    if (++sent % KEPT_FOR === 0) await returnToKeptRows(test.database)
    const found = await faultOf(test, world, endpoint, operation, attempt, shares)
    fault = found ?? fault
    return found === undefined
  })
  // Valid requests come first.
  const allowed = world.callers.filter((caller) => isLetIn(endpoint, caller))
  const examples = allowed
    .slice(-Math.max(1, Math.floor(count / 8)))
    .map((caller): [Attempt] => [{ caller, side: 'own', isFresh: true, changes: [] }])
  const run = await fc.check(property, { seed: seedOf(seed, endpoint), numRuns: count, examples })
  if (run.failed) {
    const changes = run.counterexample?.[0].changes.map(({ says }) => says()) ?? []
    const error = run.errorInstance instanceof Error ? run.errorInstance.stack : undefined
    throw new Error(
      [
        fault ?? error,
        `Altered: ${changes.join('; ') || 'nothing'}`,
        `Again: HOSTILE_SEED=${seed} HOSTILE_ENDPOINT='${endpoint}' HOSTILE_REQUESTS=${count}`,
      ].join('\n'),
      { cause: run.errorInstance },
    )
  }
  if (methodOf(endpoint) === 'GET') return
  const { isSound, balances, licences } = await reconcile(test.context)
  if (!isSound) throw new Error(`The ledger does not reconcile: ${JSON.stringify({ balances, licences })}`)
}
