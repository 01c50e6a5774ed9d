/** Invisible characters: control, bidirectional, zero-width and other ignorable ones. */
export const INVISIBLE = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/u

const isMargin = (char: string | undefined): boolean =>
  char !== undefined && (/\s/u.test(char) || INVISIBLE.test(char))

/** Without blanks and invisible characters at both ends, which copied texts bring along. */
export const withoutMargins = (text: string): string => {
  const chars = [...text]
  let [start, end] = [0, chars.length]
  while (isMargin(chars[start])) start++
  while (end > start && isMargin(chars[end - 1])) end--
  return chars.slice(start, end).join('')
}

const LOCAL = /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}$/u
const HOST =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+\p{L}[\p{L}\p{M}\p{N}-]{1,62}$/u

/** True for an e-mail address of the form local@host.domain, of the characters that both may hold. */
export const isEmail = (value: string): boolean => {
  const at = value.lastIndexOf('@')
  return value.length <= 254 && LOCAL.test(value.slice(0, at)) && HOST.test(value.slice(at + 1))
}

const SPACES = /\s/gu
const HYPHENS = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/gu
/** A number to which a spreadsheet added decimals: 8095550000.0. */
const AMOUNT = /^(\+?\d{7,15})[.,]0+$/

/** A telephone number as it was meant: without invisible characters, with plain blanks and hyphens. */
export const cleanPhone = (text: string): string =>
  withoutMargins([...text.replace(SPACES, ' ')].filter((char) => !INVISIBLE.test(char)).join(''))
    .replace(HYPHENS, '-')
    .replace(AMOUNT, '$1')

/** Seven to fifteen digits, with the usual separators. */
export const isPhone = (value: string): boolean => {
  const digits = value.replace(/\D/g, '').length
  return /^\+?[\d\s().-]+$/.test(value) && digits >= 7 && digits <= 15
}

/** True for a number that a spreadsheet rounded to scientific notation: 1,8096E+10. */
export const isRounded = (value: string): boolean => /^[+-]?\d+(?:[.,]\d+)?e[+]?\d+$/i.test(value)
