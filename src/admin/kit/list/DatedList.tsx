import type { RaRecord } from 'ra-core'
import { useMemo } from 'react'
import { OBSTACLES, type Obstacle, PUBLICATION_STATES } from '../../../domain/contents/publication-states.ts'
import { Tag } from '../display/display.tsx'
import { CatalogueList, type CatalogueListProps } from './CatalogueList.tsx'
import { declaring, MomentColumn, StatusColumn } from './columns.tsx'
import { FilterSelect } from './filters.tsx'

const DATES = ['datePublish', 'dateUnpublish']

const NONE: string[] = []

const STATES = Object.entries(PUBLICATION_STATES).map(([value, label]) => ({ value, label }))

/** A list of records with publication dates: has their columns, hidden by default, and a filter by them (rule L5). */
export const DatedList = ({ children, filters, hiddenColumns = NONE, ...props }: CatalogueListProps) => (
  <CatalogueList
    {...props}
    hiddenColumns={useMemo(() => [...hiddenColumns, ...DATES], [hiddenColumns])}
    filters={
      <>
        {filters}
        <FilterSelect source="publication" label="Publicación" options={STATES} allLabel="Todas" />
      </>
    }
  >
    {children}
    {DATES.map((source) => (
      <MomentColumn key={source} source={source} disableSort />
    ))}
  </CatalogueList>
)

const isObstacle = (name: unknown): name is Obstacle => typeof name === 'string' && name in OBSTACLES

/** Why a record was not switched on at its date, if so (rule L4). */
const Unpublished = ({ status, publicationBlocked: obstacle }: RaRecord) =>
  status === true || !isObstacle(obstacle) ? null : (
    <Tag tone="yellow" title={OBSTACLES[obstacle]}>
      <span aria-hidden>⚠</span> No se publicó
      <span className="unseen">: {OBSTACLES[obstacle]}</span>
    </Tag>
  )

/** Below the switch, where a phone's card has no room beside it. */
const STACKED = { display: 'grid', justifyItems: 'end', gap: 2 } as const

type StatusProps = Parameters<typeof StatusColumn.columnOf>[0]

/** A `StatusColumn` that also says why a record is not published. */
export const DatedStatusColumn = declaring((props: StatusProps) => {
  const { render, ...column } = StatusColumn.columnOf(props)
  const both = (record: RaRecord) => (
    <>
      {render?.(record)} <Unpublished {...record} />
    </>
  )
  return { ...column, render: both, renderOnPhone: (record) => <div style={STACKED}>{both(record)}</div> }
})
