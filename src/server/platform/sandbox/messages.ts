import type { ValidationError } from '../../../domain/validation/errors.ts'
import type { SourceFailure } from '../http/errors.ts'

/** Reads a range of the file; rejects with a RangeError outside it. */
export type ReadRange = (from: number, length: number) => Promise<Uint8Array>

/** The thread's input. */
export interface Task {
  kind: string
  input: unknown
}

/** Messages from the thread: that the parser is loaded, a request for a range, or the outcome. */
export type Message =
  | { loaded: true }
  | { range: { id: number; from: number; length: number } }
  | { value: unknown }
  | { failure: SourceFailure }
  | { errors: readonly ValidationError[] }
  | { fault: { message: string; stack: string | undefined } }

/** The response to a requested range; without bytes, it is outside the file. */
export interface RangeResponse {
  id: number
  bytes: Uint8Array | undefined
}
