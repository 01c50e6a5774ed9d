import type { App } from '../../../src/server/platform/http/context.ts'
import type { MatrixCaller, Single } from './callers.ts'
import { type Expectation, expectedAnswer, routesOf } from './expectations.ts'
import { REQUESTS } from './requests.ts'
import type { Scene, Side } from './scene.ts'

/** Responses by caller: `own/foreign`, or a single status if both are equal. */
export type Answers = Readonly<Record<string, string>>

const isRejected = (answer: string): boolean => answer === '401' || answer === '403'

const ask = async (app: App, scene: Scene, caller: MatrixCaller, row: Expectation, side: Side) => {
  const request = REQUESTS[row.endpoint]
  if (!request) throw new Error(`No request is written for ${row.endpoint}`)
  const isLetIn = !isRejected(expectedAnswer(row, caller))
  const { path, body, headers, token, found } = await request({ scene, caller, side, isLetIn })
  const session = token ?? caller.person?.token
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
  const { statusCode, body: text } = await app.inject({
    method: methodOf(row.endpoint),
    url: path,
    headers: {
      ...(session && { authorization: `Bearer ${session}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: isRaw ? body : JSON.stringify(body) }),
  })
  const isNone = found && statusCode === 200 && found(JSON.parse(text)) === 0
  return `${statusCode}${isNone ? '∅' : ''}`
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const
const methodOf = (endpoint: string) => METHODS.find((each) => endpoint.startsWith(`${each} `)) ?? 'GET'

/** Actual responses; with `isBriefly`, refused callers are only tried with their own row. */
export const answersOf = async (
  app: App,
  scene: Scene,
  row: Expectation,
  callers: readonly MatrixCaller[],
  isBriefly = false,
): Promise<Answers> => {
  const answers = callers.map(async (caller) => {
    const isOneRow = row.rows === '' || (isBriefly && isRejected(expectedAnswer(row, caller)))
    const statuses: string[] = []
    for (const side of isOneRow ? (['own'] as const) : (['own', 'foreign'] as const))
      statuses.push(await ask(app, scene, caller, row, side))
    return [caller.name, [...new Set(statuses)].join('/')]
  })
  return Object.fromEntries(await Promise.all(answers))
}

/** Expected responses. */
export const expectedOf = (row: Expectation, callers: readonly MatrixCaller[]): Answers =>
  Object.fromEntries(callers.map((caller) => [caller.name, expectedAnswer(row, caller)]))

/**
 * The profiles with one route to try: for routes that do not matter only the one with all flags, and a single profile for
 * public endpoints.
 */
export const singlesFor = (row: Expectation, singles: readonly Single[]): readonly Single[] => {
  if (row.needs === 'anyone') return singles.slice(0, 1)
  const routes = routesOf(row)
  return singles.filter(({ template, isWhole }) => routes.has(template) !== isWhole)
}
