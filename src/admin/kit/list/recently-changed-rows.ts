import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type RaRecord, useDataProvider, useListContext, useLocation } from 'react-admin'
import { pageQuery } from '../../api/lists.ts'
import { useNavigationType } from '../../api/router.tsx'
import { recordIds } from '../page/list-navigation.ts'
import { clearChanged, useRecentlyChanged } from '../page/recently-changed.ts'

type Records = readonly RaRecord[] | undefined

interface ShownRows {
  view: string
  data: Records
  changed: ReturnType<typeof useRecentlyChanged>
  again: Records
  rows: Records
}

/** The list's rows, including those just changed, which stay until another page, order or search is loaded. */
export const useRowsWithChanged = () => {
  const { data, resource, page, perPage, sort, filter, filterValues } = useListContext()
  const changed = useRecentlyChanged(resource)
  const view = JSON.stringify([resource, page, perPage, sort, filter, filterValues])
  const first = { view, data, changed, again: undefined, rows: data }
  const [shown, setShown] = useState<ShownRows>(first)
  const again = useLostRows(shown.view === view ? shown.rows : undefined, changed)
  const type = useNavigationType()
  const { state } = useLocation()
  const isBack = useRef(type === 'POP' || state?.isReturn === true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: of another view nothing was changed.
  useEffect(() => {
    if (!isBack.current) clearChanged(resource)
    isBack.current = false
  }, [resource, view])
  const isOld = shown.data !== data || shown.changed !== changed || shown.again !== again
  if (shown.view !== view || isOld) {
    const before = shown.view === view ? shown.rows : undefined
    const rows = data && before && changed.size > 0 ? withChanged(data, before, changed, again) : data
    setShown({ view, data, changed, again, rows })
  }
  return { data: shown.view === view ? shown.rows : data, changed }
}

/** The current data of changed rows that the list no longer contains. */
const useLostRows = (
  rows: readonly RaRecord[] | undefined,
  changed: ReturnType<typeof useRecentlyChanged>,
): readonly RaRecord[] | undefined => {
  const { data, resource, sort, filter } = useListContext()
  const dataProvider = useDataProvider()
  const ids = useMemo(() => {
    const found = new Set(recordIds(data ?? []))
    return recordIds(rows ?? []).filter((id) => changed.has(id) && !found.has(id))
  }, [data, rows, changed])
  const params = { pagination: { page: 1, perPage: ids.length }, sort, filter: { ...filter, ids } }
  const isAsked = data !== undefined && ids.length > 0
  return useQuery({ ...pageQuery(dataProvider, resource, params), enabled: isAsked }).data?.data
}

/** Inserts changed rows that the list no longer contains at their previous positions. */
const withChanged = (
  records: readonly RaRecord[],
  before: readonly RaRecord[],
  changed: ReturnType<typeof useRecentlyChanged>,
  again: readonly RaRecord[] = [],
): readonly RaRecord[] => {
  const found = new Set(records.map(({ id }) => id))
  const rows = [...records]
  before.forEach((record, index) => {
    if (!changed.has(String(record.id)) || found.has(record.id)) return
    rows.splice(index, 0, again.find(({ id }) => id === record.id) ?? record)
  })
  return rows
}
