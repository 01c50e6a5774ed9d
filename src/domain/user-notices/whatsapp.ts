import { cleanPhone } from '../validation/contact.ts'

/** Digits of numbers that a link can open, country code included. */
const MIN_DIGITS = 8
const MAX_DIGITS = 15

/** National numbers have at most this many digits, so a longer one that begins with the prefix includes it. */
const MAX_NATIONAL = 10

/**
 * The digits of a mobile number with its country code (rule N1): as written after '+' or '00', else with `prefix` in
 * place of national leading zeros. Undefined without a prefix, or if the number is invalid.
 */
export const internationalDigits = (phone: string, prefix: string): string | undefined => {
  if (prefix === '') return undefined
  const written = cleanPhone(phone)
  const digits = written.replace(/\D/g, '')
  const international = withCountryCode(written, digits, prefix)
  return international.length >= MIN_DIGITS && international.length <= MAX_DIGITS ? international : undefined
}

const withCountryCode = (written: string, digits: string, prefix: string): string => {
  if (written.startsWith('+')) return digits
  if (digits.startsWith('00')) return digits.slice(2)
  if (digits.length > MAX_NATIONAL && digits.startsWith(prefix)) return digits
  const national = digits.replace(/^0+/, '')
  return national === '' ? '' : `${prefix}${national}`
}

/** The URL that opens a chat, with a text filled in if there is one; the user still has to send it. */
export const whatsAppUrl = (digits: string, text = ''): string =>
  `https://wa.me/${digits}${text === '' ? '' : `?text=${encodeURIComponent(text)}`}`
