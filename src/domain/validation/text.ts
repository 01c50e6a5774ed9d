import { z } from 'zod'

/** Texts that no database column and no JSON reader can give back as they were: NUL and lone surrogates. */
const isStorable = (value: string): boolean => !value.includes('\u0000') && !/\p{Surrogate}/u.test(value)

const UNSTORABLE = 'Contiene caracteres no permitidos.'
const tooLong = (max: number) => `Debe tener como máximo ${max} caracteres.`
const NOT_TEXT = 'Debe ser un texto.'

/** Free text of at most `max` characters, kept exactly as typed; absent means empty. */
export const text = (max: number) =>
  z.string(NOT_TEXT).max(max, tooLong(max)).refine(isStorable, UNSTORABLE).default('')

/** Text that must hold more than white space; `message` is said when it does not, `invalid` when it is too long. */
export const requiredText = (message: string, max: number, invalid = tooLong(max)) =>
  z
    .string(message)
    .max(max, invalid)
    .refine(isStorable, UNSTORABLE)
    .refine((value) => value.trim() !== '', message)

/** Characters that nobody sees: control, zero-width, bidirectional and other ignorable ones. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/u

/** A name by which people tell records apart: normalised to NFKC, trimmed, and without characters that nobody sees. */
export const requiredName = (message: string, max: number) =>
  z
    .string(message)
    .normalize('NFKC')
    .trim()
    .max(max, tooLong(max))
    .refine(isStorable, UNSTORABLE)
    .refine((value) => !INVISIBLE.test(value), 'No puede contener caracteres invisibles.')
    .refine((value) => value !== '', message)

/** Text that is empty or passes `test`; `message` is said of whatever else. */
export const optionalText = (max: number, test: (value: string) => boolean, message: string) =>
  z
    .string(message)
    .max(max, message)
    .refine(isStorable, UNSTORABLE)
    .refine((value) => value === '' || test(value), message)
    .default('')
