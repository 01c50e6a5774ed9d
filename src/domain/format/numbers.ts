const counts = new Intl.NumberFormat('es-DO', { maximumFractionDigits: 0 })
const amounts = new Intl.NumberFormat('es-DO', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** A count with thousands separated and no decimals: 12,480. */
export const formatCount = (count: number): string => counts.format(count)

/** An amount of money with two decimals: 1,250.00. */
export const formatMoney = (amount: number): string => amounts.format(amount)
