import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import { PageHeader } from '../page/PageHeader.tsx'

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** Rows to come. */
export const SkeletonRows = () => (
  <Box role="status" aria-label="Cargando" sx={{ p: 1.5 }}>
    {ROWS.map((row) => (
      <Skeleton key={row} variant="rounded" height={28} sx={{ my: 1 }} />
    ))}
  </Box>
)

/** A list whose page size is not known yet. */
export const ListSkeleton = ({ title }: { title: string }) => (
  <>
    <PageHeader title={title} />
    <Card>
      <SkeletonRows />
    </Card>
  </>
)
