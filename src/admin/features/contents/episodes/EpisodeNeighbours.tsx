import PreviousIcon from '@mui/icons-material/ChevronLeft'
import NextIcon from '@mui/icons-material/ChevronRight'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { LinkBase, useRecordContext } from 'ra-core'
import { episodeCode } from '../../../../domain/contents/episode.ts'
import { pathOf } from '../../../api/addresses.ts'
import { useSerieId } from './use-serie-id.ts'

interface Neighbour {
  _id: string
  season: number
  episode: number
  title: string
}

// The contract: an episode carries the ones around it, or null.
const neighbourIn = (value: unknown): Neighbour | undefined =>
  typeof value === 'object' && value !== null ? (value as Neighbour) : undefined

const SIDES = {
  previous: { label: 'Episodio anterior', icon: { startIcon: <PreviousIcon /> } },
  next: { label: 'Episodio siguiente', icon: { endIcon: <NextIcon /> } },
} as const

const NeighbourButton = ({ side, to }: { side: keyof typeof SIDES; to: Neighbour | undefined }) => {
  const serieId = useSerieId()
  const { label, icon } = SIDES[side]
  if (to === undefined)
    return (
      <Button variant="outlined" disabled aria-label={label} {...icon}>
        —
      </Button>
    )
  return (
    <Button
      variant="outlined"
      component={LinkBase}
      to={pathOf('episode-edit', serieId, to._id)}
      aria-label={`${label}: ${episodeCode(to)} ${to.title}`}
      {...icon}
    >
      {episodeCode(to)}
    </Button>
  )
}

/** To the episode before and to the one after, without the way over the list. */
export const EpisodeNeighbours = () => {
  const record = useRecordContext()
  return (
    <Box sx={{ display: 'flex', gap: 1 }}>
      <NeighbourButton side="previous" to={neighbourIn(record?.previous)} />
      <NeighbourButton side="next" to={neighbourIn(record?.next)} />
    </Box>
  )
}
