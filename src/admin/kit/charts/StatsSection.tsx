import ExpandMore from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useStore } from 'ra-core'
import { type ReactNode, useId } from 'react'

interface FiguresSectionProps {
  title: string
  /** Under which this browser remembers whether it is folded away. */
  name: string
  /** What is drawn and read only while the section is open. */
  children: ReactNode
}

/** What the rows of a list add up to, above them; it folds away, as it is to begin with on a phone. */
export const FiguresSection = ({ title, name, children }: FiguresSectionProps) => {
  const isPhone = useMediaQuery('(max-width: 599.95px)', { noSsr: true })
  const [chosen, choose] = useStore<boolean | null>(`figures.${name}`, null)
  const isOpen = chosen ?? !isPhone
  const id = useId()
  return (
    <Card component="section" aria-labelledby={id} sx={{ px: 2.25, py: 1, mb: 2 }}>
      <Typography variant="h2">
        <ButtonBase
          id={id}
          aria-expanded={isOpen}
          onClick={() => choose(!isOpen)}
          sx={{ font: 'inherit', minHeight: { xs: 44, sm: 32 }, width: 1, justifyContent: 'space-between' }}
        >
          {title}
          <ExpandMore sx={{ transform: isOpen ? 'rotate(180deg)' : 'none' }} />
        </ButtonBase>
      </Typography>
      {isOpen ? <Box sx={{ pt: 1, pb: 1 }}>{children}</Box> : null}
    </Card>
  )
}

/** The place of charts while they load: as high as they will be, so that nothing below moves. */
export const ChartsSkeleton = ({ height }: { height: object | number }) => (
  <Skeleton variant="rounded" sx={{ height }} />
)

/** The place of charts and of the line that unfolds their figures, while the figures are read. */
export const FiguresSkeleton = ({ height }: { height: object | number }) => (
  <>
    <ChartsSkeleton height={height} />
    <Skeleton variant="rounded" width={110} sx={{ mt: 1, height: { xs: 44, sm: 24 } }} />
  </>
)
