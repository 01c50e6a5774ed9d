import { z } from 'zod'

const outside = (min: number, max: number) => `Debe ser un número entre ${min} y ${max}.`

/** Integer from `min` to `max`. Anything else gives `message`; out of range gives `invalid` where that is passed. */
export const requiredInteger = (message: string, min: number, max: number, invalid = message) =>
  z
    .number(message)
    .refine((value) => Number.isInteger(value) && value >= min && value <= max, invalid)
    .meta({ type: 'integer', minimum: min, maximum: max })

/** The same, or null when unknown. */
export const optionalInteger = (message: string, min: number, max: number) =>
  requiredInteger(message, min, max).nullable().default(null)

/** Whole number from `min` to `max` with a value of its own when absent. */
export const integer = (min: number, max: number, initial: number) =>
  requiredInteger(outside(min, max), min, max).default(initial)

/** Amount of money in units of the currency, at most two decimals. */
export const money = (max: number) =>
  z
    .number(outside(0, max))
    .refine((value) => value >= 0 && value <= max, outside(0, max))
    .refine(
      (value) => Math.abs(Math.round(value * 100) - value * 100) < 1e-6,
      'Debe tener como máximo dos decimales.',
    )
    .default(0)
