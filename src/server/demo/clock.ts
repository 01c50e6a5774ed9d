export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const shift = (date: Date, milliseconds: number): Date => new Date(date.getTime() + milliseconds)

export const earlier = (a: Date, b: Date): Date => (a < b ? a : b)

export const later = (a: Date, b: Date): Date => (a > b ? a : b)
