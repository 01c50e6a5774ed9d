import Card from '@mui/material/Card'
import { ListBase, type RaRecord, type SortPayload } from 'ra-core'
import type { ReactNode } from 'react'
import { retryRead } from '../../api/query-client.ts'
import { usePageSize } from '../../api/use-settings.ts'
import { useListPlace } from '../page/use-list-place.ts'
import { CatalogueTable } from './CatalogueTable.tsx'
import { FilterBar } from './FilterBar.tsx'
import { ListHeader } from './ListHeader.tsx'
import { ListSkeleton } from './ListSkeleton.tsx'
import { Paginator } from './Paginator.tsx'

export interface CatalogueListProps {
  /** The heading, and the title of the tab. */
  title: string
  /** The order without any choice in the address. */
  sort: SortPayload
  /** What every row must be, whatever the person filters: children of one parent. */
  only?: Readonly<Record<string, unknown>>
  /** The columns. */
  children: ReactNode
  /** The filters beside the search box. */
  filters?: ReactNode
  /** The words of the button that opens the create screen; none without them. */
  createLabel?: string
  /** More buttons beside it. */
  actions?: ReactNode
  /** More to read beside the total: a balance. */
  facts?: ReactNode
  /** What stands between the heading and the list: settings of them all. */
  above?: ReactNode
  /** Columns that are not shown until somebody chooses them. */
  hiddenColumns?: string[]
  /** What a click on a row does, instead of opening its form. */
  onOpen?: (record: RaRecord) => void
}

const silent = () => undefined

const ListBody = (props: Omit<CatalogueListProps, 'sort' | 'only'>) => {
  const { title, children, filters, createLabel, actions, facts, above, hiddenColumns, onOpen } = props
  useListPlace()
  return (
    <>
      <ListHeader title={title} createLabel={createLabel} facts={facts} actions={actions} />
      {above}
      <Card>
        <FilterBar columns={children} hiddenColumns={hiddenColumns}>
          {filters}
        </FilterBar>
        <CatalogueTable hiddenColumns={hiddenColumns} onOpen={onOpen}>
          {children}
        </CatalogueTable>
        <Paginator />
      </Card>
    </>
  )
}

/**
 * The shared list: search, filters, sortable columns, total and paginator. Its address holds the whole view; nothing
 * of it is kept elsewhere, so that the menu always opens a clean list.
 */
export const CatalogueList = ({ sort, only, ...props }: CatalogueListProps) => {
  const pageSize = usePageSize()
  if (pageSize === undefined) return <ListSkeleton title={props.title} />
  return (
    <ListBase
      sort={sort}
      {...(only === undefined ? {} : { filter: only })}
      perPage={pageSize}
      storeKey={false}
      queryOptions={{ onError: silent, retry: retryRead }}
    >
      <ListBody {...props} />
    </ListBase>
  )
}
