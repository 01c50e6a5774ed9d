// Apart from their schema: the sign-in page, which forgets them, must stay light.
const PREFIX = 'cartelera.transactions:'

// A tab that was closed over a sale that hangs must not forget it: another tab's storage would.
const storage = (): Storage | undefined => {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}

// Of what this browser cannot write down it still knows, until the page is left.
const unwritten = new Map<string, string>()

/** What is written down for a seller. */
export const readTransactions = (seller: string): unknown => {
  const name = PREFIX + seller
  try {
    return JSON.parse(unwritten.get(name) ?? storage()?.getItem(name) ?? '[]')
  } catch {
    return []
  }
}

/** Writes a seller's transactions down, or none. */
export const writeTransactions = (seller: string, open: readonly object[]): void => {
  const name = PREFIX + seller
  unwritten.delete(name)
  try {
    if (open.length === 0) storage()?.removeItem(name)
    else storage()?.setItem(name, JSON.stringify(open))
    if (storage() === undefined) unwritten.set(name, JSON.stringify(open))
  } catch {
    unwritten.set(name, JSON.stringify(open))
  }
}

/** Forgets everybody's: the person left on purpose. */
export const forgetOpenTransactions = (): void => {
  unwritten.clear()
  const kept = storage()
  if (kept === undefined) return
  for (const key of Object.keys(kept)) if (key.startsWith(PREFIX)) kept.removeItem(key)
}
