import { onTokenChange, readToken } from '../../api/session/token.ts'

/** Where a list was left: what its address asked for, and how far down. */
export interface ListPlace {
  search: string
  scroll: number
}

const PREFIX = 'cartelera.list.'

const keys = (): string[] => Object.keys(window.sessionStorage).filter((key) => key.startsWith(PREFIX))

/** Remembers, for this tab, where a list was left. */
export const leaveList = (list: string, { search, scroll }: ListPlace): void => {
  window.sessionStorage.setItem(`${PREFIX}${list}`, JSON.stringify([search, scroll]))
}

const placeIn = (kept: string): ListPlace | undefined => {
  const [search, scroll] = JSON.parse(kept) as unknown[]
  return typeof search === 'string' && typeof scroll === 'number' ? { search, scroll } : undefined
}

/** Where a list was left in this tab; undefined when it was not opened yet. */
export const placeOfList = (list: string): ListPlace | undefined => {
  const kept = window.sessionStorage.getItem(`${PREFIX}${list}`)
  return kept === null ? undefined : placeIn(kept)
}

// What somebody searched for is nobody else's business.
onTokenChange(() => {
  if (readToken() === undefined) for (const key of keys()) window.sessionStorage.removeItem(key)
})
