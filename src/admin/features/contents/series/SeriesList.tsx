import Link from '@mui/material/Link'
import { LinkBase, type RaRecord } from 'ra-core'
import type { SyntheticEvent } from 'react'
import { formatCount } from '../../../../domain/format/numbers.ts'
import { pathOf } from '../../../api/addresses.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { ImdbLink } from '../../../kit/display/ImdbLink.tsx'
import { CatalogueList } from '../../../kit/list/CatalogueList.tsx'
import { Column } from '../../../kit/list/Column.tsx'
import { StatusColumn } from '../../../kit/list/columns.tsx'
import { PRESENTED_COLUMNS } from '../films/presented-columns.tsx'

interface SeriesRow extends RaRecord {
  title: string
  episodes: number
  imdbId: string
}

/** Hidden by default; the columns menu shows it. */
const ON_DEMAND = ['mailOrigin']

const ONE_LINE = { whiteSpace: 'nowrap' } as const

const stop = (event: SyntheticEvent): void => event.stopPropagation()

const EpisodesLink = ({ id, title, episodes }: SeriesRow) => {
  const mayList = useMay('list', 'episodes')
  const count = episodes === 1 ? '1 episodio' : `${formatCount(episodes)} episodios`
  if (!mayList) return <span style={ONE_LINE}>{count}</span>
  return (
    <Link
      component={LinkBase}
      to={pathOf('episode-list', String(id))}
      aria-label={`${count} de ${title}`}
      onClick={stop}
      sx={ONE_LINE}
    >
      {count}
    </Link>
  )
}

export const SeriesList = () => (
  <CatalogueList
    title="Series"
    createLabel="Nueva serie"
    sort={{ field: 'dateUpdate', order: 'DESC' }}
    hiddenColumns={ON_DEMAND}
  >
    {PRESENTED_COLUMNS}
    <Column<SeriesRow> source="episodes" firstOrder="DESC" render={(serie) => <EpisodesLink {...serie} />} />
    <Column<SeriesRow>
      source="imdbId"
      render={({ imdbId, title }) => <ImdbLink imdbId={imdbId} title={title} />}
    />
    <StatusColumn source="status" />
  </CatalogueList>
)
