import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { ask } from './ask.ts'

/** Durations of a repeated action, in milliseconds. */
export interface Timings {
  p50: number
  p95: number
}

export function timingsOf(durations: readonly number[]): Timings {
  const sorted = [...durations].sort((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95) }
}

/** Repeats an action with each variant in turn, after some warm-up rounds. */
export async function timeRepeated<Variant>(
  variants: readonly Variant[],
  rounds: number,
  action: (variant: Variant) => Promise<unknown>,
): Promise<Timings> {
  const durations: number[] = []
  const warmUp = Math.ceil(rounds / 10) + variants.length
  for (let round = -warmUp; round < rounds; round++) {
    const variant = variants[(round + warmUp) % variants.length]
    if (variant === undefined) throw new RangeError('Nothing to measure')
    const start = performance.now()
    await action(variant)
    if (round >= 0) durations.push(performance.now() - start)
  }
  return timingsOf(durations)
}

/** Memory of a process, in MiB. */
export const memoryOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Interval of the pages that another user requests meanwhile, in milliseconds. */
const PAGE_EVERY = 100

/** Requests a page from time to time until `isOver`; returns the durations. */
export const readPages = async (url: string, token: string, isOver: (pages: number) => boolean) => {
  const durations: number[] = []
  while (!isOver(durations.length)) {
    const start = performance.now()
    await ask(url, token)
    durations.push(performance.now() - start)
    await pause(PAGE_EVERY)
  }
  return durations
}
