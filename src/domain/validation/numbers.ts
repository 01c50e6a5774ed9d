import { z } from 'zod'

const outside = (min: number, max: number) => `Debe ser un número entre ${min} y ${max}.`

/** Whole number from `min` to `max`; `message` is said when it is missing. */
export const requiredInteger = (message: string, min: number, max: number, invalid = outside(min, max)) =>
  z
    .number(message)
    .refine((value) => Number.isInteger(value) && value >= min && value <= max, invalid)
    .meta({ type: 'integer', minimum: min, maximum: max })

/** Whole number from `min` to `max`, or null when unknown. */
export const optionalInteger = (min: number, max: number) =>
  z
    .number(outside(min, max))
    .refine((value) => Number.isInteger(value) && value >= min && value <= max, outside(min, max))
    .meta({ type: 'integer', minimum: min, maximum: max })
    .nullable()
    .default(null)

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
