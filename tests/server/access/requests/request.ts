import type { MatrixCaller } from '../callers.ts'
import type { Scene, Side } from '../scene.ts'

/** The context of a request. */
export interface Occasion {
  readonly scene: Scene
  readonly caller: MatrixCaller
  readonly side: Side
  /** True if the caller is declared as allowed. The request may then consume its row, so it creates a new one. */
  readonly isLetIn: boolean
}

export interface Trial {
  readonly path: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
  /** Replaces the caller's session. */
  readonly token?: string | undefined
  /** Counts the row in the response body. */
  readonly found?: (json: unknown) => number
  /** Status for allowed callers if not a success; most such requests fail so that nothing is started. */
  readonly status?: number
  /** Status for callers who cannot see the row, if neither a 404 nor a list without it. */
  readonly hidden?: number
}

export type Request = (occasion: Occasion) => Trial | Promise<Trial>
export type Requests = Readonly<Record<string, Request>>

const isRecord = (json: unknown): json is Record<string, unknown> => typeof json === 'object' && json !== null
export const countIn = (json: unknown): number => {
  if (Array.isArray(json)) return json.length
  return isRecord(json) ? Number(json.count) : 0
}
/** Length or count of a field of the response. */
export const lengthOf =
  (field: string) =>
  (json: unknown): number =>
    isRecord(json) ? countIn(json[field]) : 0

/** A list, count or sum, restricted to one row. */
export const listOf =
  (path: string, idOf: (occasion: Occasion) => string | Promise<string>, found = countIn): Request =>
  async (occasion) => ({ path: `${path}?ids=${await idOf(occasion)}`, found })

/** The export of a list, restricted to one row. */
export const exportOf =
  (path: string, idOf: (occasion: Occasion) => string | Promise<string>): Request =>
  async (occasion) => ({ path: `${path}/export?format=json&ids=${await idOf(occasion)}`, found: countIn })

/** A request of a path without body. */
export const at =
  (path: string, status?: number): Request =>
  () => ({ path, ...(status !== undefined && { status }) })

/** The customer that a request is about. */
export const customerId = ({ scene, side }: Occasion): string => scene[side].id
