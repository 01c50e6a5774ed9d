/** How long a repeated action took, in milliseconds. */
export interface Figures {
  p50: number
  p95: number
}

/** Gives the median and the 95th percentile of a list of durations. */
export function figuresOf(durations: readonly number[]): Figures {
  const sorted = [...durations].sort((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95) }
}

/** Runs an action over and over, with each of the variants in turn, after some rounds that don't count. */
export async function timeRepeated<Variant>(
  variants: readonly Variant[],
  rounds: number,
  action: (variant: Variant) => Promise<unknown>,
): Promise<Figures> {
  const durations: number[] = []
  const warmUp = Math.ceil(rounds / 10) + variants.length
  for (let round = -warmUp; round < rounds; round++) {
    const variant = variants[(round + warmUp) % variants.length]
    if (variant === undefined) throw new RangeError('Nothing to measure')
    const start = performance.now()
    await action(variant)
    if (round >= 0) durations.push(performance.now() - start)
  }
  return figuresOf(durations)
}
