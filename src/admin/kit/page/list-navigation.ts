import { useEffect } from 'react'
import { type GetListParams, type RaRecord, useListContext } from 'react-admin'

/** The page of a list whose records are being browsed: as it was when one was opened, regardless of later saves. */
export interface ListNavigation {
  params: Required<Pick<GetListParams, 'pagination' | 'sort' | 'filter'>>
  total: number
  ids: string[]
  /** The last opened record. */
  at?: string
}

/** Begins like the keys of list locations, which are removed when the session ends. */
const NAVIGATION_PREFIX = 'cartelera.list.walk.'

export const storeNavigation = (list: string, navigation: ListNavigation): void =>
  window.sessionStorage.setItem(`${NAVIGATION_PREFIX}${list}`, JSON.stringify(navigation))

/** Only written by this module. */
const parseNavigation = (stored: string): ListNavigation => JSON.parse(stored)

export const readNavigation = (list: string): ListNavigation | undefined => {
  const stored = window.sessionStorage.getItem(`${NAVIGATION_PREFIX}${list}`)
  return stored === null ? undefined : parseNavigation(stored)
}

export const recordIds = (records: readonly RaRecord[]): string[] => records.map(({ id }) => String(id))

/** Stores the visible page of a list, and the record opened from it. */
export const useStoreNavigation = (key: string): void => {
  useStorePage(key)
  useStorePressedRow(key)
}

/** Stores the page for browsing its records. */
const useStorePage = (key: string): void => {
  const { data, isPlaceholderData, page, perPage, sort, filter, filterValues, total = 0 } = useListContext()
  useEffect(() => {
    if (data === undefined || isPlaceholderData === true) return
    const params = { pagination: { page, perPage }, sort, filter: { ...filterValues, ...filter } }
    const at = readNavigation(key)?.at
    storeNavigation(key, { params, total, ids: recordIds(data), ...(at === undefined ? {} : { at }) })
  }, [key, data, isPlaceholderData, page, perPage, sort, filter, filterValues, total])
}

/** Stores the row pressed by mouse or keyboard, to return to it later. */
const useStorePressedRow = (key: string): void =>
  useEffect(() => {
    const note = ({ target }: MouseEvent): void => {
      const row = target instanceof Element ? target.closest<HTMLElement>('main tr[data-record]') : null
      const at = row?.dataset.record
      const navigation = readNavigation(key)
      if (at !== undefined && navigation !== undefined) storeNavigation(key, { ...navigation, at })
    }
    document.addEventListener('click', note, true)
    return () => document.removeEventListener('click', note, true)
  }, [key])
