import { useMemo } from 'react'
import type { RaRecord } from 'react-admin'
import { OBSTACLES, type Obstacle, PUBLICATION_STATES } from '../../../domain/contents/publication-states.ts'
import { Tag } from '../display/display.tsx'
import { CatalogueList, type CatalogueListProps } from './CatalogueList.tsx'
import { type Column, momentColumn, statusColumn } from './columns.tsx'
import { SelectFilter } from './filters.tsx'

const DATES = ['datePublish', 'dateUnpublish'].map((source) =>
  momentColumn({ source, disableSort: true, isHidden: true }),
)

const STATES = Object.entries(PUBLICATION_STATES).map(([value, label]) => ({ value, label }))

/** A list of records with publication dates: has their columns, hidden by default, and a filter by them (rule L5). */
export const DatedList = ({ columns, filters, ...props }: CatalogueListProps) => (
  <CatalogueList
    {...props}
    columns={useMemo(() => [...columns, ...DATES], [columns])}
    filters={
      <>
        {filters}
        <SelectFilter source="publication" label="Publicación" options={STATES} allLabel="Todas" />
      </>
    }
  />
)

const isObstacle = (name: unknown): name is Obstacle => typeof name === 'string' && name in OBSTACLES

/** Why a record was not published at its date (rule L4); nothing otherwise. */
const Unpublished = ({ status, publicationBlocked: obstacle }: RaRecord) =>
  status === true || !isObstacle(obstacle) ? null : (
    <Tag tone="yellow" title={OBSTACLES[obstacle]}>
      <span aria-hidden>⚠</span> No se publicó
      <span className="unseen">: {OBSTACLES[obstacle]}</span>
    </Tag>
  )

/** Below the switch, where a phone's card has no room beside it. */
const STACKED = { display: 'grid', justifyItems: 'end', gap: 2 } as const

/** A `statusColumn` that also says why a record is not published. */
export const datedStatusColumn = (options: Parameters<typeof statusColumn>[0]): Column => {
  const { render, ...column } = statusColumn(options)
  const both = (record: RaRecord) => (
    <>
      {render?.(record)} <Unpublished {...record} />
    </>
  )
  return { ...column, render: both, renderOnPhone: (record) => <div style={STACKED}>{both(record)}</div> }
}
