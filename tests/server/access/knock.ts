import type { App } from '../../../src/server/platform/http/app-type.ts'
import type { MatrixCaller } from './callers.ts'
import { type Expectation, expectedAnswer } from './expectation.ts'
import { REQUESTS } from './requests.ts'
import type { Scene, Side } from './scene.ts'

interface Door {
  /** Method and address, as the application registered it. */
  readonly endpoint: string
  readonly expectation: Expectation
}

const verbs = { GET: 'GET', POST: 'POST', PUT: 'PUT', DELETE: 'DELETE' } as const

const answerOf = async (app: App, scene: Scene, caller: MatrixCaller, door: Door, side: Side) => {
  const { endpoint, expectation } = door
  const isLetIn = !['401', '403'].includes(expectedAnswer(expectation, caller))
  const request = REQUESTS[endpoint]
  if (!request) throw new Error(`No request is written for ${endpoint}`)
  const { path, body, headers, token, found } = await request({ scene, caller, side, isLetIn })
  const verb = Object.values(verbs).find((each) => endpoint.startsWith(`${each} `)) ?? 'GET'
  const session = token ?? caller.person?.token
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
  const { statusCode, body: text } = await app.inject({
    method: verb,
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

/** What a caller is really answered, as the page writes it: once where both rows get the same. */
export const knock = async (
  app: App,
  scene: Scene,
  caller: MatrixCaller,
  door: Door,
  sides: readonly Side[],
): Promise<string> => {
  const answers: string[] = []
  for (const side of sides) answers.push(await answerOf(app, scene, caller, door, side))
  return [...new Set(answers)].join('/')
}
