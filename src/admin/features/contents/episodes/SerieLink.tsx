import Link from '@mui/material/Link'
import { LinkBase } from 'ra-core'
import { pathOf } from '../../../api/addresses.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { useSeasons } from './use-seasons.ts'
import { useSerieId } from './use-serie-id.ts'

const CLAMP = { overflowWrap: 'anywhere', minWidth: 0 } as const

/** The series of the episodes on screen, and the way to its form. */
export const SerieLink = () => {
  const serieId = useSerieId()
  const { data } = useSeasons(serieId)
  const mayOpen = useMay('edit', 'series')
  if (data === undefined) return null
  if (!mayOpen) return <span style={CLAMP}>{data.title}</span>
  return (
    <Link component={LinkBase} to={pathOf('series-edit', serieId)} sx={CLAMP}>
      {data.title}
    </Link>
  )
}
