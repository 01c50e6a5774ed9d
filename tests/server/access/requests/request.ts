import type { MatrixCaller } from '../callers.ts'
import type { Scene, Side } from '../scene.ts'

/** One knock at a door. */
export interface Occasion {
  readonly scene: Scene
  readonly caller: MatrixCaller
  readonly side: Side
  /** Whether an answer is expected that may use the row up: then it is one of its own. */
  readonly isLetIn: boolean
}

export interface Trial {
  readonly path: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
  /** Another session than the caller's. */
  readonly token?: string | undefined
  /** How much an answer tells of the row; without it there is nothing to count. */
  readonly found?: (json: unknown) => number
}

export type Request = (occasion: Occasion) => Trial | Promise<Trial>
export type Requests = Readonly<Record<string, Request>>

const isRecord = (json: unknown): json is Record<string, unknown> => typeof json === 'object' && json !== null
const countIn = (json: unknown): number => {
  if (Array.isArray(json)) return json.length
  return isRecord(json) ? Number(json.count) : 0
}
/** How long a field of the answer is. */
export const lengthOf =
  (field: string) =>
  (json: unknown): number =>
    isRecord(json) ? countIn(json[field]) : 0

/** A list, a count or a sum, asked for one row alone. */
export const listOf =
  (path: string, idOf: (occasion: Occasion) => string | Promise<string>, found = countIn): Request =>
  async (occasion) => ({ path: `${path}?ids=${await idOf(occasion)}`, found })

/** An address without more. */
export const at =
  (path: string): Request =>
  () => ({ path })

/** The customer that a request is about. */
export const customerId = ({ scene, side }: Occasion): string => scene[side].id
