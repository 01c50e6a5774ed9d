const UNITS = ['bytes', 'KiB', 'MiB'] as const
const STEP = 1024

const format = new Intl.NumberFormat('es-DO', { maximumFractionDigits: 1 })

/** A number of bytes as people say it: 47.3 MiB. */
export const sizeText = (bytes: number): string => {
  const power = bytes < STEP ? 0 : bytes < STEP * STEP ? 1 : 2
  return `${format.format(bytes / STEP ** power)} ${UNITS[power]}`
}
