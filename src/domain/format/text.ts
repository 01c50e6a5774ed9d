const counts = new Intl.NumberFormat('es-DO', { maximumFractionDigits: 0 })
const amounts: Record<string, Intl.NumberFormat> = {}

/** A count with thousands separated and no decimals: 12,480. */
export const formatCount = (count: number): string => counts.format(count)

/** An estimated count, to three significant digits: ≈ 12,500. */
export const formatEstimate = (count: number): string => `≈ ${formatCount(Number(count.toPrecision(3)))}`

/** An amount with two decimals, optionally in a currency by its ISO code: 1,250.00 or RD$1,250.00. */
export const formatMoney = (amount: number, currency = ''): string => {
  amounts[currency] ??= new Intl.NumberFormat('es-DO', {
    style: currency ? 'currency' : 'decimal',
    // Intl requires a code even for plain decimals, where it has no effect.
    currency: currency || 'XXX',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  return amounts[currency].format(amount)
}

// es-MX is the only regional locale whose compact notation uses the same sign for five thousand and for ten thousand.
const short = new Intl.NumberFormat('es-MX', { notation: 'compact', maximumFractionDigits: 1 })

/** A number as an axis label: 1.5 k. */
export const formatCompact = (value: number): string => short.format(value)

/** The reference of a transaction on screens and receipts: at least six digits. */
export const formatReference = (reference: number): string => String(reference).padStart(6, '0')

/** Normalises a text for searching: lower case, without accents, single spaces, trimmed. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
}

/** `fold` for search: letters and digits of other forms become plain ones, so that ᴴᴰ is found as HD. */
export const searchForm = (text: string): string => fold(text.normalize('NFKC'))

/** Cuts a text to `length` characters, ending in an ellipsis if cut; never splits a surrogate pair. */
export const shorten = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).replace(/\p{Surrogate}$/u, '')}…`

const MAX_QUOTE_LENGTH = 60

/** Quotes a text of a file in a message: on one line, shortened if long. */
export const quoted = (text: string): string =>
  `«${shorten(text.replace(/\s+/gu, ' ').trim(), MAX_QUOTE_LENGTH)}»`

export const withoutTrailingSlashes = (address: string): string => {
  let end = address.length
  while (address[end - 1] === '/') end--
  return address.slice(0, end)
}

/** Joins a base URL and a path with exactly one slash. */
export const joinUrl = (base: string, path: string): string =>
  `${withoutTrailingSlashes(base)}/${path.replace(/^\/+/, '')}`
