import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type RaRecord, useDataProvider, useListContext, useLocation } from 'react-admin'
import { pageQuery } from '../../api/lists.ts'
import { useNavigationType } from '../../api/router.tsx'
import { idsOf } from '../page/list-navigation.ts'
import { forgetHandled, useHandled } from '../page/recently-changed.ts'

type Records = readonly RaRecord[] | undefined

interface ShownRows {
  view: string
  data: Records
  handled: ReturnType<typeof useHandled>
  again: Records
  rows: Records
}

/** The list's rows, including those just handled, which stay until another page, order or search is loaded. */
export const useRowsWithHandled = () => {
  const { data, resource, page, perPage, sort, filter, filterValues } = useListContext()
  const handled = useHandled(resource)
  const view = JSON.stringify([resource, page, perPage, sort, filter, filterValues])
  const first = { view, data, handled, again: undefined, rows: data }
  const [shown, setShown] = useState<ShownRows>(first)
  const again = useLostRows(shown.view === view ? shown.rows : undefined, handled)
  const type = useNavigationType()
  const { state } = useLocation()
  const isBack = useRef(type === 'POP' || state?.isReturn === true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: of another view nothing was handled.
  useEffect(() => {
    if (!isBack.current) forgetHandled(resource)
    isBack.current = false
  }, [resource, view])
  const isOld = shown.data !== data || shown.handled !== handled || shown.again !== again
  if (shown.view !== view || isOld) {
    const before = shown.view === view ? shown.rows : undefined
    const rows = data && before && handled.size > 0 ? withHandled(data, before, handled, again) : data
    setShown({ view, data, handled, again, rows })
  }
  return { data: shown.view === view ? shown.rows : data, handled }
}

/** The current data of handled rows that the list no longer contains. */
const useLostRows = (
  rows: readonly RaRecord[] | undefined,
  handled: ReturnType<typeof useHandled>,
): readonly RaRecord[] | undefined => {
  const { data, resource, sort, filter } = useListContext()
  const dataProvider = useDataProvider()
  const ids = useMemo(() => {
    const found = new Set(idsOf(data ?? []))
    return idsOf(rows ?? []).filter((id) => handled.has(id) && !found.has(id))
  }, [data, rows, handled])
  const params = { pagination: { page: 1, perPage: ids.length }, sort, filter: { ...filter, ids } }
  const isAsked = data !== undefined && ids.length > 0
  return useQuery({ ...pageQuery(dataProvider, resource, params), enabled: isAsked }).data?.data
}

/** Inserts handled rows that the list no longer contains at their previous positions. */
const withHandled = (
  records: readonly RaRecord[],
  before: readonly RaRecord[],
  handled: ReturnType<typeof useHandled>,
  again: readonly RaRecord[] = [],
): readonly RaRecord[] => {
  const found = new Set(records.map(({ id }) => id))
  const rows = [...records]
  before.forEach((record, index) => {
    if (!handled.has(String(record.id)) || found.has(record.id)) return
    rows.splice(index, 0, again.find(({ id }) => id === record.id) ?? record)
  })
  return rows
}
