import { useEffect } from 'react'
import { type GetListParams, type RaRecord, useListContext } from 'react-admin'

/** The page of a list whose records are being browsed: as it was when one was opened, regardless of later saves. */
export interface Walk {
  params: Required<Pick<GetListParams, 'pagination' | 'sort' | 'filter'>>
  total: number
  ids: string[]
  /** The last opened record. */
  at?: string
}

/** Begins like the keys of list locations, which are removed when the session ends. */
const WALK = 'cartelera.list.walk.'

export const storeWalk = (list: string, walk: Walk): void =>
  window.sessionStorage.setItem(`${WALK}${list}`, JSON.stringify(walk))

/** Only written by this module. */
const asWalk = (kept: string): Walk => JSON.parse(kept)

export const walkOf = (list: string): Walk | undefined => {
  const kept = window.sessionStorage.getItem(`${WALK}${list}`)
  return kept === null ? undefined : asWalk(kept)
}

export const idsOf = (records: readonly RaRecord[]): string[] => records.map(({ id }) => String(id))

/** Stores the visible page of a list, and the record opened from it. */
export const useKeptWalk = (key: string): void => {
  useKeptRows(key)
  useKeptRow(key)
}

/** Stores the page for browsing its records. */
const useKeptRows = (key: string): void => {
  const { data, isPlaceholderData, page, perPage, sort, filter, filterValues, total = 0 } = useListContext()
  useEffect(() => {
    if (data === undefined || isPlaceholderData === true) return
    const params = { pagination: { page, perPage }, sort, filter: { ...filterValues, ...filter } }
    const at = walkOf(key)?.at
    storeWalk(key, { params, total, ids: idsOf(data), ...(at === undefined ? {} : { at }) })
  }, [key, data, isPlaceholderData, page, perPage, sort, filter, filterValues, total])
}

/** Stores the row pressed by mouse or keyboard, to return to it later. */
const useKeptRow = (key: string): void =>
  useEffect(() => {
    const note = ({ target }: MouseEvent): void => {
      const row = target instanceof Element ? target.closest<HTMLElement>('main tr[data-record]') : null
      const at = row?.dataset.record
      const walk = walkOf(key)
      if (at !== undefined && walk !== undefined) storeWalk(key, { ...walk, at })
    }
    document.addEventListener('click', note, true)
    return () => document.removeEventListener('click', note, true)
  }, [key])
