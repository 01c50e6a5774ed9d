import type { App } from '../../../src/server/platform/http/app-type.ts'
import type { TestApp } from '../../support/app.ts'
import { columnCallers, type MatrixCaller, type Single, singleCallers, widenResellers } from './callers.ts'
import { type Expectation, expectedAnswer, routesOf } from './expectation.ts'
import { EXPECTATIONS } from './expectations.ts'
import { knock } from './knock.ts'
import type { Line } from './page.ts'
import { prepareScene, type Scene } from './scene.ts'

/** The answer of an endpoint to a caller, and the expected one. */
export interface Cell {
  endpoint: string
  caller: string
  isSingle: boolean
  expected: string
  actual: string
}

type Knock = readonly [endpoint: string, expectation: Expectation, caller: MatrixCaller]

const AT_ONCE = 16

/** Every expectation by its endpoint. */
export const EXPECTED: ReadonlyMap<string, Expectation> = new Map(
  Object.values(EXPECTATIONS).flatMap((each) => Object.entries(each)),
)

/**
 * Those of the profiles that are asked: where a route decides nothing, the one with all its flags stands for the
 * others, and one for all where not even a session is asked for.
 */
const asked = (expectation: Expectation, singles: readonly Single[]): readonly Single[] => {
  if (expectation.needs === 'everybody') return singles.slice(0, 1)
  const routes = routesOf(expectation)
  return singles.filter(({ template, isWhole }) => routes.has(template) !== isWhole)
}

const isRefusal = (answer: string): boolean => answer === '401' || answer === '403'

const askAll = async (
  app: App,
  scene: Scene,
  knocks: readonly Knock[],
  isSingle: boolean,
): Promise<Cell[]> => {
  const cells: Cell[] = []
  const queue = knocks.values()
  const worker = async () => {
    for (const [endpoint, expectation, caller] of queue) {
      const expected = expectedAnswer(expectation, caller)
      const isOneRow = !expectation.rows || (isSingle && isRefusal(expected))
      const sides = isOneRow ? (['own'] as const) : (['own', 'foreign'] as const)
      const actual = await knock(app, scene, caller, { endpoint, expectation }, sides)
      cells.push({ endpoint, caller: caller.name, isSingle, expected, actual })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return cells
}

/** Asks for everything as everybody, and tells what came of it; `names` are the columns in the page's order. */
export const fillMatrix = async (test: TestApp): Promise<{ cells: Cell[]; names: string[] }> => {
  const scene = await prepareScene(test)
  const { first, widened, last } = await columnCallers(test, scene.people)
  const singles = await singleCallers(test)
  const of = (callers: readonly MatrixCaller[]): Knock[] =>
    [...EXPECTED].flatMap(([endpoint, expectation]) =>
      callers.map((caller): Knock => [endpoint, expectation, caller]),
    )
  const ofSingles = [...EXPECTED].flatMap(([endpoint, expectation]) =>
    asked(expectation, singles).map((single): Knock => [endpoint, expectation, single]),
  )
  const cells = await askAll(test.app, scene, of([...first, ...last]), false)
  cells.push(...(await askAll(test.app, scene, ofSingles, true)))
  await widenResellers(test)
  cells.push(...(await askAll(test.app, scene, of(widened), false)))
  return { cells, names: [...first, ...widened, ...last].map(({ name }) => name) }
}

/** The answers as the lines of the page, by its sections. */
export const linesOf = (cells: readonly Cell[], names: readonly string[]): Map<string, Line[]> => {
  const answers = (endpoint: string, isSingle: boolean) =>
    new Map(
      cells
        .filter((cell) => cell.endpoint === endpoint && cell.isSingle === isSingle)
        .map(({ caller, actual }) => [caller, actual]),
    )
  return new Map(
    Object.entries(EXPECTATIONS).map(([title, each]) => [
      title,
      Object.entries(each).map(([endpoint, { rows }]) => {
        const columns = answers(endpoint, false)
        const singles = [...answers(endpoint, true)].sort(([one], [other]) => (one < other ? -1 : 1))
        return {
          endpoint,
          rows,
          columns: new Map(names.map((name) => [name, columns.get(name) ?? ''])),
          singles: new Map(singles),
        }
      }),
    ]),
  )
}
