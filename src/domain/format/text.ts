const counts = new Intl.NumberFormat('es-DO', { maximumFractionDigits: 0 })
const amounts: Record<string, Intl.NumberFormat> = {}

/** A count with thousands separated and no decimals: 12,480. */
export const formatCount = (count: number): string => counts.format(count)

/** An estimated count, to three significant digits: ≈ 12,500. */
export const formatEstimate = (count: number): string => `≈ ${formatCount(Number(count.toPrecision(3)))}`

/** An amount of money with two decimals: 1,250.00, or of a currency by its ISO code: RD$1,250.00. */
export const formatMoney = (amount: number, currency = ''): string => {
  amounts[currency] ??= new Intl.NumberFormat('es-DO', {
    style: currency ? 'currency' : 'decimal',
    // Of a decimal it means nothing, but must be a code.
    currency: currency || 'XXX',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  return amounts[currency].format(amount)
}

// Of the region's ways to shorten a number, Mexico's alone has the same sign for five thousand and for ten.
const short = new Intl.NumberFormat('es-MX', { notation: 'compact', maximumFractionDigits: 1 })

/** A number as the axis of a chart shows it: 1.5 k. */
export const formatShort = (value: number): string => short.format(value)

/** The reference of a transaction as screens and receipts show it: six digits at least. */
export const formatReference = (reference: number): string => String(reference).padStart(6, '0')

/** Gives a text as searches compare it: lower case, without accents, one space between words, none around. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
}

/** At most `length` characters of a text, never half of one; what was cut off is marked. */
export const shorten = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).replace(/\p{Surrogate}$/u, '')}…`

export const withoutEndSlashes = (address: string): string => {
  let end = address.length
  while (address[end - 1] === '/') end--
  return address.slice(0, end)
}

/** The whole address of a path that lies under a base, with one slash between the two. */
export const addressUnder = (base: string, path: string): string =>
  `${withoutEndSlashes(base)}/${path.replace(/^\/+/, '')}`
