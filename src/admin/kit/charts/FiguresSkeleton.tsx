import Skeleton from '@mui/material/Skeleton'

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
