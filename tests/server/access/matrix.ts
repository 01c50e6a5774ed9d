import type { App } from '../../../src/server/platform/http/context.ts'
import type { MatrixCaller, Single } from './callers.ts'
import { type Expectation, expectedAnswer, routesOf } from './expectations.ts'
import { REQUESTS } from './requests.ts'
import type { Scene, Side } from './scene.ts'

/** What each caller is answered, by its name: own and foreign row with a slash between, or once where both are alike. */
export type Answers = Readonly<Record<string, string>>

const isRefusal = (answer: string): boolean => answer === '401' || answer === '403'

const ask = async (app: App, scene: Scene, caller: MatrixCaller, row: Expectation, side: Side) => {
  const request = REQUESTS[row.endpoint]
  if (!request) throw new Error(`No request is written for ${row.endpoint}`)
  const isLetIn = !isRefusal(expectedAnswer(row, caller))
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

/** What callers are really answered; where nobody is let in, one row is as good as two for `singles`. */
export const answersOf = async (
  app: App,
  scene: Scene,
  row: Expectation,
  callers: readonly MatrixCaller[],
  isBriefly = false,
): Promise<Answers> => {
  const answers = callers.map(async (caller) => {
    const isOneRow = row.rows === '' || (isBriefly && isRefusal(expectedAnswer(row, caller)))
    const statuses: string[] = []
    for (const side of isOneRow ? (['own'] as const) : (['own', 'foreign'] as const))
      statuses.push(await ask(app, scene, caller, row, side))
    return [caller.name, [...new Set(statuses)].join('/')]
  })
  return Object.fromEntries(await Promise.all(answers))
}

/** What callers must be answered. */
export const expectedOf = (row: Expectation, callers: readonly MatrixCaller[]): Answers =>
  Object.fromEntries(callers.map((caller) => [caller.name, expectedAnswer(row, caller)]))

/**
 * Those of the profiles with one route that are asked: where a route decides nothing, the one with all its flags stands
 * for the others, and one for all where not even a session is asked for.
 */
export const singlesFor = (row: Expectation, singles: readonly Single[]): readonly Single[] => {
  if (row.needs === 'everybody') return singles.slice(0, 1)
  const routes = routesOf(row)
  return singles.filter(({ template, isWhole }) => routes.has(template) !== isWhole)
}
