/** Allowed steps between ticks, times a power of ten. */
const STEPS = [1, 2, 5, 10]

/** About `count` round whole ticks from 0 to just above the greatest value. The last one is the end of the axis. */
export const ticksUpTo = (greatest: number, count = 4): number[] => {
  const least = Math.max(greatest, 1) / count
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = STEPS.find((step) => step * power >= least * (1 - 1e-9)) ?? 10
  const step = Math.max(1, factor * power)
  const ticks = Math.max(1, Math.ceil(greatest / step - 1e-9))
  return Array.from({ length: ticks + 1 }, (_, index) => index * step)
}
