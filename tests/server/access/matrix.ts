import { expect } from 'vitest'
import type { App } from '../../../src/server/platform/http/context.ts'
import type { MatrixCaller } from './callers.ts'
import { type Endpoint, type Outcome, outcomesOf } from './declarations.ts'
import type { Trial } from './requests/request.ts'
import { REQUESTS, requestFileOf } from './requests.ts'
import type { Scene, Side } from './scene.ts'

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const
const methodOf = (endpoint: string) => METHODS.find((each) => endpoint.startsWith(`${each} `)) ?? 'GET'

/** Sends a request as a caller. */
export const sendTrial = async (app: App, endpoint: string, caller: MatrixCaller, trial: Trial) => {
  const { path, body, headers, token } = trial
  const session = token ?? caller.person?.token
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
  return app.inject({
    method: methodOf(endpoint),
    url: path,
    headers: {
      ...(session && { authorization: `Bearer ${session}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: isRaw ? body : JSON.stringify(body) }),
  })
}

/** The status of a request; `∅` means a success without the row. */
const statusOf = async (app: App, endpoint: string, caller: MatrixCaller, trial: Trial): Promise<string> => {
  const { found } = trial
  const { statusCode, body: text } = await sendTrial(app, endpoint, caller, trial)
  const isNone = found && statusCode === 200 && found(JSON.parse(text)) === 0
  return `${statusCode}${isNone ? '∅' : ''}`
}

const isAs = (seen: string, outcome: Outcome, { status, hidden = 404 }: Trial): boolean => {
  if (outcome === '404') return seen === String(hidden) || seen === '200∅'
  if (outcome === '✓') return status === undefined ? /^2\d\d$/.test(seen) : seen === String(status)
  return seen === outcome
}

const SIDES = ['own', 'foreign'] as const satisfies readonly Side[]

/** Sends the requests of the first two cases; callers who are always refused send only the first. */
const answersOf = async (app: App, scene: Scene, declared: Endpoint, caller: MatrixCaller) => {
  const { endpoint } = declared
  const request = REQUESTS[endpoint]
  if (!request) throw new Error(`${endpoint} has no request in ${requestFileOf(endpoint)}`)
  const outcomes = outcomesOf(declared, caller)
  const tried = outcomes.every((each) => each === '401' || each === '403') ? outcomes.slice(0, 1) : outcomes
  const seen: string[] = []
  for (const [index, side] of SIDES.entries()) {
    const outcome = tried[index]
    if (outcome === undefined) break
    const trial = await request({ scene, caller, side, isLetIn: outcome === '✓' })
    const status = await statusOf(app, endpoint, caller, trial)
    seen.push(isAs(status, outcome, trial) ? outcome : status)
  }
  return { seen: seen.join('/'), declared: tried.slice(0, SIDES.length).join('/') }
}

/** Expects callers to be allowed and refused as declared. Sequential, so that no request waits for another. */
export const expectDeclared = async (
  app: App,
  scene: Scene,
  declared: Endpoint,
  callers: readonly MatrixCaller[],
): Promise<void> => {
  const seen: Record<string, string> = {}
  const expected: Record<string, string> = {}
  for (const caller of callers) {
    const answers = await answersOf(app, scene, declared, caller)
    seen[caller.name] = answers.seen
    expected[caller.name] = answers.declared
  }
  const { endpoint, file } = declared
  expect(seen, `declared in ${file}, requested in ${requestFileOf(endpoint)}`).toEqual(expected)
}
